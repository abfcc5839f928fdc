/**
 * The grammar of email addresses, for what is sent, received and stored: RFC 5321 with quoted local parts, and what phones, printers and old
 * systems have without quotes.
 */

import { domainToUnicode } from 'node:url';
import { invalidField } from './field-error.ts';
import { toAsciiHostname } from './host-name.ts';

/** `local` is as on the wire, with its quotes; `domain` without a final dot. */
export type Mailbox = { local: string; domain: string };

const maxLength = 320;
const quotedLocal = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
/** Dots anywhere: millions of old addresses of phones have two of them, or one at the end. */
const plainLocal = String.raw`[^\s@<>",;\p{Cc}]+`;
const mailbox = new RegExp(`^(${quotedLocal}|${plainLocal})@(${plainLocal}?)\\.?$`, 'u');
const plain = new RegExp(`^${plainLocal}$`, 'u');
/** Characters without a width would make two addresses look like one. */
const unseen = /[\u200b\u2060\ufeff]/;

/** Null when the text is not an address. Does not check whether it is deliverable. */
export function readMailbox(text: string): Mailbox | null {
  if (text.length > maxLength) return null;
  const [, local, domain] = mailbox.exec(text.trim()) ?? [];
  if (local === undefined || domain === undefined) return null;
  return { local, domain };
}

/**
 * The form in which addresses are compared and stored: in lower case, and without quotes that change nothing. What is no address is in
 * lower case too.
 */
export function foldAddress(text: string): string {
  const found = readMailbox(text);
  if (found === null) return text.trim().toLowerCase();
  const inner = found.local.startsWith('"') ? found.local.slice(1, -1).replaceAll(/\\(.)/gu, '$1') : null;
  const local = inner !== null && plain.test(inner) ? inner : found.local;
  return `${local}@${found.domain}`.toLowerCase();
}

/** The form in which it is given to other servers: the local part in its letters, an international domain as A-labels (RFC 5890). */
export function wireAddress(text: string): string {
  const found = readMailbox(text);
  if (found === null) return text.trim();
  const { local, domain } = found;
  return `${local}@${/^[\u0020-\u007e]*$/.test(domain) ? domain : toAsciiHostname(domain)}`;
}

/** The address as it is compared; null when the text is not an address. */
export function parseEmailAddress(text: string): string | null {
  return readMailbox(text) === null ? null : foldAddress(text);
}

/** The distinct addresses as they are compared. @throws Refusal naming the first that is not an address */
export function parseEmailAddresses(field: string, texts: readonly string[]): string[] {
  const emails = texts.map((text, index) => {
    const email = parseEmailAddress(text);
    if (email !== null) return email;
    throw invalidField(
      `${field}.${index}`,
      `'${text}' is not an email address.`,
      'Give addresses such as someone@example.com.',
    );
  });
  return [...new Set(emails)];
}

/** A source route (RFC 5321, appendix C) is ignored. */
const inBrackets = /^<(?:@[^\s,:@<>]+(?:,@[^\s,:@<>]+)*:)?((?:"(?:[^"\\]|\\.)*"|[^"<>])+)>(.*)$/s;

/**
 * The path of MAIL FROM or RCPT TO, and the parameters behind it; null for what is none, and for the empty one. Devices leave out the
 * brackets, and the domain. International domains are given in their own letters.
 */
export function readPath(text: string): { address: string; parameters: string } | null {
  const [, path, parameters = ''] =
    inBrackets.exec(text.trim()) ?? /^([^\s<>]+)(.*)$/s.exec(text.trim()) ?? [];
  if (path === undefined || unseen.test(path)) return null;
  const found = readMailbox(path);
  if (found === null)
    return plain.test(path) && path.length <= maxLength ? { address: path, parameters } : null;
  const domain = found.domain.startsWith('[') ? found.domain : domainToUnicode(found.domain) || found.domain;
  return { address: `${found.local}@${domain}`, parameters };
}
