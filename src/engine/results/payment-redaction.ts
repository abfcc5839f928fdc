/** What a flow may keep of a carrier's report about a payment. */

import { type Json, type JsonObject, textOf } from '#flow/json/json.ts';

/** The documented outputs and the plain fields of the call. Whatever else comes with a payment is dropped. */
const allowedFields = new Set([
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
const maskedFields: Readonly<Record<string, number>> = {
  PaymentCardNumber: 4,
  SecurityCode: 0,
  BankAccountNumber: 4,
  BankRoutingNumber: 4,
};

/**
 * The fields of a payment report that may stand in a context. Carriers hide numbers before they send them; one
 * that does not is hidden here, before anything is stored.
 */
export function redactPaymentReport(report: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(report).flatMap(([name, value]): [string, Json][] => {
      if (allowedFields.has(name)) return [[name, value]];
      const open = Object.hasOwn(maskedFields, name) ? maskedFields[name] : undefined;
      return open === undefined ? [] : [[name, maskDigits(textOf(value), open)]];
    }),
  );
}

/** How all fields are named that tell of a payment, whatever else a provider calls them. */
const paymentFieldName =
  /^(payment|pay_?error|profileid|securitycode|expirationdate|bank(account|routing)|card_?(number|no$|cv))/i;

/**
 * The same for a report that came while the flow was at something else, as when the caller hung up meanwhile: what
 * tells of a payment is held to that list, all else stays.
 */
export function redactPaymentFields(report: JsonObject): JsonObject {
  const names = Object.keys(report).filter((name) => paymentFieldName.test(name));
  if (names.length === 0) return report;
  const open = redactPaymentReport(Object.fromEntries(names.map((name) => [name, report[name] ?? null])));
  return Object.fromEntries(
    Object.entries(report).flatMap(([name, value]): [string, Json][] => {
      if (!paymentFieldName.test(name)) return [[name, value]];
      return Object.hasOwn(open, name) ? [[name, open[name] ?? null]] : [];
    }),
  );
}

/** All that another application gives back, which may have taken a payment: only the numbers are hidden. */
export function maskPaymentNumbers(fields: JsonObject): JsonObject {
  const names = Object.keys(fields).filter((name) => Object.hasOwn(maskedFields, name));
  const numbers = names.map((name): [string, Json] => [
    name,
    maskDigits(textOf(fields[name]), maskedFields[name] ?? 0),
  ]);
  return names.length === 0 ? fields : { ...fields, ...Object.fromEntries(numbers) };
}

function maskDigits(number: string, open: number): string {
  const end = number.length - Math.min(open, number.length);
  return number.slice(0, end).replace(/\d/g, 'x') + number.slice(end);
}
