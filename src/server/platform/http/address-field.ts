/** Fields that hold an address of a contact or of a flow. */

import { normalizeAddress } from '#api/messaging/address.ts';
import { addressError, type Party } from '#flow/address.ts';
import type { Refusal } from '../errors.ts';
import { invalidParameter } from './form.ts';

/**
 * An address that a request names, in the form in which it is stored.
 *
 * @throws Refusal naming `field` when the text is no address that a contact can be reached at, or a sender can have
 */
export function requireAddress(text: string, field: string, party: Party): string {
  const address = readAddress(text, field);
  const wrong = addressError(address, party);
  if (wrong === null) return address;
  if (wrong === 'number')
    throw invalidParameter(
      field,
      'must be a phone number in E.164 form, such as +15005550006, or a short code',
    );
  throw noAddress(field);
}

/**
 * An address that a carrier posts, in the form in which it is stored: what it calls its numbers is its own matter.
 *
 * @throws Refusal naming `field` when the text can be no address
 */
export function readAddress(text: string, field: string): string {
  const address = normalizeAddress(text);
  if (address === null) throw noAddress(field);
  return address;
}

function noAddress(field: string): Refusal {
  return invalidParameter(
    field,
    'must be a phone number, a SIP address, a client name or the SID of a messaging service',
  );
}

/** The address by which a list is filtered: as it is stored, or as it was given where it cannot be stored. */
export function addressFilter(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (normalizeAddress(text) ?? text);
}
