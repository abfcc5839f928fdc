/**
 * capture-payments: the carrier collects card or bank data and passes it to a payment provider. The flow gets the
 * result and the provider's token, never the data itself.
 */

import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import type { Payment } from '../commands/markup-verb.ts';
import { noCallOutcome } from '../commands/prompt.ts';
import { integerProperty, isTrue, keyValuePairs, textProperty } from '../properties/property-values.ts';
import { redactPaymentReport } from '../results/payment-redaction.ts';

/** Carrier's result of a payment → event by which the widget is left. */
const resultEvents: Readonly<Record<string, string>> = {
  success: 'success',
  'too-many-failed-attempts': 'maxFailedAttempts',
  'payment-connector-error': 'providerError',
  'caller-interrupted-with-star': 'payInterrupted',
  interrupted: 'payInterrupted',
  'caller-hung-up': 'hangup',
  'validation-error': 'validationError',
};

export const capturePayments: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    const pay = paymentRequest(scope);
    const error = configurationError(pay);
    if (error !== null) {
      const set = [scope.output({ Result: 'validation-error', PaymentError: error })];
      return { go: 'validationError', set, notes: [{ code: 0, message: error }] };
    }
    return { wait: { for: 'call', verbs: [{ verb: 'pay', pay }], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind === 'call') return paymentOutcome(scope, signal.call);
    if (signal.kind === 'hangup')
      return { go: 'hangup', set: [scope.output(redactPaymentReport(signal.call))] };
    return { stay: true };
  },
};

function paymentOutcome(scope: TemplateScope, call: JsonObject): Outcome {
  const result = textOf(call.Result);
  const set = [scope.output(redactPaymentReport(call))];
  const go = Object.hasOwn(resultEvents, result) ? resultEvents[result] : undefined;
  if (go === 'hangup') return { go, set, call: null };
  if (go !== undefined) return { go, set };
  const reported = result === '' ? 'nothing' : `“${result}”`;
  return {
    go: 'providerError',
    set,
    notes: [{ code: 0, message: `The carrier reported ${reported} for the payment.` }],
  };
}

/** Why the widget's own settings are invalid, checked before the provider is involved; null when they are valid. */
function configurationError({ amount, max_attempts: attempts }: Payment): string | null {
  if (amount !== '' && !/^\d+([.,]\d+)?$/.test(amount)) return 'The amount is no number.';
  return attempts >= 1 && attempts <= 3 ? null : 'There must be 1 to 3 attempts.';
}

function paymentRequest(scope: TemplateScope): Payment {
  const { properties } = scope;
  const word = (property: string) => scope.render(properties[property]).trim();
  const spelled = (property: string) => word(property).toLowerCase().replaceAll('_', '-');
  const { valid_card_types: cards, postal_code: postalCode, security_code: securityCode } = properties;
  const shortest = integerProperty(scope, 'min_postal_code_length', 0);
  return {
    connector: word('payment_connector'),
    method: spelled('payment_method'),
    amount: word('payment_amount'),
    currency: textProperty(scope, 'currency', 'usd'),
    description: word('description'),
    token_type: textProperty(scope, 'payment_token_type', 'reusable'),
    // Flows have two spellings of this card, markup has one.
    card_types: Array.isArray(cards)
      ? cards.map((card) => textOf(card).replace('master-card', 'mastercard'))
      : [],
    bank_account_type: spelled('bank_account_type'),
    security_code: securityCode === undefined || isTrue(securityCode),
    postal_code: scope.render(postalCode).trim(),
    min_postal_code_length: shortest === 0 ? null : shortest,
    timeout_s: integerProperty(scope, 'timeout', 5),
    max_attempts: integerProperty(scope, 'max_attempts', 2),
    language: word('language'),
    parameters: keyValuePairs(scope, 'parameters').map(({ key, value }) => ({ name: key, value })),
  };
}
