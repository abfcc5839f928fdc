/** The target of email requests: the region, and the account on whose behalf they are made. */

import type { Region } from '#api/email/regions.ts';
import { isSid } from '#api/sid.ts';

/** `actingAs` is the username of a subaccount, or its SID where it has none; null for the own account. */
export type EmailTarget = { region: Region; actingAs: string | null };

/** The first part of every query key of the email service: each target has its own cache entries. */
export function emailTargetKey({ region, actingAs }: EmailTarget): readonly string[] {
  return ['email', region, actingAs ?? ''];
}

/** What the header `on-behalf-of` says, as the service reads it. */
export function onBehalfOf(actingAs: string): string {
  return isSid('AC', actingAs) ? `account-id ${actingAs}` : actingAs;
}
