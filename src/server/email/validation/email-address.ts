/** Addresses of recipients as lists keep them. */

import { invalidField } from './field-error.ts';

/** The address in small letters; null for a text that is none. It says nothing about whether mail arrives. */
export function parseEmailAddress(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 320 && /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(email) ? email : null;
}

/** Each address once, in small letters. @throws Refusal naming the first that is none */
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
