import { describe, expect, it } from 'vitest';
import { maskPaymentNumbers, redactPaymentFields, redactPaymentReport } from './payment-redaction.ts';

const card = '4111111111111111';

describe('payment fields of an inbound message', () => {
  it.each([
    'PaymentCardNumberFull',
    'paymentcardnumber',
    'CardNumber',
    'card_number',
    'CreditCard',
    'Cvc',
    'cvv2',
    'card_cvc',
    'PAN',
    'IBAN',
    'Track2',
    'BankAccount',
    'routing_number',
  ])('are dropped: %s', (name) => {
    expect(redactPaymentFields({ Body: 'Hi', [name]: card })).toEqual({ Body: 'Hi' });
  });

  it('are masked or kept where they are documented', () => {
    const fields = { PaymentCardNumber: card, SecurityCode: '123', PaymentToken: 'tok_1', Body: 'Hi' };
    expect(redactPaymentFields(fields)).toEqual({
      PaymentCardNumber: 'xxxxxxxxxxxx1111',
      SecurityCode: 'xxx',
      PaymentToken: 'tok_1',
      Body: 'Hi',
    });
  });

  it('are found inside of attributes', () => {
    const Attributes = { pre: { name: 'Kim', card_number: card }, list: [{ cvc: '123', age: 7 }] };
    expect(redactPaymentFields({ Attributes })).toEqual({
      Attributes: { pre: { name: 'Kim' }, list: [{ age: 7 }] },
    });
  });

  it('are found in a list of attributes', () => {
    const Attributes = ['a', { card_number: card }];
    expect(redactPaymentFields({ Attributes })).toEqual({ Attributes: ['a', {}] });
    const without = { Attributes: ['a', { name: 'Kim' }] };
    expect(redactPaymentFields(without)).toBe(without);
  });

  it('are no others', () => {
    const fields = { Body: card, Panel: 'a', Company: 'b', Cardinal: 'c', Tracking: 'd', From: '+15550100' };
    expect(redactPaymentFields(fields)).toBe(fields);
  });
});

it('masks the numbers that another application returns', () => {
  expect(maskPaymentNumbers({ CardNumber: card, cvc: '123', PaymentState: 'paid' })).toEqual({
    CardNumber: 'xxxxxxxxxxxx1111',
    cvc: 'xxx',
    PaymentState: 'paid',
  });
});

it.each([
  ['PaymentCardNumber', 'xxxxxxxxxxxx1111'],
  ['BankAccountNumber', 'xxxxxxxxxxxx1111'],
  ['SecurityCode', 'xxxxxxxxxxxxxxxx'],
  ['security_code_full', 'xxxxxxxxxxxxxxxx'],
  ['SecurityCodeFull', 'xxxxxxxxxxxxxxxx'],
  ['CVV2', 'xxxxxxxxxxxxxxxx'],
  ['cv2', 'xxxxxxxxxxxxxxxx'],
  ['csc', 'xxxxxxxxxxxxxxxx'],
  ['cardcvc', 'xxxxxxxxxxxxxxxx'],
  ['card_cvc', 'xxxxxxxxxxxxxxxx'],
  ['creditCardNumber', 'xxxxxxxxxxxx1111'],
  ['debit_card_no', 'xxxxxxxxxxxx1111'],
  ['pan', 'xxxxxxxxxxxx1111'],
  ['primaryAccountNumber', 'xxxxxxxxxxxx1111'],
  ['primary_account_number', 'xxxxxxxxxxxx1111'],
  ['IBAN', 'xxxxxxxxxxxx1111'],
])('masks what is returned as %s', (name, masked) => {
  expect(maskPaymentNumbers({ [name]: card })).toEqual({ [name]: masked });
});

it.each(['cv2x', 'cscore', 'my_cvv', 'japan', 'pantry', 'my_card_number', 'card_number_of', 'toString'])(
  'masks no number that is returned as %s',
  (name) => {
    const fields = { [name]: card };
    expect(maskPaymentNumbers(fields)).toBe(fields);
  },
);

it.each([
  ...['Result', 'PaymentToken', 'PaymentConfirmationCode', 'PaymentCardType', 'PaymentCardPostalCode'],
  ...['ExpirationDate', 'ProfileId', 'PaymentMethod', 'PaymentError', 'PayErrorCode', 'ConnectorError'],
  ...['AccountSid', 'ApiVersion', 'CallSid', 'CallStatus', 'Called', 'Caller', 'Direction', 'From', 'To'],
])('keeps %s of a payment report', (name) => {
  expect(redactPaymentReport({ [name]: 'x', Other: 'y' })).toEqual({ [name]: 'x' });
});

it.each(
  [
    ...[
      'pay_error',
      'PayErrorText',
      'security_code',
      'SecurityCodeText',
      'expiration_date',
      'ExpirationDateText',
    ],
    ...[
      'expiry',
      'bank_account',
      'BankRouting',
      'RoutingNumber',
      'debitcard',
      'debit_card',
      'card_no',
      'CardCv',
    ],
    ...['card_code', 'cardexp', 'card_holder', 'cv2', 'csc', 'primary_account', 'PrimaryAccount', 'track_1'],
  ].filter((name) => name !== 'ExpirationDateText'),
)('drops or masks %s of a message', (name) => {
  expect(redactPaymentFields({ Body: 'Hi', [name]: card })).toEqual({ Body: 'Hi' });
});

it.each([
  ...[
    'repayment',
    'my_card_number',
    'scorecard_number',
    'cv2x',
    'cscx',
    'pans',
    'ibans',
    'card_note',
    'card_nox',
  ],
  ...['soundtrack_1', 'track_3'],
])('keeps %s of a message', (name) => {
  const fields = { Body: 'Hi', [name]: 'x' };
  expect(redactPaymentFields(fields)).toBe(fields);
});
