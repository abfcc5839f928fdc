/** The name under which others see the person at this browser. */

import { fetchSession } from '../../client/people/session.ts';

const key = 'patchbay.nickname';
const maxLength = 40;

let accountName = '';

/** What the person has set, otherwise the name of the account, as far as it is known. */
export function nickname(): string {
  return readNickname() || accountName;
}

/** Where the browser refuses storage there is none. */
export function readNickname(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Where the browser refuses storage, others go on seeing the account's name. */
export function setNickname(name: string): void {
  try {
    localStorage.setItem(key, name.trim().slice(0, maxLength));
  } catch {
    // Nothing can be kept.
  }
}

/** Asks once who is signed in. */
export async function loadAccountName(): Promise<void> {
  accountName = (await fetchSession().catch(() => null))?.friendly_name ?? '';
}
