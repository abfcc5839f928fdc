/** The order of accounts in the switcher, and which of them a search finds. */

import type { MyAccountResource } from '#api/people/schemas.ts';

/** `isBelow`: it stands below the account above it. */
export type ArrangedAccount = MyAccountResource & { isBelow: boolean };

/** Each with those below it; one whose upper account is not among them stands for itself. Linear in their number. */
export function arrangeAccounts(accounts: readonly MyAccountResource[]): ArrangedAccount[] {
  const known = new Set(accounts.map(({ account_sid }) => account_sid));
  const isBelow = ({ parent_sid: parent }: MyAccountResource) => parent !== null && known.has(parent);
  const below = Map.groupBy(accounts.filter(isBelow), ({ parent_sid }) => parent_sid);
  return accounts
    .filter((account) => !isBelow(account))
    .flatMap((account) => [
      { ...account, isBelow: false },
      ...(below.get(account.account_sid) ?? []).map((each) => ({ ...each, isBelow: true })),
    ]);
}

/** Those whose name has each word of the query, or whose SID begins with it. */
export function findAccounts(accounts: readonly ArrangedAccount[], query: string): ArrangedAccount[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return accounts.filter(
    ({ friendly_name: name, account_sid: sid }) =>
      words.every((word) => name.toLocaleLowerCase().includes(word)) ||
      (words.length === 1 && sid.toLowerCase().startsWith(words[0] ?? '')),
  );
}
