/** What a flow may keep of a carrier's report about a payment. */

import { type Json, type JsonObject, textOf } from '#flow/json.ts';

/** The documented outputs and the plain fields of the call. Whatever else comes with a payment is dropped. */
const kept = new Set([
  'Result',
  'PaymentToken',
  'PaymentConfirmationCode',
  'PaymentCardType',
  'PaymentCardPostalCode',
  'ExpirationDate',
  'ProfileId',
  'PaymentMethod',
  'PaymentError',
  'PayErrorCode',
  'ConnectorError',
  'AccountSid',
  'ApiVersion',
  'CallSid',
  'CallStatus',
  'Called',
  'Caller',
  'Direction',
  'From',
  'To',
]);

/** Field → how many of its last digits may be read. */
const masked: Readonly<Record<string, number>> = {
  PaymentCardNumber: 4,
  SecurityCode: 0,
  BankAccountNumber: 4,
  BankRoutingNumber: 4,
};

/**
 * The fields of a payment report that may stand in a context. Carriers hide numbers before they send them; one
 * that does not is hidden here, before anything is stored.
 */
export function paymentFields(report: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(report).flatMap(([name, value]): [string, Json][] => {
      if (kept.has(name)) return [[name, value]];
      const open = Object.hasOwn(masked, name) ? masked[name] : undefined;
      return open === undefined ? [] : [[name, hidden(textOf(value), open)]];
    }),
  );
}

function hidden(number: string, open: number): string {
  const end = number.length - Math.min(open, number.length);
  return number.slice(0, end).replace(/\d/g, 'x') + number.slice(end);
}
