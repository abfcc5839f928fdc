/** Which pages were this browser's: what they edited, the person at it did. */

import { pageClient } from './page-lock.ts';

const key = 'patchbay.pages';
const maxPages = 200;

let known: ReadonlySet<string> = new Set([pageClient]);

/** True for this page and for earlier ones of this browser. Where it refuses storage, only for this one. */
export function isOwnPage(client: string): boolean {
  return known.has(client);
}

/** From now on this page is known to later ones, and earlier ones to this. */
export function rememberPage(): void {
  known = new Set(withThisPage());
}

function withThisPage(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    const earlier = Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
    const all = [...new Set([...earlier, pageClient])].slice(-maxPages);
    localStorage.setItem(key, JSON.stringify(all));
    return all;
  } catch {
    return [pageClient];
  }
}
