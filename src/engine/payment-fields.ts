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

/** How all fields are named that tell of a payment, whatever else a provider calls them. */
const ofPayment =
  /^(payment|pay_?error|profileid|securitycode|expirationdate|bank(account|routing)|card_?(number|no$|cv))/i;

/**
 * The same for a report that came while the flow was at something else, as when the caller hung up meanwhile: what
 * tells of a payment is held to that list, all else stays.
 */
export function withoutPayment(report: JsonObject): JsonObject {
  const names = Object.keys(report).filter((name) => ofPayment.test(name));
  if (names.length === 0) return report;
  const open = paymentFields(Object.fromEntries(names.map((name) => [name, report[name] ?? null])));
  return Object.fromEntries(
    Object.entries(report).flatMap(([name, value]): [string, Json][] => {
      if (!ofPayment.test(name)) return [[name, value]];
      return Object.hasOwn(open, name) ? [[name, open[name] ?? null]] : [];
    }),
  );
}

/** All that another application gives back, which may have taken a payment: only the numbers are hidden. */
export function hidingNumbers(fields: JsonObject): JsonObject {
  const names = Object.keys(fields).filter((name) => Object.hasOwn(masked, name));
  const numbers = names.map((name): [string, Json] => [
    name,
    hidden(textOf(fields[name]), masked[name] ?? 0),
  ]);
  return names.length === 0 ? fields : { ...fields, ...Object.fromEntries(numbers) };
}

function hidden(number: string, open: number): string {
  const end = number.length - Math.min(open, number.length);
  return number.slice(0, end).replace(/\d/g, 'x') + number.slice(end);
}
