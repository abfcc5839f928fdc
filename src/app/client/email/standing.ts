/** Where one stands in the email service: in which region, and on behalf of whom. Every request says both. */

import { type Region, regionPrefixes } from '#api/email/regions.ts';
import { isSid } from '#api/sid.ts';

/** `actingFor` is the user name of an account below one's own, or its SID where it has no name; null is oneself. */
export type Standing = { region: Region; actingFor: string | null };

/** The first part of every query key of the email service: nothing of one standing shows in another. */
export function standingKey({ region, actingFor }: Standing): readonly string[] {
  return ['email', region, actingFor ?? ''];
}

/** What the header `on-behalf-of` says, as the service reads it. */
export function onBehalfOf(actingFor: string): string {
  return isSid('AC', actingFor) ? `account-id ${actingFor}` : actingFor;
}

export function addressIn({ region }: Standing, path: string): string {
  return regionPrefixes[region] + path;
}
