/** capture-payments: takes card or bank data from the caller, by the service document. */

import type { TSchema } from 'typebox';
import { textOf } from '../json/json.ts';
import * as jsonSchema from '../schema/json-schema.ts';
import { choice, choices, keyValues, propertiesSchema, template, text, toggle } from './property-schema.ts';
import { joinParts, phrase } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

/** The service document fixes these as integers, so that text is no number here. */
const integer = (title: string, description: string, options: object = {}): TSchema =>
  jsonSchema.integer({ title, description, field: { kind: 'number' }, ...options });

const cards = [
  'amex',
  'diners-club',
  'discover',
  'enroute',
  'jcb',
  'maestro',
  'master-card',
  'mastercard',
  'optima',
  'visa',
];

export const capturePayments: WidgetType = {
  type: 'capture-payments',
  title: 'Capture payments',
  category: 'voice',
  means:
    'Asks the caller for card or bank data and passes it to a payment provider. The flow never has the data.',
  schema: propertiesSchema({
    payment_connector: text('Payment connector', 'Name of the provider’s connector.'),
    payment_method: choice('Method', 'Card or bank account.', {
      CREDIT_CARD: 'Card',
      ACH_DEBIT: 'Bank account',
    }),
    payment_amount: template('Amount', 'What is charged; empty keeps the data without charging.', {
      placeholder: '10.00',
    }),
    currency: choice(
      'Currency',
      'Currency of the amount.',
      { usd: 'US dollar', eur: 'Euro', gbp: 'Pound sterling' },
      { default: 'usd' },
    ),
    description: template('Description', 'What the payment is for.'),
    payment_token_type: choice(
      'Token',
      'Whether the token can be used again.',
      { reusable: 'Reusable', 'one-time': 'One time' },
      { default: 'reusable' },
    ),
    valid_card_types: choices('Cards', 'Cards that are accepted.', cards, {
      when: { property: 'payment_method', is: ['CREDIT_CARD'] },
    }),
    bank_account_type: choice(
      'Bank account',
      'Kind of account.',
      {
        CONSUMER_CHECKING: 'Personal checking',
        CONSUMER_SAVINGS: 'Personal savings',
        COMMERCIAL_CHECKING: 'Business checking',
        COMMERCIAL_SAVINGS: 'Business savings',
      },
      { when: { property: 'payment_method', is: ['ACH_DEBIT'] } },
    ),
    security_code: toggle('Ask for the security code', 'The digits on the back of the card.', {
      default: true,
    }),
    postal_code: text('Postal code', '“true” asks for it, “false” does not; any other text is the code.'),
    min_postal_code_length: integer('Shortest postal code', 'Least number of digits.'),
    timeout: integer('Stop after silence', 'Seconds without a key after which it asks again.', {
      minimum: 1,
      maximum: 30,
      default: 5,
      field: { kind: 'duration' },
    }),
    max_attempts: integer('Attempts', 'How many times it asks.', { minimum: 1, maximum: 3, default: 2 }),
    language: text('Language', 'Language of the questions.', { placeholder: 'en-US' }),
    parameters: keyValues('Parameters', 'Values for the provider.', { advanced: true }),
  }),
  events: [
    { name: 'success', label: 'Success', means: 'The provider has accepted the data.' },
    { name: 'maxFailedAttempts', label: 'Attempts used up', means: 'The caller gave no valid data.' },
    { name: 'providerError', label: 'Provider error', means: 'The provider has refused or failed.' },
    { name: 'payInterrupted', label: 'Interrupted', means: 'The caller has broken off.' },
    { name: 'hangup', label: 'Hang-up', means: 'The caller has hung up.' },
    { name: 'validationError', label: 'Invalid', means: 'The widget’s own settings were refused.' },
  ],
  outputs: [
    { path: 'Result', means: 'How it ended.' },
    { path: 'PaymentToken', means: 'Token that the provider gave.' },
    { path: 'PaymentConfirmationCode', means: 'Confirmation of a charge.' },
    { path: 'PaymentCardNumber', means: 'The number, all but the last digits hidden.' },
    { path: 'PaymentCardType', means: 'Kind of card.' },
    { path: 'PaymentCardPostalCode', means: 'Postal code that was given.' },
    { path: 'ExpirationDate', means: 'When the card expires.' },
    { path: 'SecurityCode', means: 'That it was given; hidden in full.' },
    { path: 'ProfileId', means: 'The payer, as the provider knows them.' },
    { path: 'PaymentMethod', means: 'Card or bank account.' },
    { path: 'PaymentError', means: 'What went wrong.' },
  ],
  defaults: {
    payment_token_type: 'reusable',
    currency: 'usd',
    timeout: 5,
    max_attempts: 2,
    security_code: true,
  },
  example: {
    name: 'take_payment',
    type: 'capture-payments',
    transitions: [
      { event: 'success', next: 'thank_you' },
      { event: 'maxFailedAttempts' },
      { event: 'providerError' },
      { event: 'payInterrupted' },
      { event: 'hangup' },
      { event: 'validationError' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      payment_connector: 'Default',
      payment_method: 'CREDIT_CARD',
      payment_amount: '{{flow.variables.amount}}',
      currency: 'eur',
      description: 'Appointment {{flow.data.date}}',
      payment_token_type: 'one-time',
      valid_card_types: ['visa', 'mastercard'],
      security_code: true,
      postal_code: 'true',
      min_postal_code_length: 4,
      timeout: 5,
      max_attempts: 2,
      language: 'en-US',
      parameters: [{ key: 'patient', value: '{{flow.data.id}}' }],
    },
  },
  summary: ({ payment_amount, currency, description }, _, words) => {
    const amount = textOf(payment_amount);
    return joinParts(
      amount === ''
        ? ''
        : phrase(words, 'Charge {{value}}', `${amount} ${textOf(currency).toUpperCase()}`.trim()),
      textOf(description),
    );
  },
};
