/** What is wrong with the address of a contact, a sender or a party of a call, as a person has typed it. */

/** What people write between the digits of a phone number. */
const punctuation = /[ \t().\-\u2010-\u2015\u00a0\u202f/]/g;

/** Only what people write in a phone number: `(0171) 123-45`. */
const written = /^[+()\d\s./\-\u2010-\u2015\u00a0\u202f]*\d[()\d\s./\-\u2010-\u2015\u00a0\u202f]*$/;

/** ITU-T E.164 with its plus sign, or a short code. */
const number = /^(?:\+[1-9]\d{6,14}|\d{3,8})$/;
const channels = /^(?:whatsapp|rcs|viber|sms):(.*)$/i;

/** RFC 3261: name and host; the scheme may be left out. */
const sip = /^(?:sips?:)?[^\s@:]+(?::[^\s@]+)?@[^\s@]+$/i;

/** The text without what people write between the digits of a phone number. Grows: n in text. */
export function withoutPunctuation(text: string): string {
  return text.replace(punctuation, '');
}

/** Of a channel or a scheme: `client:reception`, `chat:front.desk`. */
const identity = /^[a-z][a-z\d+.-]{0,31}:\S+$/i;

/** Of a messaging service, a chat service or a conversation. */
const serviceSid = /^[A-Z]{2}[\da-f]{32}$/i;

/** A contact is reached at the address; a sender may also be a name. */
export type Party = 'contact' | 'sender';

/**
 * Null for an address that a carrier may take: a number as in E.164, a short code, or an identity such as
 * `client:reception`, `sip:office@example.org`, an email address or the SID of a service; for a sender also a name.
 * Grows: n in text.
 */
export function addressError(
  typed: string,
  party: Party = 'sender',
): 'missing' | 'number' | 'blank' | 'name' | null {
  const text = typed.trim();
  if (text === '') return 'missing';
  const address = channels.exec(text)?.[1] ?? text;
  if (written.test(address)) return number.test(address) ? null : 'number';
  if (/\s/.test(address) && !/^[a-z0-9 ]{1,11}$/i.test(address)) return 'blank';
  return party === 'sender' || identity.test(text) || sip.test(text) || serviceSid.test(text) ? null : 'name';
}

/** True for a number as in E.164, or a short code. */
export function isPhoneNumber(text: string): boolean {
  return number.test(text.trim());
}

/** True for a SIP address: `sip:name@company.example`. */
export function isSipAddress(text: string): boolean {
  return sip.test(text.trim());
}

/** The number in E.164 that is written with blanks, brackets or 00; null where its country is not known. */
export function asPhoneNumber(text: string): string | null {
  const digits = withoutPunctuation(text).replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}
