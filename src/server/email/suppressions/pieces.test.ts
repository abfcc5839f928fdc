/** Long lists of suppressed addresses that are deleted some at a time, and webhooks with long queues: wherever that is cut off. */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import { cutOffAfter } from '../../testing/cut-off.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import type { EmailCaller } from '../access/caller.ts';
import { recordEvents } from '../events/service/record.ts';
import { deleteEventWebhook } from '../events/service/webhooks.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { deleteGroup } from './groups/service.ts';
import { insertGroupSuppressions } from './groups/store.ts';
import { removeSuppressions } from './service.ts';
import { insertSuppressions } from './store.ts';

const emails = (count: number) =>
  Array.from({ length: count }, (_, n) => `r${String(n).padStart(5, '0')}@reader.test`);

describe.each(databaseKinds)('long lists, %s', (kind) => {
  let server: SendingServer;
  let caller: EmailCaller;
  beforeAll(async () => {
    server = await openSendingServer(kind);
    const account = server.account.account_sid;
    caller = { account, user: null, role: 'owner', region: 'global', access: 'full' };
  }, startTimeoutMs);
  afterAll(() => server.close());
  afterEach(() => vi.restoreAllMocks());

  const owner = () => ({ account: caller.account, region: 'global' as const });
  const inManyTransactions = () => vi.spyOn(eventLoopTurn, 'stopwatch').mockReturnValue(() => true);
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, body, basicAuthorization(server.account));
  const fill = (list: 'bounces' | 'blocks', count: number, created_at = server.host.clock.now()) =>
    server.host.database.write((tx) =>
      insertSuppressions(
        tx,
        emails(count).map((email) => ({
          ...owner(),
          list,
          email,
          reason: '',
          status: '',
          ip: '',
          created_at,
        })),
      ),
    );
  const left = async (list: 'bounces' | 'blocks') =>
    (
      await server.host.database.read
        .selectFrom('suppressions')
        .select('email')
        .where('list', '=', list)
        .execute()
    ).length;
  const jobs = () => server.host.database.read.selectFrom('jobs').select('key').execute();
  const goOn = async () => {
    server.advanceClock(60_000);
    await expect.poll(jobs, { timeout: 20_000 }).toEqual([]);
  };

  it('of suppressed addresses are deleted, and no other list, and nothing that came later', async () => {
    inManyTransactions();
    await fill('blocks', 5);
    for (const commits of [1, 3]) {
      await fill('bounces', 450);
      await removeSuppressions(cutOffAfter(server.host, commits), caller, 'bounces', { delete_all: true });
      expect(await left('bounces')).toBe(450 - (commits - 1) * 100);
      server.advanceClock(1_000);
      await call('POST', emailPaths.globalSuppressions, { recipient_emails: ['late@reader.test'] });
      const late = {
        ...owner(),
        list: 'bounces' as const,
        email: 'late@reader.test',
        reason: '',
        status: '',
        ip: '',
      };
      const created_at = server.host.clock.now();
      await server.host.database.write((tx) => insertSuppressions(tx, [{ ...late, created_at }]));
      await goOn();
      expect([await left('bounces'), await left('blocks')]).toEqual([1, 5]);
      expect((await call('DELETE', emailPaths.suppression('bounces', 'late@reader.test'))).status).toBe(204);
    }
  });

  it('of named addresses are deleted, more than a statement can name', async () => {
    await fill('bounces', 1_000);
    const named = {
      emails: [...emails(450), ...Array.from({ length: 40_000 }, (_, n) => `x${n}@reader.test`)],
    };
    const response = await call('DELETE', emailPaths.bounces, named);
    expect(response.status).toBe(204);
    expect(await left('bounces')).toBe(550);
    inManyTransactions();
    await removeSuppressions(cutOffAfter(server.host, 2), caller, 'bounces', { emails: emails(1_000) });
    expect(await left('bounces')).toBe(550);
    await goOn();
    expect(await left('bounces')).toBe(0);
  }, 60_000);

  it('of a group are gone with it, and count for nothing before', async () => {
    const make = async (name: string) => {
      const made = await call('POST', emailPaths.groups, { name, description: '' });
      const { id } = (await made.json()) as { id: number };
      const created_at = server.host.clock.now();
      const entries = emails(1_200).map((email) => ({ ...owner(), group_id: id, email, created_at }));
      await server.host.database.write((tx) => insertGroupSuppressions(tx, entries));
      return id;
    };
    const rowsOf = async (id: number) =>
      (
        await server.host.database.read
          .selectFrom('group_suppressions')
          .select('email')
          .where('group_id', '=', id)
          .execute()
      ).length;
    const kept = await make('Kept');
    inManyTransactions();
    for (const commits of [0, 1, 2, 3]) {
      const id = await make(`Group ${commits}`);
      const deletion = deleteGroup(cutOffAfter(server.host, commits), caller, id);
      if (commits === 0) {
        await expect(deletion).rejects.toThrow('The process has ended.');
        expect((await call('GET', emailPaths.group(id))).status).toBe(200);
        await deleteGroup(server.host, caller, id);
        expect(await rowsOf(id)).toBe(0);
        continue;
      }
      await deletion;
      expect((await call('GET', emailPaths.group(id))).status).toBe(404);
      expect((await call('PATCH', emailPaths.group(id), { name: 'x' })).status).toBe(404);
      expect((await call('DELETE', emailPaths.group(id))).status).toBe(404);
      const groups = (await (await call('GET', emailPaths.groups)).json()) as { id: number }[];
      expect(groups.map((group) => group.id)).toEqual([kept]);
      await expect(server.send('kim@reader.test', { asm: { groupId: id } })).rejects.toMatchObject({
        code: 400,
      });
      expect(await rowsOf(id)).toBeGreaterThan(0);
      await goOn();
      await expect.poll(() => rowsOf(id)).toBe(0);
      const rows = server.host.database.read.selectFrom('suppression_groups').select('id');
      expect(await rows.execute()).toEqual([{ id: kept }]);
    }
    expect(await rowsOf(kept)).toBe(1_200);
  });

  it('of events that wait for a webhook leave with it, whose URL can be used again at once', async () => {
    const input = { enabled: true, url: 'https://hook.test/a', delivered: true, open: true };
    const make = async () => {
      const made = await call('POST', emailPaths.eventWebhooks, input);
      expect(made.status).toBe(201);
      const { id } = (await made.json()) as { id: string };
      const events = Array.from({ length: 1_200 }, (_, n) => {
        const fields = { email: 'a@b.test' };
        return { cause: `${id}.${n}`, kind: 'open' as const, message: null, fields };
      });
      await server.host.database.write((tx) => recordEvents(tx, { ...owner(), now: 1 }, events));
      return id;
    };
    const queued = async (id: string) =>
      (
        await server.host.database.read
          .selectFrom('event_queue')
          .select('event')
          .where('webhook', '=', id)
          .execute()
      ).length;
    inManyTransactions();
    for (const commits of [1, 2]) {
      const id = await make();
      await deleteEventWebhook(cutOffAfter(server.host, commits), caller, id);
      expect(await queued(id)).toBe(1_200 - (commits - 1) * 500);
      expect((await call('GET', emailPaths.eventWebhook(id))).status).toBe(404);
      expect((await call('DELETE', emailPaths.eventWebhook(id))).status).toBe(404);
      const other = await make();
      expect(await queued(id)).toBe(1_200 - (commits - 1) * 500);
      await goOn();
      expect([await queued(id), await queued(other)]).toEqual([0, 1_200]);
      expect((await call('DELETE', emailPaths.eventWebhook(other))).status).toBe(204);
      const rows = server.host.database.read.selectFrom('event_webhooks').select('id');
      expect(await rows.execute()).toEqual([]);
    }
  });
});
