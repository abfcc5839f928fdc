/** Replaces the address of a contact in recorded steps, so that what is kept of them does not name the contact. */

import { isObject, type Json } from '#flow/json/json.ts';
import type { RecordedStep } from './execution-record.ts';

/** The contact of kept tests: a number that no carrier gives to anybody. */
const testContact = '+15005550001';

/** The steps with another address in the place of `contact`, also within texts. A channel such as `whatsapp:` stays. */
export function withTestContact(steps: readonly RecordedStep[], contact: string): RecordedStep[] {
  const prefix = /^[a-z]+:/.exec(contact)?.[0] ?? '';
  const address = contact.slice(prefix.length);
  const isNumber = /^\+\d{6,}$/.test(address);
  const replaced = (value: Json): Json => {
    if (typeof value === 'string') {
      // Some fields have the number without its plus sign.
      if (isNumber) return value.replaceAll(address.slice(1), testContact.slice(1));
      return value === contact ? prefix + testContact : value;
    }
    if (Array.isArray(value)) return value.map(replaced);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]));
  };
  return steps.map((step) => ({
    ...step,
    changes: step.changes.map(({ path, value }) => ({ path, value: replaced(value) })),
  }));
}
