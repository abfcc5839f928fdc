/** A contact is erased from everything of its account: rows, the files of the embedded database, and logs; others stay. */

import { createPublicKey, hash, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { ErasureResource } from '#api/erasures/operations.ts';
import { erasurePaths } from '#api/erasures/paths.ts';
import { paths } from '#api/paths.ts';
import { insertEmail, insertPart } from '../email/inbound/store/emails.ts';
import { insertTerms } from '../email/search/store.ts';
import { ask, flowOf, survey } from '../flows/testing/flows.ts';
import { distribution } from '../platform/database/schema/distribution.ts';
import { shardOfAccount, shardOfExecution } from '../platform/database/shard.ts';
import { deadLetterJob, enqueueJob } from '../platform/jobs/queue.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { ContactMatcher } from './store/matcher.ts';

const number = '+447911120101';
const email = 'orla.quimby@planted.example';
const name = 'Orla Quimby';
const values = [number, email, name];

/** What stands beside the values where they were planted, each once. */
const words: string[] = [];
const word = () => {
  const made = `lavender-kettle-${String(words.length).padStart(3, '0')}-end`;
  words.push(made);
  return made;
};

/** Similar ones, which are of others. */
const others = {
  number: `${number}9`,
  email: `j${email}`,
  word: 'russet-compass-2046',
};

const textOf = (cell: unknown) =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString() : String(cell ?? '');

type SearchLine = { counts: Record<string, number>; is_complete: boolean };

function isSigned(text: string, signature: string | null, publicKey: string | null): boolean {
  const spki = Buffer.from(publicKey ?? '', 'base64');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature ?? '', 'base64'));
}

/** Every line is JSON, all that was planted is in them, nothing of others, and the certificate is of these bytes. */
function expectWhole(body: string, planted: readonly string[]): void {
  const texts = body.trimEnd().split('\n');
  const lines = texts.map((text) => JSON.parse(text) as { kind: string; row?: Record<string, unknown> });
  const bytes = lines.flatMap(({ row }) => row?.bytes ?? []);
  const all = [body, ...bytes.map((each) => Buffer.from(String(each), 'base64').toString())].join('\n');
  expect(planted.filter((each) => !all.includes(each))).toEqual([]);
  expect(all).not.toContain(others.word);
  const { certificate, signature, public_key } = lines.at(-1) as unknown as ErasureResource;
  expect(isSigned(certificate ?? '', signature, public_key)).toBe(true);
  const before = texts.slice(0, -1).map((text) => `${text}\n`);
  const { rows, sha256 } = JSON.parse(certificate ?? '') as { rows: object; sha256: string };
  expect(sha256).toBe(hash('sha256', before.join('')));
  expect(rows).toEqual(
    Object.fromEntries(
      Object.entries(Object.groupBy(lines.slice(1, -1), ({ kind }) => kind)).map(([kind, own = []]) => [
        kind,
        own.length,
      ]),
    ),
  );
}

const cases = databaseKinds.flatMap((kind) => [
  { kind, encrypted: false, how: '' },
  { kind, encrypted: true, how: ', with contact data encrypted' },
]);

describe.each(cases)('the erasure of a contact, $kind$how', ({ kind, encrypted }) => {
  let server: RunningServer;
  let flow = '';
  /** It is in what emails are found by, which an export leaves out. */
  let inTerms = '';
  const lines: string[] = [];

  beforeAll(async () => {
    server = await openRunningServer(kind, {
      log: { level: 'trace', to: (line) => void lines.push(line) },
      env: { ENCRYPT_CONTACT_DATA: encrypted ? '1' : '0' },
    });
    flow = await server.addFlow(survey);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const post = async (url: string, form: Record<string, string>) => {
    const response = await server.send(url, { form });
    expect(response.statusCode, `${url}: ${response.body}`).toBeLessThan(300);
    return response.json<{ sid: string }>();
  };
  const postJson = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.send(url, { body: JSON.stringify(body), headers });
    expect(response.statusCode, `${url}: ${response.body}`).toBeLessThan(300);
    return response;
  };
  const converse = async (From: string, texts: readonly string[], digit: string) => {
    for (const [index, Body] of texts.entries()) {
      const MessageSid = `SM${digit.repeat(31)}${index}`;
      const response = await server.postWebhook(flow, { MessageSid, From, To: '+15005550077', Body });
      expect(response.statusCode, response.body).toBe(200);
    }
  };

  async function plantExecutions(): Promise<void> {
    const parameters = Object.fromEntries(Array.from({ length: 25 }, (_, nth) => [`field${nth}`, word()]));
    const active = await server.startExecution(
      await server.addFlow(flowOf(ask('ask', 'Well?', 86_400, null, null))),
      number,
      parameters,
    );
    await converse(number, [word(), word(), word(), word()], 'a');
    // The executions of others that name the contact are of the contact, too.
    await server.startExecution(flow, server.contact(), { callback: number.slice(1), note: word() });
    await server.startExecution(flow, server.contact(), { name: `Mrs ${name}`, note: word() });
    await converse(others.number, [others.word, others.word], 'b');
    const of = {
      account: server.account.account_sid,
      shard: shardOfExecution(active),
      ...{ flow, execution: active, created_at: 1, updated_at: null },
    };
    await server.ctx.database.write(async (tx) => {
      await tx
        .insertInto('calls')
        .values({
          ...{
            ...of,
            sid: `CA${'1'.repeat(32)}`,
            direction: 'inbound',
            sender: number,
            recipient: '+15005550077',
          },
          ...{ status: 'completed', effect: null, carrier: null },
        })
        .execute();
      await tx
        .insertInto('short_links')
        .values({
          ...{ id: 'link', account: of.account, execution: active, shard: of.shard, step: 1 },
          ...{ target: `https://a.example/?for=${word()}`, clicks: 0, created_at: 1, clicked_at: null },
        })
        .execute();
      const job = { account: of.account, run_at: 1e15, created_at: 1 };
      await enqueueJob(tx, { ...job, key: 'http 1', kind: 'http', execution: active, payload: word() });
      await enqueueJob(tx, {
        ...{ ...job, key: 'test 1', kind: 'event-test', execution: null },
        payload: JSON.stringify({ email, word: word() }),
      });
      const shard = shardOfAccount(of.account);
      await deadLetterJob(tx, { key: 'test 1', shard, attempts: 0, problem: word(), now: 2 });
    });
  }

  async function plantBesideFlows(): Promise<void> {
    await post(paths.syncObjects, { Name: 'notes', Data: JSON.stringify({ called: number, who: name }) });
    await post(paths.testUsers(flow), { TestUsers: JSON.stringify([number, others.number]) });
    const Test = `start: {trigger: incomingMessage, body: ${name} ${email}}\nsteps:\n  - hangup\n`;
    await post(paths.flowTests(flow), { Name: 'Kept', Test });
    await post(paths.flowComments(flow), { Text: `${name} called from ${number.slice(1)}` });
  }

  async function plantEmail(): Promise<void> {
    const from = { email: 'desk@sender.example' };
    const to = (address: string, more: object = {}) => ({ to: [{ email: address }], ...more });
    await postJson(emailPaths.sendEmail, {
      personalizations: [
        to(email, { subject: word(), custom_args: { ref: word() }, headers: { 'X-For': word() } }),
      ],
      ...{ from, subject: 'For you', categories: ['visits'] },
      content: [
        { type: 'text/plain', value: `Dear ${name}, ${word()}` },
        { type: 'text/html', value: `<p>${word()}</p>` },
      ],
      attachments: [
        { content: Buffer.from(word()).toString('base64'), filename: `${word()}.txt`, type: 'text/plain' },
      ],
    });
    await postJson(emailPaths.sendEmail, {
      personalizations: [
        to(email, { substitutions: { '-word-': word() } }),
        to(others.email, { substitutions: { '-word-': others.word } }),
      ],
      ...{ from, subject: 'To all', content: [{ type: 'text/plain', value: 'Well, -word-' }] },
    });
    await expect
      .poll(async () => {
        const rows = await server.ctx.database.read
          .selectFrom('outbound_recipients')
          .select('status')
          .execute();
        return rows.map(({ status }) => status);
      })
      .toEqual(Array(3).fill('delivered'));
    await postJson(emailPaths.bounces, { recipient_emails: [email, others.email] });
    const group = await postJson(emailPaths.groups, { name: 'News', description: 'News' });
    const { id } = group.json<{ id: number }>();
    await postJson(emailPaths.groupSuppressions(String(id)), { recipient_emails: [email] });
  }

  async function plantReceived(): Promise<void> {
    const account = server.account.account_sid;
    inTerms = word();
    const content = `content-${'0'.repeat(30)}0a`;
    // By itself, as on Citus every node has it.
    await server.ctx.database.write((tx) =>
      tx
        .insertInto('event_webhooks')
        .values({
          ...{ id: 'hook', account, region: 'global', url: 'https://hook.example/', enabled: 0, kinds: '[]' },
          ...{ friendly_name: null, created_at: 1, updated_at: 1, public_key: null, private_key: null },
          ...{ oauth_client_id: null, oauth_client_secret: null, oauth_token_url: null },
        })
        .execute(),
    );
    await server.ctx.database.write(async (tx) => {
      await insertPart(tx, {
        content,
        seq: 0,
        bytes: Buffer.from(`From: ${email}\n\n${word()}`),
        created_at: 1,
      });
      await insertEmail(tx, {
        ...{ id: 'received-1', account, region: 'global', hostname: 'in.example', content, size: 9 },
        ...{ sender: email, recipients: '["orders@in.example"]', client_ip: '::1', helo: null },
        ...{ status: 'dead', attempts: 1, received_at: 1, finished_at: 1 },
        ...{ spf: null, dkim: null },
      });
      await tx
        .updateTable('inbound_mails')
        .set({ subject: word(), terms: `orla quimby ${inTerms}` })
        .where('id', '=', 'received-1')
        .execute();
      const row = await tx.selectFrom('inbound_mails').selectAll().executeTakeFirstOrThrow();
      await insertTerms(tx, [{ email: row.id, shard: row.shard, terms: row.terms }]);
      await tx
        .insertInto('inbound_attempts')
        .values({
          ...{ mail: row.id, shard: row.shard, number: 1, status: 500, latency_ms: 1, problem: null },
          ...{ response: `no such patient: ${email} ${word()}`, next_at: null, made_at: 1 },
        })
        .execute();
      await tx
        .insertInto('event_attempts')
        .values({
          ...{ id: `ED${'1'.repeat(32)}`, account, region: 'global', webhook: 'hook', shard: 1, runs: '[]' },
          ...{ events: 1, kinds: '{}', status: 500, latency_ms: 1, problem: null },
          ...{ response: `unknown: ${email}, ${word()}`, next_at: null, given_up: 0, is_test: 0, made_at: 1 },
        })
        .execute();
    });
  }

  /** Where one of the texts stands in the tables; `passing` over some that contain it. */
  async function placesOf(texts: readonly string[], passing: readonly string[] = []): Promise<string[]> {
    const db = server.ctx.database.read;
    const found: string[] = [];
    for (const { name: table, columns } of await db.introspection.getTables()) {
      if (!Object.hasOwn(distribution, table)) continue;
      for (const column of columns) {
        const { rows } = await sql<{ cell: unknown }>`
          select ${sql.ref(column.name)} as cell from ${sql.table(table)}`.execute(db);
        const whole = rows.map(({ cell }) => textOf(cell).toLowerCase()).join('\n');
        const all = passing.reduce((so, each) => so.replaceAll(each, ''), whole);
        for (const text of texts)
          if (all.includes(text.toLowerCase())) found.push(`${table}.${column.name}: ${text}`);
      }
    }
    return found;
  }

  /** Where the database and its files have one of the texts as it is. */
  async function storedPlacesOf(texts: readonly string[]): Promise<string[]> {
    const { read: db } = server.ctx.database;
    const stored: string[] = [];
    for (const { name: table, columns } of await db.introspection.getTables())
      for (const { name: column, dataType } of Object.hasOwn(distribution, table) ? columns : []) {
        const cell = sql.ref(column);
        // Behind another character no cell is decrypted.
        const text = dataType === 'bytea' ? sql`encode(${cell}, 'escape')` : sql`cast(${cell} as text)`;
        const { rows } = await sql<{ cell: string }>`
          select '=' || ${text} as cell from ${sql.table(table)}`.execute(db);
        const whole = rows.map((row) => row.cell ?? '').join('\n');
        stored.push(
          ...texts.filter((each) => whole.includes(each)).map((each) => `${table}.${column}: ${each}`),
        );
      }
    const { dataDir } = server.ctx.config;
    for (const file of kind === 'embedded' ? readdirSync(dataDir) : []) {
      const whole = readFileSync(join(dataDir, file)).toString('latin1');
      stored.push(...texts.filter((each) => whole.includes(each)).map((each) => `${file}: ${each}`));
    }
    return stored;
  }

  it('leaves none of more than 50 planted values in tables, files and logs, and a certificate that verifies', async () => {
    words.length = 0;
    await plantExecutions();
    await plantBesideFlows();
    await plantEmail();
    await plantReceived();
    const planted = [...words, email, name];
    expect(planted.length).toBeGreaterThanOrEqual(50);
    const before = await placesOf([...planted, number.slice(1)]);
    for (const each of planted) expect(before.join('\n')).toContain(each);
    expect(before.length).toBeGreaterThan(50);
    const said = words.filter((each) => each !== inTerms);
    const stored = await storedPlacesOf(said);
    if (encrypted) expect(stored).toEqual([]);
    else expect(said.filter((each) => stored.every((place) => !place.endsWith(each)))).toEqual([]);

    const form = { Values: JSON.stringify(values), Reason: 'Request 4471' };
    const searched = await server.send(erasurePaths.contactSearch, { form });
    const last = JSON.parse(searched.body.trim().split('\n').at(-1) ?? '') as SearchLine;
    const exported = await server.send(erasurePaths.contactExport, { form });
    expectWhole(
      exported.body,
      planted.filter((each) => each !== inTerms),
    );
    expect(await placesOf([...planted, number.slice(1)])).toEqual(before);

    const made = await post(erasurePaths.erasures, form);
    const fetch = async () => (await server.send(erasurePaths.erasure(made.sid))).json<ErasureResource>();
    await expect.poll(async () => (await fetch()).status, { timeout: 20_000 }).toBe('completed');
    const { certificate, signature, public_key } = await fetch();
    // Of an execution the erasure also counts what belongs to it.
    const { erased } = JSON.parse(certificate ?? '') as { erased: Record<string, number> };
    expect(last.is_complete).toBe(true);
    const { sent_email_contents: contents, ...counts } = last.counts;
    // It goes with its last recipient.
    expect(contents).toBe(1);
    expect(erased).toMatchObject({ ...counts, jobs: expect.any(Number), messages: expect.any(Number) });
    const similar = [others.number.slice(1), others.email];
    expect(await placesOf([...planted, number.slice(1)], similar)).toEqual([]);
    // Similar ones of others stay.
    const left = (await placesOf([others.number, others.email, others.word])).join('\n');
    for (const place of [
      'messages.body',
      'executions.contact',
      'outbound_recipients.email',
      'suppressions.email',
    ])
      expect(left).toContain(place);

    expect(planted.filter((each) => lines.some((line) => line.includes(each)))).toEqual([]);
    if (kind === 'embedded') {
      const { dataDir } = server.ctx.config;
      const files = readdirSync(dataDir)
        .map((file) => readFileSync(join(dataDir, file)).toString('latin1').toLowerCase())
        .map((file) => similar.reduce((so, each) => so.replaceAll(each, ''), file));
      const found = [...planted, number.slice(1)].filter((each) =>
        files.some((file) => file.includes(each.toLowerCase())),
      );
      expect(found).toEqual([]);
    }

    expect(isSigned(certificate ?? '', signature, public_key)).toBe(true);
    expect(isSigned(`${certificate} `, signature, public_key)).toBe(false);
    expect(JSON.parse(certificate ?? '')).toMatchObject({
      reason: 'Request 4471',
      erased: { executions: 5, sent_emails: 2, received_emails: 1, suppressions: 1, group_suppressions: 1 },
      kept: {},
    });
  }, 60_000);

  it('counts the large revisions and the edits of a flow, some at a time', async () => {
    const revisions = [101, 102, 103, 104, 105].map((revision) => ({
      ...{ flow, revision, author: null, friendly_name: 'Large', status: 'draft' as const, created_at: 1 },
      // Two are a page, and the last is larger than one.
      definition: `${'x'.repeat(revision === 105 ? 400_000 : 120_000)} Sela Marwick`,
      ...{ commit_message: null, warnings: '[]' },
    }));
    await server.ctx.database.write(async (tx) => {
      await tx.insertInto('revisions').values(revisions).execute();
      await tx
        .insertInto('flow_snapshots')
        .values({ flow, seq: 7, copy: '{"name":"Sela Marwick"}' })
        .execute();
    });
    const made = await post(erasurePaths.erasures, { Values: '["Sela Marwick"]' });
    const fetch = async () => (await server.send(erasurePaths.erasure(made.sid))).json<ErasureResource>();
    await expect.poll(async () => (await fetch()).status, { timeout: 20_000 }).toBe('completed');
    expect((await fetch()).counts).toEqual({ 'kept.revisions': 5, 'kept.working_copies': 1 });
  }, 60_000);

  it('takes every value as a text, whatever a pattern would make of it', () => {
    for (const value of [
      ...['anne-marie@reader.example', 'Anne-Marie Smith', '0791-112 0101', 'kim+a.b@reader.example'],
      ...['O’Neill (Kim) 2', '[a-z]{3} 99', '^kim$ 1', 'a|b .* 7', 'ÅSA BJÖRK 4', '100%_sure 1', '/kim/ 12'],
    ]) {
      const matcher = new ContactMatcher([value]);
      expect(matcher.replaceIn(`to ${value.toLowerCase()}, or ${value}.`), value).toBe(
        'to erased, or erased.',
      );
      expect(matcher.has([`${value}x`, 'another one 7']), value).toBe(false);
    }
  });

  it('that fail for good say why, hold up no other, and go on when their job is retried', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => post(erasurePaths.erasures, { Values: `["nobody.${n}@planted.example"]` })),
    );
    const { database } = server.ctx;
    await database.write(async (tx) => {
      const problem = 'no such thing';
      for (const { sid } of made) {
        const key = `erasure ${sid}`;
        const shard = shardOfAccount(server.account.account_sid);
        await tx.deleteFrom('jobs').where('key', '=', key).execute();
        await tx.updateTable('erasures').set({ completed_at: null }).where('sid', '=', sid).execute();
        const job = { key, kind: 'erasure' as const, account: server.account.account_sid, execution: null };
        await enqueueJob(tx, { ...job, payload: '{}', run_at: Number.MAX_SAFE_INTEGER, created_at: 1 });
        await deadLetterJob(tx, { key, shard, attempts: 0, problem, now: 1 });
      }
    });
    const shown = (await server.send(erasurePaths.erasures)).json<{ erasures: ErasureResource[] }>();
    expect(shown.erasures.filter(({ status }) => status === 'failed').map(({ problem }) => problem)).toEqual(
      Array(5).fill('no such thing'),
    );
    const form = { Values: '["another.one@planted.example"]' };
    expect((await server.send(erasurePaths.erasures, { form })).statusCode).toBe(201);
    await database.write((tx) => tx.deleteFrom('jobs').where('kind', '=', 'erasure').execute());
    expect((await server.send(erasurePaths.erasure(made[0]?.sid ?? ''))).json()).toMatchObject({
      ...{ status: 'failed', problem: null },
    });
  });

  it('refuses what names no contact, and an address of the account itself', async () => {
    await post(paths.addresses, { FlowSid: flow, Address: '+15005550077' });
    const cases = [
      '[]',
      '["abc"]',
      '{}',
      'x',
      '["\\u0000abcdef"]',
      '["######"]',
      '["context"]',
      '["+15005550077"]',
      '[7]',
    ];
    for (const Values of cases) {
      const response = await server.send(erasurePaths.erasures, { form: { Values } });
      expect([response.statusCode, response.json().details?.field], Values).toEqual([400, 'Values']);
    }
    const form = { Values: JSON.stringify([number]), Reason: `for ${number}` };
    for (const path of [erasurePaths.erasures, erasurePaths.contactExport])
      expect((await server.send(path, { form })).json()).toMatchObject({ details: { field: 'Reason' } });
    const [search, theirs] = [
      erasurePaths.contactSearch,
      { form: { Values: form.Values }, by: server.other },
    ];
    expect((await server.send(search, { form: { Values: '["abc"]' } })).statusCode).toBe(400);
    expect((await server.send(search, theirs)).body).toBe('{"counts":{},"is_complete":true}\n');
    expect((await server.send(erasurePaths.erasures, { by: server.other })).json()).toMatchObject({
      erasures: [],
    });
  });
});
