/**
 * What of a response is about a contact: the annotation `personal` of a field's schema, which `/openapi.json` shows as
 * `x-personal`. Callers without the permission `contacts.unmasked` get those fields masked.
 */

/**
 * address: a phone number, email address or name, of which the country or the initial stays. text: words of a contact.
 * json: a value of any shape, whose keys stay. keys: names, of which only addresses are masked. id: null, as it is made of
 * an address.
 */
export const personalKinds = ['address', 'text', 'json', 'keys', 'id'] as const;

export type PersonalKind = (typeof personalKinds)[number];

export function isPersonalKind(value: unknown): value is PersonalKind {
  return (personalKinds as readonly unknown[]).includes(value);
}

/** What the schema of a field says about it; undefined where it says nothing. */
export function personalKindOf(schema: object): PersonalKind | undefined {
  return 'personal' in schema && isPersonalKind(schema.personal) ? schema.personal : undefined;
}
