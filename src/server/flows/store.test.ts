/** The stores of accounts, flows, revisions, test users and sessions, on every database. */

import { expect, it } from 'vitest';
import {
  deleteExpiredSessions,
  findSession,
  insertSession,
  updateSession,
} from '../accounts/session-store.ts';
import {
  findAccount,
  findFirstAccount,
  insertSignInLink,
  redeemSignInLink,
  upsertAccount,
} from '../accounts/store.ts';
import type { KeysetPage } from '../platform/database/keyset-pagination.ts';
import type { AccountRow, FlowRow, RevisionRow } from '../platform/database/schema/tables.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { findRevision, insertRevision, listRevisions } from './revisions/store.ts';
import { findRunnable } from './runnable/store.ts';
import {
  deleteFlowPiece,
  findFlow,
  flowPieces,
  hideFlow,
  incrementRevision,
  insertFlow,
  listFlows,
  updateFlowRow,
} from './store.ts';
import { listTestUsers, replaceTestUsers } from './test-users/store.ts';

const account = (sid: string, more: Partial<AccountRow> = {}): AccountRow => ({
  sid,
  name: sid,
  user: 'US1',
  token_hash: 'h',
  created_at: 1_700_000_000_000,
  parent: null,
  username: null,
  closed_at: null,
  ...more,
});
const flow = (sid: string, more: Partial<FlowRow> = {}): FlowRow => ({
  sid,
  account: 'AC1',
  author: null,
  tags: '[]',
  friendly_name: 'Name “\u{1f98a}”',
  status: 'draft',
  revision: 1,
  published_revision: null,
  needs_approval: 0,
  digest: '{}',
  verdict: null,
  created_at: 1_700_000_000_000,
  updated_at: null,
  deleted_at: null,
  ...more,
});
const revision = (of: string, number: number): RevisionRow => ({
  flow: of,
  revision: number,
  author: null,
  friendly_name: 'Name',
  status: 'draft',
  definition: '{"description":"\\u0000"}',
  commit_message: null,
  warnings: '[]',
  created_at: 1_700_000_000_000,
});
const sids = (slice: KeysetPage<{ sid: string }>) => slice.rows.map((row) => row.sid);

describeOnEveryDatabase('the rows of flows', ({ current }) => {
  it('upsert an account, and then change only its token', async () => {
    await current().write((tx) => upsertAccount(tx, account('AC1')));
    await current().write((tx) => upsertAccount(tx, account('AC2', { created_at: 1_800_000_000_000 })));
    await current().write((tx) =>
      upsertAccount(tx, account('AC1', { name: 'other', user: 'US9', token_hash: 'new' })),
    );
    expect({ ...(await findAccount(current().read, 'AC1')) }).toEqual(account('AC1', { token_hash: 'new' }));
    expect((await findFirstAccount(current().read))?.sid).toBe('AC1');
    expect(await findAccount(current().read, 'AC9')).toBeUndefined();
  });

  it('let a sign-in link be used once and before it expires', async () => {
    const link = { account: 'AC1', expires_at: 100, used_at: null };
    await current().write(async (tx) => {
      await insertSignInLink(tx, { ...link, token_hash: 'l1' });
      await insertSignInLink(tx, { ...link, token_hash: 'l2' });
    });
    const take = (hash: string, now: number) => current().write((tx) => redeemSignInLink(tx, hash, now));
    expect(await Promise.all([take('l1', 99), take('l1', 99)])).toEqual(
      expect.arrayContaining(['AC1', undefined]),
    );
    expect(await take('l2', 100)).toBeUndefined();
  });

  it('keep a session until it expires', async () => {
    await current().write((tx) =>
      insertSession(tx, {
        ...{ token_hash: 's', account: 'AC1', created_at: 0, expires_at: 100 },
        ...{ person: null, device: '', seen_at: 0, confirmed_at: null, proof: null },
      }),
    );
    expect({ ...(await findSession(current().read, 's', 99)) }).toEqual({
      account: 'AC1',
      expires_at: 100,
      user: 'US1',
      seen_at: 0,
      created_at: 0,
      confirmed_at: null,
      proof: null,
      lacks_second_factor: false,
      person: null,
      memberships: [],
    });
    expect(await findSession(current().read, 's', 100)).toBeUndefined();
    await current().write((tx) => updateSession(tx, 's', { expires_at: 200 }));
    expect((await findSession(current().read, 's', 100))?.expires_at).toBe(200);
    await current().write((tx) => deleteExpiredSessions(tx, 200));
    expect(await findSession(current().read, 's', 0)).toBeUndefined();
  });

  it('page through the flows of one account, newest first, forwards and back', async () => {
    await current().write(async (tx) => {
      for (const sid of ['FW1', 'FW2', 'FW3', 'FWa', 'FWB']) await insertFlow(tx, flow(sid));
      await insertFlow(tx, flow('FWx', { account: 'AC2' }));
    });
    const take = (size: number, direction?: 'older' | 'newer', position = '') =>
      listFlows(current().read, 'AC1', {
        size,
        from: direction === undefined ? null : { direction, position },
      });
    const head = await take(2);
    expect([sids(head), head.newer, head.older]).toEqual([['FWa', 'FWB'], false, true]);
    const next = await take(2, 'older', 'FWB');
    expect([sids(next), next.newer, next.older]).toEqual([['FW3', 'FW2'], true, true]);
    const last = await take(2, 'older', 'FW2');
    expect([sids(last), last.older]).toEqual([['FW1'], false]);
    const back = await take(2, 'newer', 'FW1');
    expect([sids(back), back.newer, back.older]).toEqual([['FW3', 'FW2'], true, true]);
    const front = await take(2, 'newer', 'FW3');
    expect([sids(front), front.newer]).toEqual([['FWa', 'FWB'], false]);
    expect(sids(await take(1000))).toHaveLength(5);
  });

  it('number revisions without gaps, and keep each unchanged', async () => {
    await current().write(async (tx) => {
      await insertFlow(tx, flow('FWr'));
      await insertRevision(tx, revision('FWr', 1));
    });
    const change = () =>
      current().write(async (tx) => {
        const counted = await incrementRevision(tx, 'AC1', 'FWr');
        if (counted === undefined) throw new Error('It is gone.');
        await updateFlowRow(tx, { ...counted, updated_at: 1_900_000_000_000 });
        await insertRevision(tx, revision('FWr', counted.revision));
        return counted.revision;
      });
    const counted = await Promise.all(Array.from({ length: 10 }, change));
    expect(counted.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect({ ...(await findRevision(current().read, 'FWr', 7)) }).toEqual(revision('FWr', 7));
    const slice = await listRevisions(current().read, 'FWr', {
      size: 3,
      from: { direction: 'older', position: '10' },
    });
    expect(slice.rows.map((row) => row.revision)).toEqual([9, 8, 7]);
    expect(await current().write((tx) => incrementRevision(tx, 'AC2', 'FWr'))).toBeUndefined();
  });

  it('keep the order of test users', async () => {
    const many = Array.from({ length: 2_100 }, (_, n) => `user ${2_100 - n}`);
    await current().write((tx) => replaceTestUsers(tx, 'FWr', many));
    expect(await listTestUsers(current().read, 'FWr')).toEqual(many);
    await current().write((tx) => replaceTestUsers(tx, 'FWr', []));
    expect(await listTestUsers(current().read, 'FWr')).toEqual([]);
  });

  it('are deleted with their flow', async () => {
    await current().write((tx) => replaceTestUsers(tx, 'FWr', ['a']));
    const piece = (kind: number) => current().write((tx) => deleteFlowPiece(tx, 'FWr', kind));
    // One that is not deleted stays.
    expect(await piece(flowPieces)).toBeNull();
    expect(await current().write((tx) => hideFlow(tx, 'AC2', 'FWr', 1))).toBe(false);
    expect(await findFlow(current().read, 'AC1', 'FWr')).toBeDefined();
    expect(await current().write((tx) => hideFlow(tx, 'AC1', 'FWr', 1))).toBe(true);
    expect(await current().write((tx) => hideFlow(tx, 'AC1', 'FWr', 2))).toBe(false);
    expect(await findFlow(current().read, 'AC1', 'FWr')).toBeUndefined();
    expect(await findRunnable(current().read, 'AC1', 'FWr')).toBeUndefined();
    for (let kind = 0; kind <= flowPieces; kind += 1) while ((await piece(kind)) !== null);
    expect(await findRevision(current().read, 'FWr', 1)).toBeUndefined();
    expect(await listTestUsers(current().read, 'FWr')).toEqual([]);
  });
});
