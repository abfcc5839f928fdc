/** Personal data is removed after its retention period: from rows, responses and the database files. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepPage } from '#api/executions/operations.ts';
import type { MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { ask, flowOf, survey } from '../flows/testing/flows.ts';
import type { Queries } from '../platform/database/database.ts';
import { distribution } from '../platform/database/schema/distribution.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { deadLetterJob, enqueueJob } from '../platform/jobs/queue.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { openTestServer } from '../testing/server.ts';
import { dayMs, removeExpiredData } from './service.ts';

const marker = 'Zanzibar';
const rest = async () => {};

describe.each(databaseKinds)('personal data, %s', (kind) => {
  let server: RunningServer;
  let flow = '';

  beforeAll(async () => {
    server = await openRunningServer(kind);
    flow = await server.addFlow(survey);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const json = async <T>(url: string) => (await server.send(url)).json<T>();
  const converse = async (contact: string, sid: string) => {
    for (const [index, Body] of [`Hello ${marker}`, `${marker} is my name`].entries()) {
      const fields = { MessageSid: `${sid}${index}`, From: contact, To: `${marker}-line`, Body };
      const answer = await server.postWebhook(flow, fields);
      expect(answer.statusCode, answer.body).toBe(200);
    }
  };
  const sidOf = (digit: string) => `SM${digit.repeat(31)}`;

  it('is removed after its period; steps, times and outcomes stay', async () => {
    const contact = `${marker}-contact`;
    await converse(contact, sidOf('a'));
    const [execution] = await server.executionsOf(flow);
    const address = paths.execution(flow, execution?.sid ?? '');
    expect(execution).toMatchObject({ contact_channel_address: contact, status: 'ended' });
    // As a message that was made of a content template of the carrier.
    const content = JSON.stringify({ sid: 'HX1', variables: { 1: marker } });
    await server.ctx.database.write((tx) =>
      tx.updateTable('messages').set({ content }).where('direction', '=', 'outbound').execute(),
    );
    expect(await textsWith(server.ctx.database.read, marker)).not.toEqual([]);

    server.advanceClock(30 * dayMs - 1);
    expect(await removeExpiredData(server.ctx, rest)).toMatchObject({ executions: 0 });
    server.advanceClock(60_000);
    const counts = { executions: 1, steps: 4, messages: 4 };
    expect(await removeExpiredData(server.ctx, rest)).toMatchObject(counts);

    const gone = { contact_channel_address: null, context: null };
    expect(await json(address)).toMatchObject({ ...gone, status: 'ended', flow_version: 1 });
    expect(await json(`${address}/Context`)).toMatchObject({ context: null });
    const { steps } = await json<StepPage>(`${address}/Steps`);
    expect(steps.map((step) => step.name).reverse()).toEqual([
      'incomingMessage',
      'incomingMessage',
      'next',
      'sent',
    ]);
    expect(await json(`${address}/Steps/${steps[0]?.sid}`)).toMatchObject({ context: null });
    expect(await json(`${address}/Steps/${steps[0]?.sid}/Context`)).toMatchObject({ context: null });
    const view = await server.view(flow, execution?.sid ?? '');
    expect(view).toMatchObject({ execution: gone, at: null, waiting_for: null });
    expect(view.steps.map((step) => [step.changes, step.notes])).toEqual(Array(4).fill([[], []]));
    const { messages } = await json<MessagePage>(paths.messages);
    expect(messages).toHaveLength(4);
    for (const message of messages) {
      expect(message).toMatchObject({ from: null, to: null, body: null, media: null, flow_sid: flow });
    }
    expect(await textsWith(server.ctx.database.read, marker)).toEqual([]);
    expect(await json('/v1/Retention')).toMatchObject({ last_counts: counts });

    // The inbox still knows the message: a repeated delivery moves nothing.
    await converse(contact, sidOf('a'));
    expect(await server.executionsOf(flow)).toHaveLength(1);
  });

  it('ends an execution that is still active when the account keeps data for less than its life', async () => {
    const form = { Days: '0.5' };
    expect((await server.send('/v1/Retention', { form })).json()).toMatchObject({
      days: 0.5,
      longest_days: 30,
    });
    const patient = await server.addFlow(flowOf(ask('ask', 'Well?', 86_400, null, null)));
    const active = await server.startExecution(patient, `client:${marker}-active`);
    server.advanceClock(dayMs / 2 + 60_000);
    expect(await removeExpiredData(server.ctx, rest)).toMatchObject({ executions: 1 });
    expect(await server.view(patient, active)).toMatchObject({
      execution: { status: 'ended', contact_channel_address: null },
      steps: [{ name: 'incomingRequest' }, { name: 'stopped' }],
    });
    expect(await textsWith(server.ctx.database.read, marker)).toEqual([]);
    // The pair is free again, and so is a pair of blanks.
    await server.startExecution(patient, `client:${marker}-active`);
    expect(await server.executionsOf(patient)).toHaveLength(2);
    expect((await server.send('/v1/Retention', { form: { Days: '' } })).json()).toMatchObject({ days: 30 });
  });

  it('rejects a period that is invalid or longer than the installation allows', async () => {
    for (const Days of ['0', '-1', 'x', '31', '1e9']) {
      const answer = await server.send('/v1/Retention', { form: { Days } });
      expect(answer.json()).toMatchObject({ status: 400, details: { field: 'Days' } });
    }
  });

  it('is removed by one process at a time', async () => {
    server.advanceClock(60_000);
    const both = await Promise.all([
      removeExpiredData(server.ctx, rest),
      removeExpiredData(server.ctx, rest),
    ]);
    expect(both.filter((counts) => counts !== null)).toHaveLength(1);
  });
});

describe('the embedded files', () => {
  it('contain none of it, neither the database nor its log', async () => {
    const server = await openRunningServer('embedded');
    try {
      const flow = await server.addFlow(survey);
      for (let index = 0; index < 150; index += 1) {
        const contact = `${marker}-${index}`;
        for (const part of [0, 1]) {
          const MessageSid = `SM${String(index * 2 + part).padStart(32, '0')}`;
          const Body = `${marker} `.repeat(1 + ((index * 37) % 400));
          await server.postWebhook(flow, { MessageSid, From: contact, To: 'line', Body });
        }
      }
      const folder = server.ctx.config.dataDir;
      const hits = () =>
        readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(marker));
      expect(hits()).toContain('patchbay.db-wal');
      server.advanceClock(31 * dayMs);
      expect(await removeExpiredData(server.ctx, rest)).toMatchObject({ executions: 150, messages: 600 });
      expect(hits()).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('what remains', () => {
  it('is deleted when the settings say how long it is kept, and so are old failed jobs', async () => {
    const server = await openTestServer({ RETENTION_DAYS: '10', KEEP_EXECUTIONS_DAYS: '40' });
    try {
      const { ctx, account } = server;
      const form = { FriendlyName: 'Survey', Status: 'published', Definition: JSON.stringify(survey) };
      const flow = (await server.send({ url: paths.flows, form })).json<{ sid: string }>().sid;
      const started = await server.send({
        url: paths.executions(flow),
        form: { To: `client:${marker}`, From: 'line' },
      });
      const address = paths.execution(flow, started.json<{ sid: string }>().sid);
      const now = ctx.clock.now();
      await ctx.database.write(async (tx) => {
        const job = {
          key: 'old',
          kind: 'event-test' as const,
          account: account.account_sid,
          execution: null,
        };
        await enqueueJob(tx, { ...job, payload: marker, run_at: now, created_at: now });
        const shard = shardOfAccount(job.account);
        await deadLetterJob(tx, { key: 'old', shard, attempts: 0, problem: 'gone', now });
      });
      const removedAfter = async (days: number) => {
        server.advanceClock(days * dayMs);
        return removeExpiredData(ctx, rest);
      };
      expect(await removedAfter(10)).toMatchObject({ executions: 1, jobs: 1, remains: 0 });
      expect((await server.send({ url: address })).json()).toMatchObject({ context: null });
      expect(await removedAfter(29)).toMatchObject({ remains: 0 });
      expect(await removedAfter(1)).toMatchObject({ remains: 1 });
      expect((await server.send({ url: address })).statusCode).toBe(404);
      expect(await ctx.database.read.selectFrom('messages').selectAll().execute()).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

/** Which columns of which tables hold a text with that word. */
async function textsWith(db: Queries, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of await db.introspection.getTables()) {
    // Not those of an extension.
    if (!Object.hasOwn(distribution, name)) continue;
    for (const column of columns) {
      const { rows } = await sql`
        select 1 from ${sql.table(name)}
        where cast(${sql.ref(column.name)} as text) like ${`%${word}%`} limit 1`.execute(db);
      if (rows.length > 0) found.push(`${name}.${column.name}`);
    }
  }
  return found;
}
