/** Host names of email addresses, parse settings and sending domains. */

import { domainToASCII } from 'node:url';
import { invalidField } from './field-error.ts';

/**
 * The name in lower case and in ASCII: an internationalized one (IDN) as its A-labels (RFC 5890), in which it is stored and
 * compared. The same text in lower case where it is no valid name.
 */
export function toAsciiHostname(text: string): string {
  const name = text.toLowerCase();
  return /^[\u0020-\u007e]*$/.test(name) ? name : domainToASCII(name) || name;
}

/** The name in lower case, an internationalized one as A-labels. @throws Refusal for an invalid host name (RFC 1123) */
export function parseHostname(field: string, text: string, example: string): string {
  const name = toAsciiHostname(text.trim()).replace(/\.$/, '');
  const labels = name.split('.');
  const good = name.length <= 253 && labels.every((each) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(each));
  if (good) return name;
  throw invalidField(
    field,
    `${field} is not a host name`,
    `Give a name such as ${example}, without http://.`,
  );
}
