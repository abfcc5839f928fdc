/** Who is at this page, as the others see them: the member, or the account whose credentials were used. */

import { fetchSession } from '../../client/people/session.ts';
import { commentClient } from '../../comments/browser-state.ts';

let name = '';
let sid: string | null = null;

/** Empty until it is known. */
export const ownName = (): string => name;

/** As `PresenceState` names who is at a page: the SID of the member, or else this browser. */
export const ownPerson = (): string => sid ?? commentClient();

/** Asks once who is signed in. */
export async function loadOwnName(): Promise<void> {
  const session = await fetchSession().catch(() => null);
  name = session?.person?.name ?? session?.friendly_name ?? '';
  sid = session?.person?.sid ?? null;
}
