/** Fields that hold an address of a contact or of a flow. */

import { normalizeAddress } from '#api/messaging/address.ts';
import { invalidParameter } from './form.ts';

/** The address in the form in which it is stored. @throws Refusal naming `field` when the text is no address */
export function requireAddress(text: string, field: string): string {
  const address = normalizeAddress(text);
  if (address !== null) return address;
  throw invalidParameter(
    field,
    'must be a phone number, a SIP address, a client name or the SID of a messaging service',
  );
}

/** The address by which a list is filtered: as it is stored, or as it was given where it cannot be stored. */
export function addressFilter(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (normalizeAddress(text) ?? text);
}
