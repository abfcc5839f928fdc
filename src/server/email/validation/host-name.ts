/** Host names of email addresses and parse settings. */

import { domainToASCII } from 'node:url';

/**
 * The name in lower case and in ASCII: an internationalized one (IDN) as its A-labels (RFC 5890), in which it is stored and
 * compared. The same text in lower case where it is no valid name.
 */
export function toAsciiHostname(text: string): string {
  const name = text.toLowerCase();
  return /^[\u0020-\u007e]*$/.test(name) ? name : domainToASCII(name) || name;
}
