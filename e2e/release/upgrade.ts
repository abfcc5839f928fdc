/**
 * Upgrades a database that an earlier version has written, by the installed release: all is there afterwards, what waited goes
 * on, and the copy of before has all that there was.
 */

import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { dumpIsMissing, PostgresServer } from '../cluster/postgres-server.ts';
import { Phone } from '../external-systems/phone.ts';
import { callCommand, expect, type Installation, startServer, step } from './installation.ts';
import {
  account,
  channel,
  contacts,
  port,
  type Recording,
  readRecording,
  readRows,
  request,
  settings,
  unpackDatabase,
} from './recorded/recorded-database.ts';
import { readPostgresRows, restoreRecorded } from './recorded/recorded-postgres.ts';

type Json = Record<string, unknown>;
type Rows = ReturnType<typeof readRows>;

const base = `http://127.0.0.1:${port}`;

/** What a backup notes in itself. */
const notes = ['agreements', 'log_numbers'];

/** `install` gives the release with an empty data folder. */
export async function tryUpgrade(version: string, install: () => Installation): Promise<void> {
  const installation = withSettings(install());
  const data = installation.environment.DATA_DIR ?? '';
  const file = join(data, 'patchbay.db');
  unpackDatabase(version, file);
  const old = readRows(file);
  const { uid, gid } = statSync(data);
  for (const name of readdirSync(data)) chownSync(join(data, name), uid, gid);
  const title = `from ${version}:`;
  await step(`${title} the check says what would change, and changes nothing`, () => {
    const bytes = readFileSync(file);
    const said = callCommand(installation, 'upgrade', '--check');
    expect(said.includes('do not start on it afterwards') && /\n {2}\d{3}-/.test(said), said);
    expect(readFileSync(file).equals(bytes), 'the file was changed');
  });
  await step(`${title} the new version restores a backup of it with each row`, () => {
    const restored = withSettings(install());
    callCommand(restored, 'restore', file);
    const path = join(restored.environment.DATA_DIR ?? '', 'patchbay.db');
    expectRows(readRows(path, old.columns), old, ['migrations']);
  });
  await goOn(title, installation, readRecording(version));
  await step(`${title} the copy of before has each row`, () => {
    const copies = readdirSync(join(data, 'before-upgrade'));
    expect(copies.length === 1, `there are ${copies.length} copies`);
    const copy = readRows(join(data, 'before-upgrade', copies[0] ?? ''));
    expect(isDeepStrictEqual([...copy.columns], [...old.columns]), 'it has other tables or columns');
    expectRows(copy, old, ['log_numbers']);
    expectRows(old, copy, notes);
  });
}

/** The same on a PostgreSQL, where the way back is the dump of before. */
export async function tryPostgresUpgrade(version: string, install: () => Installation): Promise<void> {
  const title = `from ${version} on PostgreSQL:`;
  const missing = dumpIsMissing();
  if (missing !== null) {
    console.log(`skipped: ${title} ${missing}`);
    return;
  }
  const postgres = new PostgresServer(port + 1);
  try {
    await restoreRecorded(version, postgres.url);
    const dump = postgres.dump();
    const old = await readPostgresRows(postgres.url);
    const installation = withSettings(install());
    installation.environment.DATABASE_URL = postgres.url;
    await step(`${title} the check says what would change, and changes nothing`, async () => {
      const said = callCommand(installation, 'upgrade', '--check');
      expect(/\n {2}\d{3}-/.test(said), said);
      expect(isDeepStrictEqual(await readPostgresRows(postgres.url), old), 'rows were changed');
    });
    await goOn(title, installation, readRecording(`${version}-postgres`));
    await step(`${title} the dump of before has each row, and no other tables`, async () => {
      const restored = await readPostgresRows(postgres.restore(dump, 'before'));
      expect(isDeepStrictEqual([...restored.columns], [...old.columns]), 'it has other tables or columns');
      expectRows(restored, old, []);
      expectRows(old, restored, []);
    });
  } finally {
    postgres.remove();
  }
}

/** Starts the new version on what the old one has left, compares its responses, works on, and stops it. */
async function goOn(
  title: string,
  installation: Installation,
  { flow, responses }: Recording,
): Promise<void> {
  let server: Awaited<ReturnType<typeof startServer>> | null = null;
  await step(`${title} it starts, and all that the old one showed is as it was`, async () => {
    server = await startServer(installation);
    const missing = [];
    for (const [path, response] of Object.entries(responses)) {
      const { status, body } = await request(base, path);
      const difference = status === 200 ? differs(response, JSON.parse(body), '') : `${status} ${body}`;
      if (difference !== null) missing.push(`${path} ${difference}`);
    }
    expect(Object.keys(responses).length > 90, 'there are fewer responses than were recorded');
    expect(missing.length === 0, `${missing.length} differ:\n${missing.join('\n')}`);
  });
  await step(`${title} the working copy is edited on`, () => editOn(flow));
  await step(`${title} an execution that waited goes on with the next message`, () => replyOn(flow));
  await step(`${title} it stops`, async () => {
    expect((await server?.stop()) === 0, 'it did not end with 0');
  });
}

function withSettings(installation: Installation): Installation {
  return { ...installation, environment: { ...installation.environment, ...settings } };
}

/** @throws where a row of `old` is not in `found`, in other tables than `except` */
function expectRows(found: Rows, old: Rows, except: readonly string[]): void {
  const lost: string[] = [];
  for (const [table, rows] of old.rows) {
    if (except.includes(table)) continue;
    const now = new Set(found.rows.get(table));
    for (const row of rows) if (!now.has(row)) lost.push(`${table}: ${row.slice(0, 300)}`);
  }
  expect(lost.length === 0, `${lost.length} rows are missing or changed:\n${lost.join('\n')}`);
}

/** Where `found` lacks or changes something of `recorded`, as a text; null where it has all of it. Times were moved. */
function differs(recorded: unknown, found: unknown, path: string): string | null {
  if (isTime(recorded) && isTime(found)) return null;
  if (typeof recorded !== 'object' || typeof found !== 'object' || recorded === null || found === null)
    return recorded === found ? null : `${path}: ${JSON.stringify(recorded)} is ${JSON.stringify(found)}`;
  if (Array.isArray(recorded) && recorded.length !== (found as unknown[]).length)
    return `${path}: ${recorded.length} items are ${(found as unknown[]).length}`;
  for (const [key, value] of Object.entries(recorded)) {
    // Of the commands that are taken, not of those that are stored.
    if (key === 'format') continue;
    const difference = differs(value, (found as Json)[key], `${path}/${key}`);
    if (difference !== null) return difference;
  }
  return null;
}

/** Epoch seconds or milliseconds, or a date with its time as in JSON (RFC 3339) or in an email (RFC 5322). */
function isTime(value: unknown): boolean {
  const isDate = /^(\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3}, \d\d? \w{3} \d{4} [\d:]+ \+0000)$/;
  return typeof value === 'number' ? value > 1.7e9 : isDate.test(String(value));
}

async function get(path: string): Promise<Json> {
  return await send(path, {});
}

async function send(path: string, sent: Parameters<typeof request>[2]): Promise<Json> {
  const { status, body } = await request(base, path, sent);
  expect(status < 300, `${path}: ${status} ${body}`);
  return JSON.parse(body);
}

async function editOn(flow: string): Promise<void> {
  const path = `/v1/Flows/${flow}/WorkingCopy`;
  const { seq } = await get(path);
  const change = ['properties', 'body'];
  const command = {
    ...{ id: 'upgraded-1', label: { name: 'changeProperty', widget: 'ask_rating', field: 'Text' } },
    operations: [{ kind: 'set', widget: 'ask_rating', path: change, to: 'Question after the upgrade?' }],
  };
  const form = { Base: `${seq}`, Client: 'upgraded', Commands: JSON.stringify([command]) };
  await send(`${path}/Edits`, { form });
  const { seq: now, definition } = await get(path);
  expect(now === Number(seq) + 1 && JSON.stringify(definition).includes('Question after'), `edit ${now}`);
}

/** The contact writes as often as the flow still asks; then its execution has ended. */
async function replyOn(flow: string): Promise<void> {
  const path = `/v2/Flows/${flow}/Executions`;
  const waiting = async () => {
    const { executions } = await get(path);
    return (executions as Json[]).filter((each) => each.contact_channel_address === contacts.waiting);
  };
  const [before] = await waiting();
  expect(before?.status === 'active', `it is ${before?.status}`);
  const { webhook_url } = await get(`/v2/Flows/${flow}`);
  const line = { webhook: `${webhook_url}`, account: account.sid, address: channel };
  const phone = new Phone(line, contacts.waiting);
  for (const text of ['Friendly people', 'no']) await phone.sendMessage(text, phone.freshSid('SMF'));
  const after = await waiting();
  expect(after.length === 1 && after[0]?.status === 'ended', `it is ${JSON.stringify(after)}`);
  const { steps } = await get(`${path}/${before?.sid}/Steps`);
  const names = (steps as Json[]).map(({ transitioned_from }) => transitioned_from);
  expect(names.includes('ask_reason') && names.includes('ask_contact'), `its steps are ${names.join()}`);
}
