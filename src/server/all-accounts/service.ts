/**
 * Service functions of what a person may see in all accounts in which they have a role. A request reads some accounts, each by
 * the statement that its own list has, and merges their rows, newest first; the next one goes on in them, then in the next ones.
 */

import { accountsAtOnce } from '#api/people/all-accounts-operations.ts';
import { isAllowed, type Permission } from '#api/people/roles.ts';
import type { AccountOfPerson } from '../accounts/people/switch-service.ts';
import { listMyAccounts } from '../accounts/people/switch-service.ts';
import type { KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';

/** A row with the account that it is in, and what the caller may do there. */
export type RowOfAccount<Row> = { account: AccountOfPerson; row: Row };

/** `end` is the position behind the page; null where there is no more. */
export type PageOverAccounts<Row> = { rows: RowOfAccount<Row>[]; end: string | null };

/** How the list of one account is read, and where a row stands in it: a SID, or a time, a dot and an id. */
export type ListOfAccount<Row> = {
  read(
    caller: Caller,
    request: KeysetPageRequest,
  ): Promise<{ rows: readonly Row[]; older: boolean; searchedTo?: string | null }>;
  positionOf(row: Row): string;
};

/** Without `account` all; it is a part of a name, or a SID. */
export type AccountsWanted = { permission: Permission; account: string | undefined };

/** The SID of the first account that is read, and the position in each of them, empty for its head. */
const positionPattern = /^(AC[0-9a-f]{32})~(.*)$/;

export function isPosition(text: string, isInner: (inner: string) => boolean): boolean {
  const [, first, inner = ''] = positionPattern.exec(text) ?? [];
  return first !== undefined && (inner === '' || isInner(inner));
}

/** `from` is a position. */
export async function listOverAccounts<Row>(
  ctx: ServiceContext,
  caller: Caller,
  wanted: AccountsWanted,
  { size, from }: { size: number; from: string | null },
  { read, positionOf }: ListOfAccount<Row>,
): Promise<PageOverAccounts<Row>> {
  const [, first = '', inner = ''] = positionPattern.exec(from ?? '') ?? [];
  const accounts = (await accountsOf(ctx, caller, wanted)).filter(({ sid }) => sid >= first);
  const group = accounts.slice(0, accountsAtOnce);
  const request: KeysetPageRequest = {
    size,
    from: inner === '' ? null : { direction: 'older', position: inner },
  };
  const found: (RowOfAccount<Row> & { position: string })[] = [];
  let hasMore = false;
  // What was not searched in one account may be newer than what was found in another.
  let horizon: string | null = null;
  for (const account of group) {
    const page = await read({ ...caller, account: account.sid, role: account.role }, request);
    found.push(...page.rows.map((row) => ({ account, row, position: positionOf(row) })));
    hasMore ||= page.older;
    const end = page.searchedTo ?? null;
    if (end !== null && (horizon === null || isNewer(end, horizon))) horizon = end;
  }
  const known = found
    .filter(({ position }) => horizon === null || !isNewer(horizon, position))
    .sort((one, other) => (isNewer(one.position, other.position) ? -1 : 1));
  const rows = known.slice(0, size);
  const [head, next] = [group[0], accounts[accountsAtOnce]];
  if (head !== undefined && (hasMore || known.length > size)) {
    const last = rows.length === size ? rows.at(-1)?.position : null;
    return { rows, end: `${head.sid}~${last ?? horizon ?? ''}` };
  }
  return { rows, end: next === undefined ? null : `${next.sid}~` };
}

/**
 * By their SIDs; without those that require a second factor which the session lacks. A program, and a caller without a session of
 * the page, sees the account of its credentials alone.
 */
async function accountsOf(
  ctx: ServiceContext,
  caller: Caller,
  { permission, account }: AccountsWanted,
): Promise<AccountOfPerson[]> {
  const isPerson = caller.isSession === true && caller.person !== undefined;
  const all = await listMyAccounts(ctx, caller);
  const part = account?.toLowerCase();
  return all
    .filter(({ sid }) => isPerson || sid === caller.account)
    .map((each) => (isPerson ? each : { ...each, role: caller.role }))
    .filter(({ needs_proof }) => !(needs_proof && caller.isByPassword === true))
    .filter(({ role }) => isAllowed(role, permission))
    .filter(
      ({ sid, name }) =>
        part === undefined || sid.toLowerCase() === part || name.toLowerCase().includes(part),
    )
    .sort((one, other) => (one.sid < other.sid ? -1 : 1));
}

/** Whether a position is nearer to the head of a list than another one. */
export function isNewer(one: string, other: string): boolean {
  const [oneTime, oneId] = partsOf(one);
  const [otherTime, otherId] = partsOf(other);
  return oneTime === otherTime ? oneId > otherId : oneTime > otherTime;
}

function partsOf(position: string): [time: number, id: string] {
  const dot = position.indexOf('.');
  return dot === -1 ? [0, position] : [Number(position.slice(0, dot)), position.slice(dot + 1)];
}
