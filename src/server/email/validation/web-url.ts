/** URLs that the email service posts to or fetches tokens from. */

import { invalidField } from './field-error.ts';

/**
 * The URL without the spaces around it. Whether its address may be reached is asked whenever it is: what a
 * name stands for can change.
 *
 * @throws Refusal naming the field
 */
export function parseWebUrl(field: string, text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidField(
      field,
      `${field} is not a URL`,
      'Give a whole http or https URL, such as https://example.com/events.',
    );
  }
  return text.trim();
}

/** Whether two texts are the same URL. */
export function isSameUrl(one: string, other: string): boolean {
  return URL.parse(one)?.href === URL.parse(other)?.href;
}
