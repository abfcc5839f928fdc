/** Redacts payment data from carriers' reports (allow list and masking): see decision record 009. */

import { type Json, type JsonObject, textOf } from '#flow/json/json.ts';

/** The allow list: documented outputs and plain fields of the call. All other fields of a payment are dropped. */
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

/** Masked field → how many of its last digits stay visible. */
const maskedFields: Readonly<Record<string, number>> = {
  PaymentCardNumber: 4,
  SecurityCode: 0,
  BankAccountNumber: 4,
  BankRoutingNumber: 4,
};

/**
 * The fields of a payment report that may be stored. Carriers mask numbers before they send them; those of a
 * carrier that does not are masked here, before anything is stored.
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

/** Names of payment fields, including those of other providers. */
const paymentFieldName =
  /^(payment|pay_?error|profileid|securitycode|expirationdate|bank(account|routing)|card_?(number|no$|cv))/i;

/**
 * The same for a report that is not about a payment alone, such as a hang-up during one: payment fields are
 * redacted, all others are kept.
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

/** All fields that another application returns, which may have taken a payment: only numbers are masked. */
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
