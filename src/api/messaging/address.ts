/**
 * Addresses of contacts and of flows: phone numbers (E.164) and short codes, SIP and email-like addresses, clients
 * (`client:name`), addresses with the prefix of a channel (`whatsapp:+15005550006`), names of senders and of chat
 * users, and SIDs of services.
 */

import { withoutPunctuation } from '#flow/address.ts';
import { foldText } from '#flow/text/fold-text.ts';

/** Longer than any phone number, SIP address or chat identity. */
export const maxAddressLength = 300;

/** ITU-T E.164: a plus sign and at most 15 digits. Without the sign: a short code, or a number without country code. */
const phoneNumber = /^\+?\d{1,15}$/;

/** Of a channel or a scheme: whatsapp, messenger, client, sip, tel. */
const prefixed = /^([a-z][a-z\d+.-]{0,31}):(.+)$/i;
const localPart = /^[^\s\p{Cc}]+$/u;
const mailbox = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** A number of the range that is reserved for tests: at no carrier does it reach anybody. */
export const isTestNumber = (address: string) => /^\+1500555\d{4}$/.test(address);

/** A sender's name, a chat user's, or a SID. */
const name = /^[\p{L}\p{N}][\p{L}\p{N}_.+-]{0,63}$/u;

/**
 * The phone number without spaces, dashes, dots, slashes, brackets and characters that nobody sees, with digits of every
 * script as 0 to 9; null for anything that is not a phone number or a short code.
 */
export function normalizePhoneNumber(text: string): string | null {
  const number = withoutPunctuation(foldText(text));
  return phoneNumber.test(number) ? number : null;
}

/** The address in the form in which it is stored and compared; null when the text is no address. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxAddressLength) return null;
  const number = normalizePhoneNumber(trimmed);
  if (number !== null) return number;
  const [, prefix, rest] = prefixed.exec(trimmed) ?? [];
  if (prefix !== undefined && rest !== undefined) {
    const prefixedNumber = normalizePhoneNumber(rest);
    if (prefixedNumber !== null) return `${prefix}:${prefixedNumber}`;
    return localPart.test(rest) ? trimmed : null;
  }
  return mailbox.test(trimmed) || name.test(trimmed) ? trimmed : null;
}
