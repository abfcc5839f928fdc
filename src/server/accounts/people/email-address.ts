/** The one form in which addresses of people are stored and compared. */

import { domainToASCII } from 'node:url';

const asciiOnly = /^[\u0020-\u007e]*$/;
const lowerAscii = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Without case of ASCII letters, and a domain as its A-labels (RFC 5890). Other letters stay as they are: some become an ASCII
 * letter in lower case, and with it the address of somebody else.
 */
export function normalizeEmail(email: string): string {
  const text = email.trim();
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const ascii = asciiOnly.test(domain) ? domain : domainToASCII(domain) || domain;
  return lowerAscii(text.slice(0, at) + ascii);
}
