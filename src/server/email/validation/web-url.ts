/** URLs of webhooks and OAuth token endpoints. */

import { invalidField } from './field-error.ts';

/**
 * The URL without surrounding spaces. Whether its address is allowed is checked at each request, because DNS can change.
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
