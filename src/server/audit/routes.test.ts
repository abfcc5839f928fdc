/** The audit log on every database: what is recorded and what is not, the chain, tampering, files and retention. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventDetail, AuditEventResource, AuditVerification } from '#api/audit/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { survey } from '../flows/testing/flows.ts';
import { hashOf, recordOf } from '../platform/audit/chain.ts';
import type { AuditEventRow } from '../platform/database/schema/audit.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { removeOldest, verifyChain, verifyWholeChain } from './chain-service.ts';

const dayMs = 86_400_000;
const unknownFlow = `FW${'0'.repeat(32)}`;

describe.each(databaseKinds)('the audit log, %s', (kind) => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const read = async (query: Record<string, string> = {}, by = server.account) => {
    const response = await server.send(`${paths.auditEvents}?${new URLSearchParams(query)}`, { by });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ events: AuditEventResource[] }>().events;
  };
  const detail = async (sid: string) => (await server.send(paths.auditEvent(sid))).json<AuditEventDetail>();
  const verify = async () => (await server.send(paths.auditVerification)).json<AuditVerification>();
  const post = async <T>(url: string, form: Record<string, string> = {}, by = server.account) => {
    const response = await server.send(url, { form, by });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return (response.body === '' ? undefined : response.json()) as T;
  };
  const newFlow = (name: string) =>
    post<FlowResource>(paths.flows, {
      FriendlyName: name,
      Status: 'draft',
      Definition: JSON.stringify(survey),
    });
  const rows = () =>
    server.ctx.database.read.selectFrom('audit_events').selectAll().orderBy('sequence').execute();
  /** Without the shard, which no row changes. */
  const alter = (sid: string, { shard: _, ...change }: Partial<AuditEventRow>) =>
    server.ctx.database.write((tx) =>
      tx.updateTable('audit_events').set(change).where('sid', '=', sid).execute(),
    );

  it('says who did what to which object, with its state before and after, from where', async () => {
    const flow = await newFlow('Survey');
    const response = await server.send(paths.flow(flow.sid), {
      form: { Status: 'published', CommitMessage: 'Ready' },
    });
    const [published, created] = await read({ ObjectSid: flow.sid });
    expect(created).toMatchObject({
      ...{ operation: 'CreateFlow', by: 'token', actor_sid: server.account.account_sid, actor_role: 'owner' },
      ...{ object_kind: 'flow', object_name: 'Survey', address: '127.0.0.1' },
    });
    expect(created?.changes).toContainEqual({
      ...{ field: 'Revision', before: null, after: '1', is_secret: false },
    });
    expect(published).toMatchObject({
      operation: 'UpdateFlow',
      request_id: response.headers['x-request-id'],
      changes: [
        { field: 'Status', before: 'draft', after: 'published' },
        { field: 'Revision', before: '1', after: '2' },
        { field: 'PublishedRevision', before: null, after: '2' },
        { field: 'CommitMessage', before: null, after: 'Ready' },
      ],
    });
  });

  it('has the state of what was deleted, and never a secret', async () => {
    const form = {
      ...{ FriendlyName: 'Line', BaseUrl: 'https://carrier.example/2010-04-01' },
      ...{ CarrierAccountSid: 'AC1', AuthToken: 'a-secret-that-nobody-sees' },
    };
    const { sid } = await post<{ sid: string }>(paths.carriers, form);
    await server.send(paths.carrier(sid), { method: 'DELETE' });
    const [deleted, created] = await read({ ObjectSid: sid });
    expect(deleted).toMatchObject({ operation: 'DeleteCarrier', object_name: 'Line' });
    expect(deleted?.changes).toContainEqual({
      ...{ field: 'FriendlyName', before: 'Line', after: null, is_secret: false },
    });
    expect(created?.changes).toContainEqual({
      ...{ field: 'AuthToken', before: null, after: null, is_secret: true },
    });
    expect(JSON.stringify(await rows())).not.toContain(form.AuthToken);
  });

  it('has no event of what was refused, of what there is not, and of what changes nothing', async () => {
    const before = (await rows()).length;
    const refused = [
      await server.send(paths.flow(unknownFlow), { method: 'DELETE' }),
      await server.send(paths.flow(unknownFlow), { form: { Status: 'draft' } }),
      await server.send(paths.apiKey(`SK${'0'.repeat(32)}`), { method: 'DELETE' }),
      await server.send(paths.sink(`DG${'0'.repeat(32)}`), { form: { Secret: '' } }),
      await server.send('/v3/api_keys/none', { method: 'DELETE' }),
      await server.send('/v3/suppression/unsubscribes/nobody@example.org', { method: 'DELETE' }),
      await server.send(paths.member(`US${'0'.repeat(32)}`), { form: { Role: 'viewer' } }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(404));
    await server.send(paths.flows);
    expect((await server.send(paths.flows, { form: { FriendlyName: 'No definition' } })).statusCode).toBe(
      400,
    );
    expect(await rows()).toHaveLength(before);
  });

  it('has no event of the turns of contacts, and none of their data', async () => {
    const flow = await server.addFlow(survey);
    const before = (await rows()).length;
    const contact = server.contact();
    for (const Body of ['Hello Zanzibar', 'Zanzibar']) {
      const fields = { MessageSid: `SM${Body.length}`.padEnd(34, '0'), From: contact, To: '+1555', Body };
      expect((await server.postWebhook(flow, fields)).statusCode).toBe(200);
    }
    expect(await rows()).toHaveLength(before);
    const other = await server.startExecution(flow, server.contact());
    // Started by a program: traffic.
    expect(await rows()).toHaveLength(before);
    await post(paths.execution(flow, other), { Status: 'ended' });
    await server.send(paths.execution(flow, other), { method: 'DELETE' });
    const events = await read({ Object: 'execution' });
    expect(events.map(({ operation }) => operation)).toEqual(['DeleteExecution', 'UpdateExecution']);
    expect(events[1]?.changes).toMatchObject([{ field: 'Status', before: 'active', after: 'ended' }]);
    const text = JSON.stringify(await rows());
    expect(text).not.toContain('Zanzibar');
    expect(text).not.toContain('+1555');
  });

  it('has an event of what was shown, before it is', async () => {
    const flow = await server.addFlow(survey);
    const sid = await server.startExecution(flow, server.contact());
    await post(paths.executionContact(sid), {});
    await server.send(`${paths.accountExecutionsCsv}?Status=active`);
    const [exported, revealed] = await read({ Object: 'execution' });
    expect(revealed).toMatchObject({ operation: 'RevealExecutionContact', object_sid: sid, changes: [] });
    expect(exported).toMatchObject({
      operation: 'ExportAccountExecution',
      changes: [{ field: 'Status', after: 'active' }],
    });
  });

  it('names the key of the account and of the email API', async () => {
    const key = await post<{ sid: string; secret: string }>(paths.apiKeys, { FriendlyName: 'Booking' });
    const by = { account_sid: key.sid, auth_token: key.secret };
    await post(
      paths.flows,
      { FriendlyName: 'By key', Status: 'draft', Definition: JSON.stringify(survey) },
      by,
    );
    expect(await read({ Actor: key.sid })).toMatchObject([
      { operation: 'CreateFlow', by: 'key', actor_name: 'Booking' },
    ]);
    const made = await server.send('/v3/api_keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(made.statusCode).toBe(400);
  });

  it('is filtered, searched and paged', async () => {
    const name = 'Ärger 100%';
    const flow = await newFlow(name);
    expect(await read({ Search: '100%' })).toHaveLength(1);
    expect(await read({ Search: '100_' })).toHaveLength(0);
    expect(await read({ Search: flow.sid, Operation: 'CreateFlow', By: 'token' })).toHaveLength(1);
    expect(await read({ Object: 'flow', Operation: 'DeleteFlow' })).toEqual([]);
    expect(await read({ DateFrom: '2099-01-01' })).toEqual([]);
    const all = await read({ PageSize: '1000' });
    let url: string | null = `${paths.auditEvents}?PageSize=3`;
    const seen: string[] = [];
    while (url !== null) {
      const page: { events: AuditEventResource[]; meta: { next_page_url: string | null } } = (
        await server.send(url)
      ).json();
      seen.push(...page.events.map(({ sid }) => sid));
      url = page.meta.next_page_url;
    }
    expect(seen).toEqual(all.map(({ sid }) => sid));
    expect(await read({}, server.other)).toEqual([]);
    expect((await server.send(`${paths.auditEvents}?DateFrom=soon`)).json()).toMatchObject({
      details: { field: 'DateFrom' },
    });
  });

  it('has the events of the accounts below, in order and in pages, and those of no other', async () => {
    const lower = await post<{ sid: string; auth_token: string }>(paths.accounts, { FriendlyName: 'Below' });
    const below = { account_sid: lower.sid, auth_token: lower.auth_token };
    const sink = { Destination: 'https://hooks.example.org/', Kinds: 'flow.execution.ended' };
    for (const by of [server.account, below, server.other, below, server.account]) {
      server.advanceClock(1_000);
      await post(paths.sinks, sink, by);
    }
    const query = { Below: 'true', Operation: 'CreateSink' };
    const all = await read(query);
    const [own, lowers] = [server.account.account_sid, lower.sid];
    expect(all.map(({ account_sid }) => account_sid)).toEqual([own, lowers, lowers, own]);
    expect(await read({ Operation: 'CreateSink' })).toHaveLength(2);
    expect(await read(query, below)).toHaveLength(2);
    const one = await server.send(`${paths.auditEvents}?${new URLSearchParams({ ...query, PageSize: '3' })}`);
    const { events, meta } = one.json();
    const two = await server.send(meta.next_page_url);
    expect([...events, ...two.json().events]).toEqual(all);
    const back = await server.send(two.json().meta.previous_page_url);
    expect(back.json().events).toEqual(events);
    expect(await detail(all[1]?.sid ?? '')).toMatchObject({ account_sid: lowers, operation: 'CreateSink' });
    const upper = await server.send(paths.auditEvent(all[0]?.sid ?? ''), { by: below });
    expect(upper.statusCode).toBe(404);
  });

  it('counts the events of each day, as the list has them', async () => {
    // So many that they have their events in several shards.
    for (let number = 1; number <= 5; number += 1)
      await post(paths.accounts, { FriendlyName: `Below ${number}` });
    const second = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
    const start = Math.ceil(server.ctx.clock.now() / 1_000) * 1_000;
    server.advanceClock(start + 500 - server.ctx.clock.now());
    await newFlow('Counted one');
    server.advanceClock(dayMs);
    await newFlow('Counted two');
    await newFlow('Counted three');
    const Starts = [0, 1, 2, 3].map((day) => second(start + day * dayMs)).join(',');
    const counts = async (query: Record<string, string>, by = server.account) => {
      const url = `${paths.auditCounts}?${new URLSearchParams({ Starts, ...query })}`;
      const response = await server.send(url, { by });
      expect(response.statusCode, response.body).toBe(200);
      return response.json().days.map(({ events }: { events: number }) => events);
    };
    expect(await counts({})).toEqual([1, 2, 0]);
    expect(await counts({ Search: 'Counted two' })).toEqual([0, 1, 0]);
    expect(await counts({ Below: 'true', Operation: 'CreateFlow' })).toEqual([1, 2, 0]);
    expect(await counts({}, server.other)).toEqual([0, 0, 0]);
    const days = (...at: number[]) => at.map((day) => second(start + day * dayMs)).join(',');
    for (const wrong of [
      days(1),
      days(1, 0),
      days(0, 101),
      Array(92).fill(days(0)).join(','),
      '2026-99-99T00:00:00Z,',
    ]) {
      const response = await server.send(`${paths.auditCounts}?Starts=${wrong}`);
      expect([response.statusCode, response.json().details]).toEqual([400, { field: 'Starts' }]);
    }
  });

  it('is a chain whose hashes anybody can compute from the file', async () => {
    expect(await verify()).toMatchObject({ broken: null, next_after: null });
    const response = await server.send(paths.auditEventsLines);
    const lines = response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index + 1));
    for (const [index, line] of lines.entries()) {
      expect(hashOf(line)).toBe(line.hash);
      expect(line.previous_hash).toBe(lines[index - 1]?.hash ?? '0'.repeat(64));
    }
    const middle = lines[2];
    expect(await detail(middle.sid)).toMatchObject({
      ...{ computed_hash: middle.hash, previous: { sequence: 2 }, next: { hash: lines[3].hash } },
    });
    expect((await read())[0]).toMatchObject({ operation: 'ExportAuditLines' });
    const csv = await server.send(`${paths.auditEventsCsv}?Operation=CreateFlow`);
    expect(csv.body).toMatch(/^sequence,date,operation,/);
    expect(csv.body.split('\r\n').filter((line) => line.includes('CreateFlow')).length).toBeGreaterThan(3);
  });

  it('says which event is the first that was tampered with', async () => {
    await verify();
    const all = (await rows()).filter(({ account }) => account === server.account.account_sid);
    const [one, two, three] = [all[3], all[4], all[5]];
    if (one === undefined || two === undefined || three === undefined) throw new Error('There are too few.');
    const brokenBy = async (change: Partial<AuditEventRow>, at = one) => {
      await alter(at.sid, change);
      const { broken } = await verify();
      await alter(at.sid, at);
      return broken;
    };
    const { length } = all;
    const changed = { sequence: 4, sid: one.sid, problem: 'changed', events_after: length - 4 };
    expect(await brokenBy({ actor_name: 'Somebody else' })).toMatchObject(changed);
    expect(await brokenBy({ at: one.at + 1 })).toMatchObject({ ...changed, hash: one.hash });
    expect(await brokenBy({ changes: '{' })).toMatchObject(changed);
    expect(await brokenBy({ hash: '1'.repeat(64) })).toMatchObject(changed);
    // Who computes the hash again breaks the link of the next one.
    const forged = { ...one, actor_name: 'Somebody else' };
    const { hash } = await detail(forged.sid);
    await alter(one.sid, { actor_name: 'Somebody else' });
    const { computed_hash } = await detail(one.sid);
    expect(computed_hash).not.toBe(hash);
    await alter(one.sid, { hash: computed_hash });
    expect((await verify()).broken).toMatchObject({ sequence: 5, sid: two.sid, problem: 'unlinked' });
    await alter(one.sid, one);
    // Swapped.
    await alter(two.sid, { sequence: 1_000_000 });
    await alter(three.sid, { sequence: two.sequence });
    await alter(two.sid, { sequence: three.sequence });
    expect((await verify()).broken).toMatchObject({ sequence: 5, problem: 'changed' });
    await alter(two.sid, { sequence: 1_000_000 });
    await alter(three.sid, { sequence: three.sequence });
    await alter(two.sid, { sequence: two.sequence });
    expect((await verify()).broken).toBeNull();
    // Removed from the middle, and from the end.
    const remove = async (row: AuditEventRow) => {
      const { database } = server.ctx;
      await database.write((tx) => tx.deleteFrom('audit_events').where('sid', '=', row.sid).execute());
      const { broken } = await verify();
      await database.write((tx) => tx.insertInto('audit_events').values(row).execute());
      return broken;
    };
    expect(await remove(two)).toMatchObject({ sequence: 5, sid: null, problem: 'missing' });
    const last = all.at(-1);
    if (last !== undefined)
      expect(await remove(last)).toMatchObject({ sequence: length, problem: 'missing' });
    expect((await verify()).broken).toBeNull();
  });

  it.each<[string, Partial<AuditEventRow>]>([
    ['a time that is none', { at: 9_000_000_000_000_000 }],
    ['a time before all', { at: -9_000_000_000_000_000 }],
    ['changes that are no list', { changes: '{"a":1}' }],
    ['changes of other shapes', { changes: '[null, 1, {"field":7,"before":{}}]' }],
    ['an unknown kind of object', { object_kind: 'nothing', object_sid: 'x' }],
    ['odd letters', { actor_name: '\u202e\u0007' }],
  ])('can be read whatever stands in it: %s', async (_, change) => {
    await verify();
    const row = (await rows()).filter(({ account }) => account === server.account.account_sid).at(-2);
    if (row === undefined) throw new Error('There is none.');
    await alter(row.sid, change);
    expect((await verify()).broken).toMatchObject({ sequence: row.sequence, problem: 'changed' });
    for (const path of [`${paths.auditEvents}?PageSize=1000`, '/v1/AuditEvents.jsonl', '/v1/AuditEvents.csv'])
      expect((await server.send(path)).statusCode, path).toBe(200);
    await alter(row.sid, row);
    expect((await verify()).broken).toBeNull();
  });

  it('is not whole with an event behind its end, and goes on behind that', async () => {
    await verify();
    const own = (row: AuditEventRow) => row.account === server.account.account_sid;
    const last = (await rows()).filter(own).at(-1);
    if (last === undefined) throw new Error('There is none.');
    const sequence = Number(last.sequence) + 1;
    const sid = `AE${'f'.repeat(32)}`;
    const added: AuditEventRow = { ...last, sid, sequence, previous_hash: last.hash };
    added.hash = hashOf(recordOf(added));
    const { database } = server.ctx;
    await database.write((tx) => tx.insertInto('audit_events').values(added).execute());
    expect((await verify()).broken).toMatchObject({ sequence, sid, problem: 'added' });
    await server.send(paths.invitations, { form: { Email: 'next@people.example', Role: 'viewer' } });
    await verify();
    const next = (await rows()).filter(own).find((row) => row.sequence === sequence + 1);
    expect(next).toMatchObject({ operation: 'CreateInvitation' });
    // As it was.
    const { account, hash } = last;
    await database.write(async (tx) => {
      await tx
        .deleteFrom('audit_events')
        .where('account', '=', account)
        .where('sequence', '>=', sequence)
        .execute();
      const end = { sequence: sequence - 1, hash: hash ?? '' };
      await tx.updateTable('audit_chains').set(end).where('account', '=', account).execute();
    });
    expect((await verify()).broken).toBeNull();
  });

  it('is whole when many write at the same time, with each event once', async () => {
    const before = (await verify()).events;
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await newFlow(`Parallel ${index}`);
        if (index % 4 === 0) await verifyChain(server.ctx, { account: server.account.account_sid });
      }),
    );
    expect(await verify()).toMatchObject({ broken: null, events: before + 40 });
    expect(await read({ Search: 'parallel' })).toHaveLength(40);
  });

  it('is verified in pages that continue', async () => {
    const account = server.account.account_sid;
    const found = await verifyChain(server.ctx, { account }, 10);
    expect(found).toMatchObject({ broken: null, next_after: null });
    const at = (await rows()).find((row) => row.sequence === 8 && row.account === account);
    await alter(at?.sid ?? '', { reason: 'none' });
    expect((await verifyChain(server.ctx, { account }, 10)).broken).toBeNull();
    expect((await verifyWholeChain(server.ctx, account)).broken).toMatchObject({ sequence: 8 });
    await alter(at?.sid ?? '', { reason: null });
  });

  it('is kept as long as was set, and the rest can be verified still', async () => {
    const account = server.account.account_sid;
    expect((await server.send(paths.retention)).json()).toMatchObject({ audit_days: 730 });
    expect(await post(paths.retention, { AuditDays: '30' })).toMatchObject({ audit_days: 30, days: 30 });
    expect((await read())[0]).toMatchObject({
      ...{ operation: 'UpdateRetention', changes: [{ field: 'AuditDays', before: null, after: '30' }] },
    });
    for (const AuditDays of ['29', '4000', 'x'])
      expect((await server.send(paths.retention, { form: { AuditDays } })).statusCode).toBe(400);
    const { events } = await verify();
    server.advanceClock(31 * dayMs);
    await newFlow('Young');
    await verify();
    let removed = 0;
    for (let count = -1; count !== 0; removed += Math.max(count, 0)) {
      count = await removeOldest(server.ctx, account);
    }
    expect(removed).toBe(events);
    expect(await verify()).toMatchObject({ events: 1, verified_to: events + 1, broken: null });
    expect(await read()).toMatchObject([{ object_name: 'Young', sequence: events + 1 }]);
  });
});
