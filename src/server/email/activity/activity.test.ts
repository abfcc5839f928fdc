/** GET /v3/messages through the unmodified client library, and the plans of its statements. */

import client from '@sendgrid/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { Queries } from '../../platform/database/database.ts';
import { plainAndEncrypted, startTimeoutMs } from '../../testing/running-server.ts';
import { ownerCaller } from '../access/service.ts';
import {
  listEventsBefore,
  listEventsByNumber,
  listMessageEvents,
  summarizeEvents,
} from '../events/store/events.ts';
import { listRecipientsByIds } from '../messages/store.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { searchActivity } from './service.ts';

type Message = Record<string, unknown> & { msg_id: string; to_email: string; last_event_time: string };
type Answer = { messages: Message[]; searched_to: string | null };

describe.each(plainAndEncrypted)('the activity of sent emails, %s, %s', (kind, _, settings) => {
  let mail: SendingServer;
  let template: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    mail = await openSendingServer(kind, settings);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const ask = async (qs: Record<string, string | number>): Promise<Answer> => {
    const [response, body] = await client.request({ method: 'GET', url: emailPaths.activity, qs });
    expect(response.statusCode).toBe(200);
    return body as Answer;
  };
  const recipients = async (query: string, limit = 100) =>
    (await ask({ query, limit })).messages.map(({ to_email }) => to_email.split('@')[0]);
  /** The errors of a query that is refused. */
  const refusal = async (qs: Record<string, string | number>, url: string = emailPaths.activity) => {
    const { code, response } = (await client.request({ method: 'GET', url, qs }).then(
      () => ({ code: 200, response: null }),
      (error: unknown) => error,
    )) as { code: number; response: { body: { errors: unknown[] } } };
    return { code, errors: response.body.errors };
  };

  it('is of every email that was sent', async () => {
    const made = await mail.call('POST', emailPaths.templates, { name: 'Visit', generation: 'dynamic' });
    template = ((await made.json()) as { id: string }).id;
    const version = { name: 'First', subject: 'See you {{day}}', html_content: '<p>{{day}}</p>' };
    await mail.call('POST', emailPaths.templateVersions(template), version);
    ids.ann = await mail.send('ann@reader.test', {
      ...{ subject: 'Your invoice 20418', categories: ['bill', 'june'], customArgs: { order: '7' } },
    });
    await mail.waitForEvents(ids.ann, ['processed', 'delivered']);
    mail.advanceClock(10_000);
    ids.ben = await mail.send('ben@reader.test', { subject: 'Your appointment', categories: ['bill'] });
    await mail.waitForEvents(ids.ben, ['processed', 'delivered']);
    mail.advanceClock(10_000);
    ids.cyn = await mail.send('cyn@other.test', {
      ...{
        templateId: template,
        dynamicTemplateData: { day: 'Wednesday' },
        subject: undefined,
        text: undefined,
      },
    });
    await mail.waitForEvents(ids.cyn, ['processed', 'delivered']);
    mail.advanceClock(10_000);
    ids.bounce = await mail.send('bounce@mailbox.test', { subject: 'Invoice' });
    await mail.waitForEvents(ids.bounce, ['processed', 'bounce']);
    expect((await ask({ limit: 100 })).messages).toHaveLength(4);
  });

  it('has the newest without a query, ten of them by default, as documented', async () => {
    const { messages, searched_to } = await ask({});
    expect(messages.map(({ to_email }) => to_email.split('@')[0])).toEqual(['bounce', 'cyn', 'ben', 'ann']);
    expect(searched_to).toBeNull();
    expect(messages[0]).toEqual({
      ...{ msg_id: `${ids.bounce}.0`, from_email: 'shop@sender.test', to_email: 'bounce@mailbox.test' },
      ...{ subject: 'Invoice', status: 'not_delivered', opens_count: 0, clicks_count: 0 },
      last_event_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect((await ask({ limit: 1 })).messages).toHaveLength(1);
    expect(await refusal({ limit: 0 })).toMatchObject({ code: 400, errors: [{ field: 'limit' }] });
    expect(await refusal({ limit: 1001 })).toMatchObject({ code: 400, errors: [{ field: 'limit' }] });
  });

  it.each([
    ['to_email="ANN@reader.test"', ['ann']],
    ['status="delivered" AND to_email="ben@reader.test"', ['ben']],
    ['status="not_delivered"', ['bounce']],
    ['status="bounced" AND to_email="bounce@mailbox.test"', ['bounce']],
    ['status="processed"', []],
    ['from_email="shop@sender.test" AND NOT status="delivered"', ['bounce']],
    ['subject="Your invoice 20418"', ['ann']],
    ['subject="your invoice 20418"', []],
    ['subject LIKE "%nvoice%"', ['bounce', 'ann']],
    ['to_email LIKE "%@reader.test"', ['ben', 'ann']],
    ['to_email IN ("ann@reader.test", "cyn@other.test", "dan@other.test")', ['cyn', 'ann']],
    ['categories="bill" AND NOT Contains(categories, "june")', ['ben']],
    ['unique_args["order"]="7"', ['ann']],
    ['last_event_time >= TIMESTAMP "2001-02-03T04:05:06.123456789Z" AND template_name="Visit"', ['cyn']],
    ['template_id IS NOT NULL', ['cyn']],
    ['Contains(events, "bounced")', ['bounce']],
    ['opens=0 AND clicks="0" AND (to_email="ann@reader.test" OR subject="Your appointment")', ['ben', 'ann']],
  ])('finds by %s', async (query, expected) => {
    expect(await recipients(query)).toEqual(expected);
  });

  it('finds by template, message id and the id of the request, and nothing of the other region', async () => {
    expect(await recipients(`template_id="${template}"`)).toEqual(['cyn']);
    expect(await recipients(`msg_id="${ids.ann}.0"`)).toEqual(['ann']);
    expect(await recipients(`msg_id="${ids.ann}.1"`)).toEqual([]);
    expect(await recipients(`msg_id LIKE "${ids.ann}%"`)).toEqual(['ann']);
    const keys = await mail.call('POST', `/eu${emailPaths.keys}`, { name: 'EU' });
    expect(keys.status).toBe(401);
  });

  it('goes back by the time of the last event, as programs that copy everything do', async () => {
    const { messages } = await ask({});
    const seen: string[] = [];
    let to = messages[0]?.last_event_time ?? '';
    const from = '2000-01-01T00:00:00Z';
    for (let page = 0; page < 4; page += 1) {
      const query = `last_event_time BETWEEN TIMESTAMP "${from}" AND TIMESTAMP "${to}"`;
      const { messages: found } = await ask({ query, limit: 2 });
      seen.push(...found.map(({ msg_id }) => msg_id));
      if (found.length < 2) break;
      to = found.at(-1)?.last_event_time ?? '';
    }
    expect(new Set(seen)).toEqual(new Set(Object.values(ids).map((id) => `${id}.0`)));
    const of = (name: string) =>
      messages.find(({ msg_id }) => msg_id === `${ids[name]}.0`)?.last_event_time ?? '';
    expect(await recipients(`last_event_time < TIMESTAMP "${of('ben')}"`)).toEqual(['ann']);
    expect(await recipients(`last_event_time >= "${of('cyn')}" AND from_email="shop@sender.test"`)).toEqual([
      ...['bounce', 'cyn'],
    ]);
  });

  it('says where a query is wrong, and what is not kept', async () => {
    expect(await refusal({ query: 'bad_field="x"' })).toEqual({
      code: 400,
      errors: [
        {
          message: "invalid syntax at character 1: 'bad_field' is not a known field",
          ...{ field: 'query', help: { text: expect.stringContaining('docs/reference/email-api.md') } },
        },
      ],
    });
    expect(await refusal({ query: 'clicks=1 AND teammate="kim"' })).toMatchObject({
      errors: [{ message: "invalid syntax at character 14: 'teammate' is not kept of emails here" }],
    });
    const long = `subject="${'x'.repeat(4_000)}"`;
    expect(await refusal({ query: long })).toMatchObject({ code: 400, errors: [{ field: 'query' }] });
  });

  it('shows what happened to one email', async () => {
    const fetch = async (id: string) =>
      (await client.request({ method: 'GET', url: emailPaths.activityOf(id) }))[1] as Record<string, unknown>;
    const of = { from_email: 'shop@sender.test' };
    expect(await fetch(`${ids.ann}.0`)).toMatchObject({
      ...{ ...of, to_email: 'ann@reader.test', status: 'delivered', categories: ['bill', 'june'] },
      ...{ unique_args: '{"order":"7"}', msg_id: `${ids.ann}.0` },
      events: [{ event_name: 'processed' }, { event_name: 'delivered' }],
    });
    expect(await fetch(ids.cyn ?? '')).toMatchObject({ template_id: template, subject: 'See you Wednesday' });
    expect(await fetch(`${ids.bounce}.0`)).toMatchObject({
      status: 'not_delivered',
      events: [{}, { event_name: 'bounced', bounce_type: 'hard', reason: expect.stringContaining('550') }],
    });
    expect((await refusal({}, emailPaths.activityOf('none.0'))).code).toBe(404);
    expect((await refusal({}, emailPaths.activityOf(`${ids.ann}.7`))).code).toBe(404);
  });

  it('ends where it has looked at enough, and goes on from there', async () => {
    const caller = ownerCaller('global', { account: mail.account.account_sid, user: '', role: 'owner' });
    const bounds = { candidates: 5_000, events: 3, patternSteps: 1_000_000 };
    const search = (query: string, more: Partial<typeof bounds> = {}) =>
      searchActivity(mail.host, caller, { query, limit: 10 }, { ...bounds, ...more });
    const seen: string[] = [];
    let query = 'status="delivered"';
    for (let round = 0; round < 10; round += 1) {
      const { found, searchedTo } = await search(query);
      seen.push(...found.map(({ row }) => row.email));
      if (searchedTo === null) break;
      query = `status="delivered" AND last_event_time <= "${new Date(searchedTo).toISOString()}"`;
    }
    expect([...new Set(seen)]).toEqual(['cyn@other.test', 'ben@reader.test', 'ann@reader.test']);
    // More candidates than may be looked at: the newest events then.
    const all = 'from_email="shop@sender.test"';
    const few = await search(all, { candidates: 3, events: 100 });
    expect(few.found.map(({ row }) => row.email)).toEqual(
      (await search(all)).found.map(({ row }) => row.email),
    );
    for (const pattern of [
      'from_email="shop@sender.test" AND subject LIKE "%x%x%"',
      'subject LIKE "%x%x%"',
    ]) {
      const refused = search(pattern, { patternSteps: 5, events: 100 });
      await expect(refused).rejects.toThrow('the patterns of the query take too much work');
    }
  });

  it('needs the scope', async () => {
    const made = await mail.call('POST', emailPaths.keys, { name: 'Sender', scopes: ['mail.send'] });
    const { api_key } = (await made.json()) as { api_key: string };
    expect((await mail.call('GET', emailPaths.activity, undefined, `Bearer ${api_key}`)).status).toBe(403);
  });

  it('runs on the indexes that there are', async () => {
    const owner = { account: mail.account.account_sid, region: 'global' } as const;
    const times = { from: 0, to: 9e15, limit: 5 };
    const before = { created_at: 9e14, seq: 9e14 };
    const works: [string, (db: Queries) => Promise<unknown>][] = [
      ['mail_events_by_age', (db) => listEventsBefore(db, owner.account, { ...times, before: null })],
      ['mail_events_by_age', (db) => listEventsBefore(db, owner.account, { ...times, before })],
      ['mail_events_by_message', (db) => summarizeEvents(db, owner, ['AA.0', 'AB.1'])],
      ['mail_events_by_message', (db) => listMessageEvents(db, owner, 'AA.0')],
      [
        'mail_events_pkey|INTEGER PRIMARY KEY',
        (db) => listEventsByNumber(db, [{ message: 'AA.0', first: 1 }]),
      ],
      ['outbound_recipients_(once|2)', (db) => listRecipientsByIds(db, owner, ['AA.0', 'AB.1'])],
    ];
    for (const [index, work] of works) {
      const plan = await planOf(mail, kind, work);
      expect(plan).toMatch(new RegExp(index));
      // `e` is what an index found.
      expect(plan).not.toMatch(/\bSCAN (?!e\b)|Seq Scan/);
    }
  });
});

/** The plan of the one statement that `work` sends. */
async function planOf(
  { host }: SendingServer,
  kind: (typeof plainAndEncrypted)[number][0],
  work: (db: Queries) => Promise<unknown>,
): Promise<string> {
  return host.database.write(async (tx) => {
    let statement = { text: '', values: [] as readonly unknown[] };
    const watched = tx.withPlugin({
      transformQuery: ({ node }) => {
        const { sql: text, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'plan' });
        statement = { text, values: parameters };
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await work(watched as Queries);
    if (kind !== 'embedded') await sql`set local enable_seqscan = off`.execute(tx);
    const prefix = kind === 'embedded' ? 'explain query plan ' : 'explain ';
    const plan = await tx.executeQuery<Record<string, unknown>>({
      ...{ sql: prefix + statement.text, parameters: statement.values },
      ...{
        query: { kind: 'RawNode', sqlFragments: [prefix], parameters: [] } as never,
        queryId: 'plan' as never,
      },
    });
    return plan.rows.map((row) => Object.values(row).join(' ')).join('\n');
  });
}
