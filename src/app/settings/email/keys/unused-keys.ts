/** Keys that no program seems to need: not used for a long time, or never since they were created. Pure. */

import type { ListedKey } from '#api/email/keys.ts';

export const unusedDays = 90;

/** `now` is epoch milliseconds. Not known of a key without its usage. */
export function isUnused({ usage }: Pick<ListedKey, 'usage'>, now: number): boolean {
  if (usage === undefined) return false;
  return now - Date.parse(usage.last_used_at ?? usage.created_at) >= unusedDays * 86_400_000;
}
