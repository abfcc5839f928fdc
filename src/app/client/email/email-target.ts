/** Where one stands in the email service: in which region, and on behalf of whom. Every request says both. */

import { type Region, regionPrefixes } from '#api/email/regions.ts';
import { isSid } from '#api/sid.ts';

/** `actingAs` is the user name of an account below one's own, or its SID where it has no name; null is oneself. */
export type EmailTarget = { region: Region; actingAs: string | null };

/** The first part of every query key of the email service: nothing of one target shows in another. */
export function emailTargetKey({ region, actingAs }: EmailTarget): readonly string[] {
  return ['email', region, actingAs ?? ''];
}

/** What the header `on-behalf-of` says, as the service reads it. */
export function onBehalfOf(actingAs: string): string {
  return isSid('AC', actingAs) ? `account-id ${actingAs}` : actingAs;
}

export function regionalPath({ region }: EmailTarget, path: string): string {
  return regionPrefixes[region] + path;
}
