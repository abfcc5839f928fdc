/** The stores of email, on each database. */

import { beforeAll, expect, it } from 'vitest';
import { upsertAccount } from '../accounts/store.ts';
import type { EmailKeyRow, EventWebhookRow, Owner } from '../platform/database/schema/email.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import {
  consumeFromWindow,
  deleteExpiredWindows,
  findKeyByHash,
  findSubaccount,
  lockAccount,
  touchKey,
} from './access/store.ts';
import { findWebhook } from './events/store/queue.ts';
import {
  changeEventWebhook,
  findEventWebhook,
  insertEventWebhook,
  replaceEventWebhook,
} from './events/store/webhooks.ts';
import { countKeys, insertKey, listKeys, upsertConfiguredKey } from './keys/store.ts';
import { findHostname, insertParseSetting } from './parse-settings/store.ts';
import { findReceivedByDay, incrementReceived } from './statistics/store.ts';
import {
  changeGroup,
  countSuppressedPage,
  findGroups,
  groupsWithout,
  insertGroup,
  insertGroupSuppressions,
  listGroupSuppressions,
} from './suppressions/groups/store.ts';
import {
  deleteSuppressions,
  findSuppressions,
  listSuppressions,
  upsertSuppressions,
} from './suppressions/store.ts';

const owner: Owner = { account: 'AC1', region: 'global' };
const elsewhere: Owner = { account: 'AC1', region: 'eu' };

const key = (id: string, more: Partial<EmailKeyRow> = {}): EmailKeyRow => ({
  ...owner,
  id,
  name: id,
  scopes: null,
  key_hash: `hash of ${id}`,
  configured: 0,
  created_at: 1,
  last_used_at: null,
  ...more,
});

const webhook = (id: string, more: Partial<EventWebhookRow> = {}): EventWebhookRow => ({
  ...owner,
  id,
  url: `https://${id}.test/`,
  enabled: 1,
  friendly_name: null,
  deleted_at: null,
  kinds: '[]',
  acts_for: null,
  oauth_client_id: null,
  oauth_client_secret: null,
  oauth_token_url: null,
  public_key: null,
  private_key: null,
  created_at: 1,
  updated_at: 1,
  ...more,
});

describeOnEveryDatabase('the email stores', ({ current }) => {
  beforeAll(() =>
    current().write(async (tx) => {
      const account = { name: 'A', user: 'US1', token_hash: 'h', created_at: 1, closed_at: null };
      await upsertAccount(tx, { ...account, sid: 'AC1', parent: null, username: null });
      await upsertAccount(tx, { ...account, sid: 'AC2', parent: 'AC1', username: 'shop' });
      await upsertAccount(tx, { ...account, sid: 'AC3', parent: 'AC1', username: 'closed', closed_at: 2 });
    }),
  );

  it('find open subaccounts by name and by SID', async () => {
    const { read } = current();
    expect(await findSubaccount(read, 'AC1', { username: 'shop' })).toEqual({ sid: 'AC2', user: 'US1' });
    expect(await findSubaccount(read, 'AC1', { sid: 'AC2' })).toEqual({ sid: 'AC2', user: 'US1' });
    expect(await findSubaccount(read, 'AC2', { sid: 'AC1' })).toBeUndefined();
    expect(await findSubaccount(read, 'AC1', { username: 'closed' })).toBeUndefined();
  });

  it('store keys by region, and find none of a closed account', async () => {
    const { read } = current();
    await current().write(async (tx) => {
      await lockAccount(tx, 'AC1');
      await insertKey(tx, key('one'));
      await insertKey(tx, key('two', { ...elsewhere, created_at: 2 }));
      await insertKey(tx, key('three', { account: 'AC3' }));
    });
    expect(await findKeyByHash(read, 'hash of one', 'global')).toMatchObject({
      id: 'one',
      account: 'AC1',
      parent: null,
    });
    expect(await findKeyByHash(read, 'hash of one', 'eu')).toBeUndefined();
    expect(await findKeyByHash(read, 'hash of three', 'global')).toBeUndefined();
    expect([await countKeys(read, owner), await countKeys(read, elsewhere)]).toEqual([1, 1]);
    await current().write((tx) => touchKey(tx, 'one', 100, 50));
    await current().write((tx) => touchKey(tx, 'one', 120, 60));
    expect((await listKeys(read, owner, 10)).map((row) => row.last_used_at)).toEqual([100]);
  });

  it('store one configured key', async () => {
    await current().write((tx) => upsertConfiguredKey(tx, key('set', { configured: 1 })));
    await current().write((tx) =>
      upsertConfiguredKey(tx, key('set', { configured: 1, key_hash: 'another' })),
    );
    expect(await findKeyByHash(current().read, 'another', 'global')).toMatchObject({ id: 'set' });
    await current().write((tx) => upsertConfiguredKey(tx, key('next', { configured: 1 })));
    expect((await listKeys(current().read, owner, 10)).map((row) => row.id)).toEqual(['next', 'one']);
  });

  it('find the oldest webhook, and store a URL once', async () => {
    const { read } = current();
    await current().write(async (tx) => {
      await insertEventWebhook(tx, webhook('young', { created_at: 5 }));
      await insertEventWebhook(tx, webhook('old'));
      await insertEventWebhook(
        tx,
        webhook('there', { ...elsewhere, url: 'https://old.test/', created_at: 0 }),
      );
    });
    expect(await findEventWebhook(read, owner, null)).toMatchObject({ id: 'old' });
    expect(await findEventWebhook(read, owner, 'there')).toBeUndefined();
    await current().write((tx) => replaceEventWebhook(tx, webhook('old', { enabled: 0, updated_at: 9 })));
    expect(await findEventWebhook(read, owner, 'old')).toEqual(webhook('old', { enabled: 0, updated_at: 9 }));
    await expect(
      current().write((tx) => insertEventWebhook(tx, webhook('same', { url: 'https://old.test/' }))),
    ).rejects.toThrow();
    const deleted = { deleted_at: 10, url: 'of no webhook' };
    const remove = (from: Owner) => current().write((tx) => changeEventWebhook(tx, from, 'old', deleted));
    expect(await remove(elsewhere)).toBeUndefined();
    expect(await remove(owner)).toMatchObject({ id: 'old' });
    expect(await remove(owner)).toBeUndefined();
    expect(await findEventWebhook(read, owner, 'old')).toBeUndefined();
    expect(await findWebhook(read, 'old')).toBeUndefined();
  });

  it('reserve a host name for one account', async () => {
    const setting = {
      ...owner,
      hostname: 'a.test',
      url: 'u',
      spam_check: 0,
      send_raw: 0,
      security_policy: null,
      proven_at: null,
      ...{ check_at: null, checked_at: null, mx_found_at: null, failing_since: null, acts_for: null },
      created_at: 1,
      updated_at: 1,
    };
    expect(await current().write((tx) => insertParseSetting(tx, setting))).toBe(true);
    expect(await current().write((tx) => insertParseSetting(tx, { ...setting, account: 'AC2' }))).toBe(false);
    expect(await findHostname(current().read, 'a.test')).toEqual(setting);
  });

  it('count messages of a day in their shards, also from concurrent transactions', async () => {
    const one = { ...owner, day: '2026-02-01', shard: 0, received: 1 };
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        current().write((tx) => incrementReceived(tx, { ...one, shard: at % 16 })),
      ),
    );
    await current().write((tx) => incrementReceived(tx, { ...one, received: 3_000_000_000 }));
    await current().write((tx) => incrementReceived(tx, { ...one, ...elsewhere }));
    const range = { from: '2026-01-01', to: '2026-02-01' };
    expect(await findReceivedByDay(current().read, owner, range)).toEqual([
      { day: '2026-02-01', received: 3_000_000_050 },
    ]);
    expect(await findReceivedByDay(current().read, owner, { from: '2026-02-02', to: '2026-03-01' })).toEqual(
      [],
    );
  });

  it('suppress an address once on each list', async () => {
    const { read } = current();
    const entry = {
      ...owner,
      list: 'bounces' as const,
      email: 'a@x.test',
      reason: 'r',
      status: '',
      ip: '',
      created_at: 5,
    };
    await current().write((tx) =>
      upsertSuppressions(tx, [entry, { ...entry, reason: 'again', created_at: 6 }]),
    );
    await current().write((tx) =>
      upsertSuppressions(tx, [
        { ...entry, list: 'blocks' },
        { ...entry, ...elsewhere },
      ]),
    );
    const piece = { from: 6, to: 6, limit: 10, offset: 0 };
    expect(await listSuppressions(read, owner, 'bounces', piece)).toEqual([
      { ...entry, reason: 'again', created_at: 6 },
    ]);
    expect(
      (await findSuppressions(read, owner, ['a@x.test', 'b@x.test'])).map((row) => row.list).sort(),
    ).toEqual(['blocks', 'bounces']);
    expect(await current().write((tx) => deleteSuppressions(tx, owner, 'bounces', ['a@x.test']))).toBe(1);
    expect(await findSuppressions(read, elsewhere, ['a@x.test'])).toHaveLength(1);
  });

  it('count suppressions of a group, and delete them with it', async () => {
    const { read } = current();
    const group = {
      ...{ ...owner, id: 7, name: 'G', description: '', is_default: 0, created_at: 1 },
      deleted_at: null,
    };
    expect(await current().write((tx) => insertGroup(tx, group))).toBe(true);
    expect(await current().write((tx) => insertGroup(tx, group))).toBe(false);
    const left = { ...owner, group_id: 7, email: 'a@x.test', created_at: 5 };
    await current().write((tx) => insertGroupSuppressions(tx, [left, left]));
    const page = { after: undefined, limit: 2 };
    expect(await countSuppressedPage(read, owner, 7, page)).toEqual({ count: 1, last: undefined });
    expect(await countSuppressedPage(read, owner, 7, { ...page, limit: 1 })).toEqual({
      ...{ count: 1, last: { created_at: 5, email: 'a@x.test' } },
    });
    expect(await findGroups(read, elsewhere, [7])).toEqual([]);
    expect(await current().write((tx) => changeGroup(tx, elsewhere, 7, { name: 'H' }))).toBeUndefined();
    const all = { limit: 10, offset: 0 };
    expect(await listGroupSuppressions(read, owner, all)).toEqual([{ ...left, name: 'G' }]);
    expect(await groupsWithout(read, owner, 'a@x.test')).toEqual(new Set([7]));
    expect(await findGroups(read, owner, [7, 8, -1, 2 ** 40])).toMatchObject([{ id: 7 }]);
    await current().write((tx) => changeGroup(tx, owner, 7, { deleted_at: 6 }));
    expect(await listGroupSuppressions(read, owner, all)).toEqual([]);
    expect(await findGroups(read, owner, [7])).toEqual([]);
  });

  it('count requests of a rate window, which never moves back', async () => {
    const take = (started_at: number, count: number) =>
      current().write((tx) => consumeFromWindow(tx, { subject: 's', endpoint: 'e', started_at, count }));
    expect(await take(100, 2)).toBe(2);
    expect(await take(100, 3)).toBe(5);
    expect(await take(200, 1)).toBe(1);
    expect(await take(100, 1)).toBe(2);
    await current().write((tx) => deleteExpiredWindows(tx, 201));
    expect(await take(200, 1)).toBe(1);
  });
});
