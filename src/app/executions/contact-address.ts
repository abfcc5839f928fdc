/** What is wrong with an address that a person has typed. */

/** What a number has beside its digits when people write it for people: `(0171) 123-45`. */
const written = /^[+()\d\s./-]*\d[()\d\s./-]*$/;
/** E.164, or a short code. */
const number = /^(?:\+[1-9]\d{6,14}|\d{3,8})$/;
const channels = /^(?:whatsapp|rcs|viber|sms):(.*)$/i;

/**
 * Null for an address that a carrier may take: a number as in E.164, a short code, an alphanumeric sender, or an
 * identity such as `client:reception`, `sip:office@example.org` or an email address.
 */
export function addressError(typed: string): 'missing' | 'number' | 'blank' | null {
  const text = typed.trim();
  if (text === '') return 'missing';
  const address = channels.exec(text)?.[1] ?? text;
  if (written.test(address)) return number.test(address) ? null : 'number';
  return /\s/.test(address) && !/^[a-z0-9 ]{1,11}$/i.test(address) ? 'blank' : null;
}
