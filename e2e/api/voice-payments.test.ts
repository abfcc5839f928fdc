/** capture-payments: its six outcomes, and what is stored of a card. */

import { expect } from 'vitest';
import { answeredCall, outgoingCallFlow } from './answered-call.ts';
import { test } from './fixtures.ts';
import { publishVoiceFlow, testOnCarriers, voiceWidgetFlow } from './voice-flow.ts';

const charging = {
  payment_connector: 'Default',
  payment_method: 'CREDIT_CARD',
  payment_amount: '10.99',
  currency: 'eur',
  description: 'A visit & a check',
  payment_token_type: 'one-time',
  valid_card_types: ['visa', 'master-card'],
  security_code: true,
  postal_code: 'false',
  min_postal_code_length: 4,
  timeout: 10,
  max_attempts: 3,
  language: 'en-GB',
  parameters: [{ key: 'caller', value: '{{contact.channel.address}}' }],
};

test('a payment succeeds, and the flow never sees the card', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('capture-payments', charging));
  const call = await phone.call();
  expect([call.state, call.pendingVerb]).toMatchObject([
    'paying',
    {
      attributes: {
        paymentConnector: 'Default',
        paymentMethod: 'credit-card',
        chargeAmount: '10.99',
        currency: 'eur',
        description: 'A visit & a check',
        tokenType: 'one-time',
        validCardTypes: 'visa mastercard',
        securityCode: 'true',
        postalCode: 'false',
        minPostalCodeLength: '4',
        timeout: '10',
        maxAttempts: '3',
        language: 'en-GB',
      },
      children: [{ name: 'Parameter', attributes: { name: 'caller', value: phone.number } }],
    },
  ]);
  await call.pay('success', {
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    PaymentCardType: 'visa',
    ExpirationDate: '0930',
    SecurityCode: '123',
    CardNumberAsTyped: '4111111111111111',
  });
  expect(call.prompts).toEqual(['by success']);
  const { widget } = await outcome();
  expect(widget).toMatchObject({
    Result: 'success',
    PaymentConfirmationCode: 'ch_1',
    PaymentCardNumber: 'xxxxxxxxxxxx1111',
    PaymentCardType: 'visa',
    SecurityCode: 'xxx',
    CallSid: call.sid,
  });
  expect(JSON.stringify(widget)).not.toContain('4111');
});

testOnCarriers('each payment failure leaves by its event', async ({ publishFlow }) => {
  const { phone, outcome } = await publishFlow(voiceWidgetFlow('capture-payments', charging));
  const outcomes = [
    ['too-many-failed-attempts', 'maxFailedAttempts'],
    ['payment-connector-error', 'providerError'],
    ['caller-interrupted-with-star', 'payInterrupted'],
    ['interrupted', 'payInterrupted'],
    ['validation-error', 'validationError'],
  ] as const;
  for (const [result, event] of outcomes) {
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

test('an amount that is not a number is rejected before the prompt', async ({ api }) => {
  const { phone } = await publishVoiceFlow(
    api,
    voiceWidgetFlow('capture-payments', { payment_amount: '{{flow.data.x}}ten' }),
  );
  const call = await phone.call();
  expect([call.state, call.prompts]).toEqual(['over', ['by validationError']]);
});

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
