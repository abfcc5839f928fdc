/** Email addresses of recipients, normalized as suppression lists store them. */

import { invalidField } from './field-error.ts';

/** The address in lower case; null when the text is not an address. Does not check whether it is deliverable. */
export function parseEmailAddress(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 320 && /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(email) ? email : null;
}

/** The distinct addresses in lower case. @throws Refusal naming the first that is not an address */
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
