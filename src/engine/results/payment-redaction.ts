/** Redacts payment data from carriers' reports (allow list and masking): see decision record 009. */

import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';

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
  /^(payment|pay_?error|profileid|security_?code|expiration_?date|expiry|bank_?(account|routing)|routing_?number|(credit|debit)_?card|card_?(number|no$|cv|code|exp|holder)|cvv|cvc|cv2$|csc$|pan$|primary_?account|iban$|track_?[12])/i;

/**
 * The same for what is not a report about a payment: every message, and every other report of a call. Payment fields
 * are redacted, also inside of objects; all others are kept.
 */
export function redactPaymentFields(fields: JsonObject): JsonObject {
  if (!hasPaymentField(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
      paymentFieldName.test(name)
        ? Object.entries(redactPaymentReport({ [name]: value }))
        : [[name, redactInside(value)]],
    ),
  );
}

function redactInside(value: Json): Json {
  if (Array.isArray(value)) return value.map(redactInside);
  return isObject(value) ? redactPaymentFields(value) : value;
}

function hasPaymentField(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasPaymentField);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inner]) => paymentFieldName.test(name) || hasPaymentField(inner));
}

/** All fields that another application returns, which may have taken a payment: only numbers are masked. */
export function maskPaymentNumbers(fields: JsonObject): JsonObject {
  const names = Object.keys(fields).filter((name) => openDigits(name) !== undefined);
  const numbers = names.map((name): [string, Json] => [
    name,
    maskDigits(textOf(fields[name]), openDigits(name) ?? 0),
  ]);
  return names.length === 0 ? fields : { ...fields, ...Object.fromEntries(numbers) };
}

/** How many digits stay visible of a number in a field of any provider; undefined for other fields. */
function openDigits(name: string): number | undefined {
  if (Object.hasOwn(maskedFields, name)) return maskedFields[name];
  if (/^(security_?code|cvv|cvc|cv2$|csc$|card_?cv)/i.test(name)) return 0;
  return /^((payment|credit|debit)?_?card_?(number|no)|pan|iban|primary_?account_?number)$/i.test(name)
    ? 4
    : undefined;
}

function maskDigits(number: string, open: number): string {
  const end = number.length - Math.min(open, number.length);
  return number.slice(0, end).replace(/\d/g, 'x') + number.slice(end);
}
