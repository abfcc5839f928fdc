/** The merge of the lists of several accounts, where the search in one of them ended before its page was full. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../platform/service-context.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import { isNewer, listOverAccounts } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

it('shows nothing that is older than what was not searched yet', async () => {
  const { ctx, account, other } = server;
  const person = { sid: ctx.ids.sid('US'), name: 'Ann', email: 'ann@example.org' };
  await ctx.database.write(async (tx) => {
    const row = { ...person, password_hash: '', created_at: 0 };
    await tx.insertInto('people').values(row).execute();
    for (const each of [account, other]) {
      const role = 'viewer' as const;
      const member = { account: each.account_sid, person: person.sid, role, created_at: 0 };
      await tx
        .insertInto('members')
        .values({ ...member, blocked_at: null, seen_at: null })
        .execute();
    }
  });
  const caller: Caller = {
    ...{ account: account.account_sid, user: null, role: 'viewer', isSession: true, person },
  };
  // The second account has nothing among the newest; it was searched back to 60, then to its end.
  const rows: Record<string, number[]> = { [account.account_sid]: [90, 70, 50], [other.account_sid]: [40] };
  const read = async (own: Caller, { from }: { from: { position: string } | null }) => {
    const before = Number(from?.position.split('.')[0] ?? 100);
    const isSecond = own.account === other.account_sid;
    const found = (rows[own.account] ?? []).filter((time) => time < before);
    const isSearched = !isSecond || before <= 60;
    return {
      rows: isSearched ? found : [],
      ...{ older: !isSearched, searchedTo: isSearched ? null : '60.x' },
    };
  };
  const list = (from: string | null) =>
    listOverAccounts(
      ctx,
      caller,
      { permission: 'flows.read', account: undefined },
      { size: 10, from },
      { read, positionOf: (time: number) => `${time}.x` },
    );
  const one = await list(null);
  expect(one.rows.map(({ row }) => row)).toEqual([90, 70]);
  const two = await list(one.end);
  expect(two.rows.map(({ row }) => row)).toEqual([50, 40]);
  expect(two.end).toBeNull();
});

it('compares times as numbers, then ids', () => {
  expect(isNewer('10.a', '9.b')).toBe(true);
  expect(isNewer('9.b', '9.a')).toBe(true);
  expect(isNewer('FW2', 'FW1')).toBe(true);
  expect(isNewer('9.a', '9.a')).toBe(false);
});
