/**
 * The SQL of real turns, recorded to be replayed bare: the product's own verbs run on a database while every
 * statement with its values is written down, beside a copy of the database as it was before.
 */

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { addAccount } from '#server/service/accounts.ts';
import { receiveMessage } from '#server/service/conversations.ts';
import { createFlow } from '#server/service/flows.ts';
import type { Host } from '#server/service/host.ts';
import { migrate } from '#server/store/migrate.ts';
import { openSqlite } from '#server/store/sqlite.ts';
import { SqliteConnection } from '#server/store/sqlite-connection.ts';
import { createWorld } from '#server/world.ts';
import { definition, messageOf } from './conversation.ts';

export type Statement = { sql: string; values: readonly (string | number | null)[] };

/** `file` is the database before the first turn; `turns` are the statements of each. */
export type Recording = { file: string; turns: Statement[][] };

/** Records `count` turns, taken in turn by `contacts` contacts that have begun before. */
export async function record(folder: string, contacts: number, count: number): Promise<Recording> {
  const live = join(folder, 'recorded.db');
  const file = join(folder, 'before.db');
  const begun = await open(live);
  const account = (await addAccount(begun.host, 'Bench')).account_sid;
  const input = {
    friendlyName: 'Bench',
    status: 'published' as const,
    definition,
    commitMessage: null,
    author: null,
  };
  const { flow } = await createFlow(begun.host, { account, user: null }, input);
  const say = (host: Host, contact: number, turn: number) => {
    const fields = messageOf(contact, turn);
    const { MessageSid: sid = '', From: from = '', To: to = '', Body: body = '' } = fields;
    return receiveMessage(host, { account, flow: flow.sid, sid, from, to, body, media: [], fields });
  };
  for (let contact = 0; contact < contacts; contact += 1) await say(begun.host, contact, 0);
  await begun.close();
  copyFileSync(live, file);

  const { host, close } = await open(live);
  const turns: Statement[][] = [];
  for (let number = 0; number < count; number += 1) {
    const statements: Statement[] = [];
    const stop = listen((statement) => statements.push(statement));
    await say(host, number % contacts, 1 + Math.floor(number / contacts));
    stop();
    turns.push(statements);
  }
  await close();
  return { file, turns };
}

async function open(file: string): Promise<{ host: Host; close(): Promise<void> }> {
  const database = openSqlite(file);
  await migrate(database, Date.now());
  const { host } = createWorld(readConfig({ LOG_LEVEL: 'silent' }), database);
  return { host, close: () => database.close() };
}

/** Hears every statement of the product until the returned function is called. */
function listen(hear: (statement: Statement) => void): () => void {
  const { executeQuery, rowsOf } = SqliteConnection.prototype;
  SqliteConnection.prototype.executeQuery = function heard(query) {
    hear({ sql: query.sql, values: query.parameters as Statement['values'] });
    return executeQuery.call(this, query) as never;
  };
  SqliteConnection.prototype.rowsOf = function heard(sql, values) {
    hear({ sql, values: values as Statement['values'] });
    return rowsOf.call(this, sql, values);
  };
  return () => {
    Object.assign(SqliteConnection.prototype, { executeQuery, rowsOf });
  };
}
