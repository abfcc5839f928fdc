/**
 * Masks addresses of contacts, so that a list shows who is who but not whom to call: phone numbers, email addresses, names
 * of chat users. What is left has the same length for all. Pure.
 */

import { isMasked } from './is-masked.ts';
import { sidPattern } from './sid-pattern.ts';

/** The same for all texts, so that it does not give their length away. */
export const hidden = '•••••';

const phoneNumber = /^(\+?)[\d\s()./-]{1,40}$/;
const emailAddress = /^([^\s@]+)@(?:[^\s@]*\.)?([^\s@.]+)$/;
/** Of a channel or a scheme. Another word before a colon may be a person's name. */
const channelPrefix = /^(whatsapp|messenger|rcs|client|sips?|tel|mailto|chat):(.+)$/is;

/** Longer than any address; a longer text is masked whole. */
const maxLength = 320;

/**
 * `+44 ••• ••12`, `j•••@•••.example`, `client:r•••••`: of a phone number the country and two digits, of an email address
 * the first letter and the top-level domain, of a name the first letter; of what is too short for that nothing. A SID stays.
 */
export function maskAddress(address: string): string {
  if (address.length > maxLength) return hidden;
  if (isMasked(address) || sidPattern.test(address)) return address;
  const [, prefix, rest] = channelPrefix.exec(address) ?? [];
  if (prefix !== undefined && rest !== undefined) return `${prefix}:${maskAddress(rest)}`;
  const [, plus] = phoneNumber.exec(address) ?? [];
  if (plus !== undefined) return maskPhoneNumber(plus, address.replaceAll(/\D/g, ''));
  const [, local, domain] = emailAddress.exec(address) ?? [];
  if (local !== undefined && domain !== undefined) return maskEmailAddress(local, domain);
  return initialOf(address) + hidden;
}

function maskPhoneNumber(plus: string, digits: string): string {
  if (digits.length < 7) return hidden;
  const country = plus === '' ? '' : `+${callingCode(digits)} `;
  return `${country}••• ••${digits.slice(-2)}`;
}

/** The domain of one person or family names them as well as the mailbox does, so only its last label stays. */
function maskEmailAddress(local: string, domain: string): string {
  return `${initialOf(local)}•••@•••${/^[a-z]{2,24}$/i.test(domain) ? `.${domain}` : ''}`;
}

/** Of fewer than three characters it would be too much. */
function initialOf(name: string): string {
  const characters = [...name];
  const [first] = characters;
  return characters.length < 3 || first === undefined ? '' : first;
}

/** ITU-T E.164: the country codes of one digit and of two; all others have three. */
const shortCallingCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

function callingCode(digits: string): string {
  return shortCallingCode.exec(digits)?.[0] ?? digits.slice(0, 3);
}
