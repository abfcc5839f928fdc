/**
 * Records a database of an earlier version for the test of upgrades: `node e2e/release/recorded/record.ts CHECKOUT` writes
 * `VERSION.db.gz` beside this file, and `VERSION.json.gz` with what that server responded to reads. CHECKOUT is a clone at a
 * commit of that version, after `npm ci`: 0.1.0 was recorded at da384256, 0.2.0 at 6a2ba83d. The server runs from its sources
 * in an empty folder, and is filled over its own API. With `--postgres` it runs on a PostgreSQL, and `VERSION-postgres.sql.gz` and
 * `VERSION-postgres.json.gz` are written.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createTransport } from 'nodemailer';
import { PostgresServer } from '../../cluster/postgres-server.ts';
import { HttpReceiver } from '../../external-systems/http-receiver.ts';
import { Phone } from '../../external-systems/phone.ts';
import { SmtpRelay } from '../../external-systems/smtp-relay.ts';
import { ServerProcess } from '../../kill/server-process.ts';
import { account, channel, contacts, port, type Recording, request, settings } from './recorded-database.ts';

type Json = Record<string, unknown>;

const smtpPort = 29_311;
/** More than are kept one by one. */
const editCount = 230;
const checkout = resolve(process.argv[2] ?? '');
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'patchbay-record-'));
const at = Date.now();
const postgres = process.argv.includes('--postgres') ? new PostgresServer(port + 2) : null;
const receiver = await HttpReceiver.start();
const relay = await SmtpRelay.start();
const server = new ServerProcess({
  ...settings,
  ...{ SMTP_PORT: `${smtpPort}`, DATA_DIR: folder },
  ...{ OUTBOUND_ALLOW: '127.0.0.1', SMTP_RELAY_URL: relay.url },
  ...(postgres !== null && { DATABASE_URL: postgres.url }),
});
server.version = { program: join(checkout, 'src/server/main.ts'), flags: [] };
const base = `http://127.0.0.1:${port}`;

try {
  await server.start();
  const flows = await addFlows();
  await runFlows(flows);
  await addSettings(flows.survey);
  await exchangeEmail();
  const responses = await readAll(Object.values(flows).map(({ sid }) => sid));
  await server.stop();
  const recording: Recording = { at, flow: flows.survey.sid, responses };
  const name = postgres === null ? version : `${version}-postgres`;
  write(`${name}.json.gz`, Buffer.from(JSON.stringify(recording)));
  if (postgres === null) write(`${name}.db.gz`, embeddedFile());
  else write(`${name}.sql.gz`, Buffer.from(postgres.dumpStatements()));
} finally {
  await server.kill();
  await receiver.stop();
  await relay.stop();
  postgres?.remove();
  rmSync(folder, { recursive: true, force: true });
}

function embeddedFile(): Buffer {
  const file = join(folder, 'recorded.db');
  const database = new DatabaseSync(join(folder, 'patchbay.db'));
  database.prepare('vacuum into ?').run(file);
  database.close();
  return readFileSync(file);
}

function write(name: string, content: Buffer): void {
  const packed = gzipSync(content, { level: 9 });
  writeFileSync(join(import.meta.dirname, name), packed);
  console.log(`${name}: ${packed.length} bytes`);
}

type Flow = { sid: string; webhook_url: string };

/** Flows with revisions of every kind, and a working copy with more edits than are kept one by one. */
async function addFlows() {
  const sample = (name: string) =>
    JSON.parse(readFileSync(join(checkout, `src/flow/samples/${name}.json`), 'utf8'));
  const add = async (name: string, Status: string): Promise<Flow> => {
    const form = { FriendlyName: `Recorded ${name}`, Status, Definition: JSON.stringify(sample(name)) };
    return (await send('/v2/Flows', { form })) as Flow;
  };
  const survey = await add('survey', 'published');
  const changed = sample('survey');
  changed.states[1].properties.body = 'How satisfied are you, from 1 to 5? Grüße, “Clinic” – 診療所';
  const forms = [
    { Status: 'published', CommitMessage: 'Ask shorter', Definition: JSON.stringify(changed) },
    {
      Status: 'draft',
      CommitMessage: 'Not yet',
      Definition: JSON.stringify({ ...changed, description: 'Later' }),
    },
  ];
  for (const form of forms) await send(`/v2/Flows/${survey.sid}`, { form });
  await editOften(survey);
  return {
    survey,
    reminder: await add('appointment-reminder', 'published'),
    menu: await add('phone-menu', 'published'),
    callback: await add('callback-request', 'published'),
    blank: await add('blank', 'draft'),
  };
}

/** Ten edits at a time; a revision is made of the working copy among them. */
async function editOften({ sid }: Flow): Promise<void> {
  const path = `/v1/Flows/${sid}/WorkingCopy`;
  let { seq } = await send(path);
  for (let number = 1; number <= editCount; number += 10) {
    const commands = Array.from({ length: 10 }, (_, index) => {
      const to = `Question ${number + index}?`;
      const operations = [{ kind: 'set', widget: 'ask_rating', path: ['properties', 'body'], to }];
      const label = { name: 'changeProperty', widget: 'ask_rating', field: 'Text' };
      return { id: `recorder-${number + index}`, label, operations };
    });
    const Commands = JSON.stringify(commands);
    const form = { Base: `${seq}`, Client: 'recorder', AuthorName: 'Recorder', Commands };
    ({ seq } = await send(`${path}/Edits`, { form }));
    if (number === 101)
      await send(`/v2/Flows/${sid}`, { form: { Status: 'draft', CommitMessage: 'With edits' } });
  }
  if (Number(seq) < editCount) throw new Error(`There are ${seq} edits.`);
}

/** Executions that have ended, that were stopped, that wait, and that call; one leaves a task. */
async function runFlows(flows: Awaited<ReturnType<typeof addFlows>>): Promise<void> {
  const { survey, reminder, menu, callback } = flows;
  const phone = (flow: Flow, number: string) =>
    new Phone({ webhook: flow.webhook_url, account: account.sid, address: channel }, number);
  const ended = phone(survey, contacts.ended);
  for (const text of ['hello', '9', '4', 'Friendly people', 'yes']) await ended.sendMessage(text);
  const waiting = phone(survey, contacts.waiting);
  for (const text of ['hello', '5']) await waiting.sendMessage(text);
  const Parameters = JSON.stringify({ name: 'guest', date: 'Monday', time: '9:00' });
  const forms = [contacts.reminded, contacts.stopped].map((To) => ({ To, From: channel, Parameters }));
  const started = [];
  for (const form of forms) started.push(await send(`/v2/Flows/${reminder.sid}/Executions`, { form }));
  await phone(reminder, contacts.reminded).sendMessage('yes');
  const call = await phone(menu, contacts.calling).call();
  await call.hangUp();
  const caller = phone(callback, contacts.calledBack);
  for (const text of ['hello', 'My invoice', 'morning']) await caller.sendMessage(text);
  await send(`/v2/Flows/${reminder.sid}/Executions/${started[1]?.sid}`, { form: { Status: 'ended' } });
}

async function addSettings({ sid }: Flow): Promise<void> {
  await send(`/v2/Flows/${sid}/TestUsers`, { json: { TestUsers: ['+15005551000', 'client:reception'] } });
  const comment = { AuthorName: 'Recorder', Widget: 'ask_rating', Text: 'Is this short enough?' };
  const { sid: ReplyTo } = await send(`/v1/Flows/${sid}/Comments`, { form: comment });
  await send(`/v1/Flows/${sid}/Comments`, {
    form: { AuthorName: 'Reader', ReplyTo: `${ReplyTo}`, Text: 'Yes.' },
  });
  const Test = [
    'start: {trigger: incomingMessage, contact: "+15005550001", channel: "+15005550006", body: hi}',
    'steps: [{expect: {waits: ask_rating}}]',
  ].join('\n');
  await send(`/v1/Flows/${sid}/Tests`, { form: { Name: 'It asks', Test } });
  await send('/v1/Accounts', { form: { FriendlyName: 'Branch office', Username: 'branch' } });
  await send('/v1/ApiKeys', { form: { FriendlyName: 'Recorded key' } });
  const carrier = {
    ...{ FriendlyName: 'Real phones', BaseUrl: 'https://api.carrier.example/2010-04-01' },
    ...{ CarrierAccountSid: 'AC1', AuthToken: 'token of the carrier' },
  };
  await send('/v1/Carriers', { form: carrier });
  await send('/v1/Carrier/Addresses', { form: { FlowSid: sid, Address: channel } });
  const sink = { Destination: 'https://receiver.example/events', Kinds: 'flow.execution.ended' };
  await send('/v1/Sinks', { form: sink });
}

/** One email sent, with its event posted, and one received and posted. */
async function exchangeEmail(): Promise<void> {
  const url = `${receiver.url}/events`;
  const webhook = { url, friendly_name: 'Events', delivered: true, processed: true };
  const { id } = await send('/v3/user/webhooks/event/settings', { json: webhook });
  await send(`/v3/user/webhooks/event/settings/signed/${id}`, { json: { enabled: true }, method: 'PATCH' });
  await send('/v3/api_keys', { json: { name: 'Sender', scopes: ['mail.send'] } });
  const { policy } = await send('/v3/user/webhooks/security/policies', {
    json: { name: 'Signed posts', signature: { enabled: true } },
  });
  const parse = { hostname: 'parse.receiver.example', url: `${receiver.url}/inbound`, send_raw: true };
  const security_policy = (policy as Json).id;
  await send('/v3/user/webhooks/parse/settings', { json: { ...parse, security_policy } });
  await send('/v3/suppression/bounces', { json: { recipient_emails: ['gone@receiver.example'] } });
  await send('/v3/asm/groups', { json: { name: 'Newsletter', description: 'News once a month' } });
  await send('/v3/mail/send', {
    json: {
      personalizations: [{ to: [{ email: 'guest@receiver.example' }], custom_args: { visit: '7' } }],
      from: { email: 'desk@receiver.example' },
      subject: 'Your appointment on Monday',
      content: [{ type: 'text/plain', value: 'See you on Monday at nine.' }],
      attachments: [{ content: 'bm90ZQ==', filename: 'note.txt', type: 'text/plain' }],
    },
  });
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    name: 'sender.example',
    secure: false,
  });
  await transport.sendMail({
    ...{ from: 'contact@sender.example', to: 'desk@parse.receiver.example' },
    ...{ subject: 'A question', text: 'Are you open on Friday?' },
  });
  await receiver.waitForRequests(3);
  // What is written after a response to a webhook.
  await wait(2_000);
}

/** The responses to reads of all that was made. */
async function readAll(flows: readonly string[]): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  const read = async (path: string): Promise<Json> => {
    const found = await send(path);
    responses[path] = found;
    return found;
  };
  const paths = [
    '/v2/Flows',
    '/v1/Accounts',
    '/v1/ApiKeys',
    '/v1/Carriers',
    '/v1/Carrier/Addresses',
    '/v1/Sinks',
    '/v1/Tasks',
  ];
  const email = [
    '/v3/api_keys',
    '/v3/asm/groups',
    '/v3/suppression/bounces',
    '/v3/user/webhooks/parse/settings',
  ];
  const webhooks = ['/v3/user/webhooks/event/settings/all', '/v3/user/webhooks/security/policies'];
  for (const path of [...paths, ...email, ...webhooks]) await read(path);
  for (const list of ['/v1/Mail/Outbound', '/v1/Mail/Inbound']) {
    const { mails } = await read(list);
    for (const { sid, id } of mails as Json[]) await read(`${list}/${sid ?? id}`);
  }
  for (const sid of flows) await readFlow(read, sid);
  return responses;
}

async function readFlow(read: (path: string) => Promise<Json>, sid: string): Promise<void> {
  const flow = `/v2/Flows/${sid}`;
  const { revision } = await read(flow);
  for (let number = 1; number <= Number(revision); number += 1) await read(`${flow}/Revisions/${number}`);
  for (const path of ['TestUsers', 'Revisions']) await read(`${flow}/${path}`);
  for (const path of ['Comments', 'History', 'Tests', 'WorkingCopy']) await read(`/v1/Flows/${sid}/${path}`);
  const { seq } = await read(`/v1/Flows/${sid}/WorkingCopy/Edits?After=0&Limit=1000`);
  for (const edit of [1, 50, 99, 100, 150, 200, 229].filter((each) => each <= Number(seq)))
    await read(`/v1/Flows/${sid}/WorkingCopy?Edit=${edit}`);
  const { executions } = await read(`${flow}/Executions`);
  for (const execution of executions as Json[]) {
    const one = `${flow}/Executions/${execution.sid}`;
    for (const path of ['', '/Context', '/Steps']) await read(one + path);
    await read(`/v1/ExecutionViews/${sid}/${execution.sid}`);
  }
}

async function send(path: string, sent: Parameters<typeof request>[2] = {}): Promise<Json> {
  const { status, body } = await request(base, path, sent);
  if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  return body === '' ? {} : JSON.parse(body);
}
