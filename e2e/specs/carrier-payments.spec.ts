/** capture-payments on a REST carrier, which takes the card and reports only the result to the flow. */

import { answeredCall, outgoingCallFlow } from '../answered-call.ts';
import { expect, test } from '../carrier-fixtures.ts';
import { publishVoiceFlow, voiceWidgetFlow } from '../voice-flow.ts';

const charging = { payment_connector: 'Default', payment_amount: '10.99', currency: 'eur' };

test('capture-payments takes a payment on an outgoing call', async ({ api, carrier }) => {
  const { call, request, outcome } = await answeredCall(
    api,
    carrier,
    outgoingCallFlow('capture-payments', charging),
  );
  expect([call.state, call.pendingVerb.attributes]).toMatchObject([
    'paying',
    { paymentConnector: 'Default', chargeAmount: '10.99', currency: 'eur' },
  ]);
  await call.pay('success', {
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    SecurityCode: '123',
    CardNumberAsTyped: '4111111111111111',
  });
  expect(call.prompts).toEqual(['by success']);
  const { events, widget } = await outcome();
  expect(events).toEqual(['incomingRequest', 'answered', 'success', 'audioComplete']);
  expect(widget).toMatchObject({
    Result: 'success',
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    SecurityCode: 'xxx',
    CallSid: request.sid,
  });
  expect(JSON.stringify(widget)).not.toContain('411111');
});

test('capture-payments leaves by the event of each failure', async ({ api, carrier }) => {
  const { phone, outcome } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('capture-payments', charging),
    carrier,
  );
  for (const [result, event] of [
    ['too-many-failed-attempts', 'maxFailedAttempts'],
    ['payment-connector-error', 'providerError'],
    ['caller-interrupted-with-star', 'payInterrupted'],
    ['validation-error', 'validationError'],
  ] as const) {
    const call = await phone.call();
    await call.pay(result, { PaymentError: 'no luck' });
    expect(call.prompts).toEqual([`by ${event}`]);
    expect((await outcome()).widget).toMatchObject({ Result: result, PaymentError: 'no luck' });
  }
  const gone = await phone.call();
  await gone.hangUp();
  expect(await outcome()).toMatchObject({
    events: ['incomingCall', 'hangup', 'noCall'],
    widget: { Result: 'caller-hung-up' },
  });
});
