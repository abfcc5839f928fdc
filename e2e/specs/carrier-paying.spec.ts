/** capture-payments on a REST carrier, which takes the card and tells the flow only how it went. */

import { expect, test } from '../carrier-account.ts';
import { ringingAround, takenCall } from '../taken-call.ts';
import { flowAround, lineTo } from '../voice-flow.ts';

const charging = { payment_connector: 'Default', payment_amount: '10.99', currency: 'eur' };

test('capture-payments takes a payment on a call that the flow placed', async ({ api, carrier }) => {
  const { call, order, seen } = await takenCall(api, carrier, ringingAround('capture-payments', charging));
  expect([call.state, call.asked.attributes]).toMatchObject([
    'paying',
    { paymentConnector: 'Default', chargeAmount: '10.99', currency: 'eur' },
  ]);
  await call.pay('success', {
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    SecurityCode: '123',
    CardNumberAsTyped: '4111111111111111',
  });
  expect(call.heard).toEqual(['by success']);
  const { events, widget } = await seen();
  expect(events).toEqual(['incomingRequest', 'answered', 'success', 'audioComplete']);
  expect(widget).toMatchObject({
    Result: 'success',
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    SecurityCode: 'xxx',
    CallSid: order.sid,
  });
  expect(JSON.stringify(widget)).not.toContain('411111');
});

test('capture-payments fails in each of its ways', async ({ api, carrier }) => {
  const { phone, seen } = await lineTo(api, flowAround('capture-payments', charging), carrier);
  for (const [result, event] of [
    ['too-many-failed-attempts', 'maxFailedAttempts'],
    ['payment-connector-error', 'providerError'],
    ['caller-interrupted-with-star', 'payInterrupted'],
    ['validation-error', 'validationError'],
  ] as const) {
    const call = await phone.call();
    await call.pay(result, { PaymentError: 'no luck' });
    expect(call.heard).toEqual([`by ${event}`]);
    expect((await seen()).widget).toMatchObject({ Result: result, PaymentError: 'no luck' });
  }
  const gone = await phone.call();
  await gone.hangUp();
  expect(await seen()).toMatchObject({
    events: ['incomingCall', 'hangup', 'noCall'],
    widget: { Result: 'caller-hung-up' },
  });
});
