/**
 * Prepares the benchmark: seeds a database with contacts in the middle of a conversation, and records the SQL of real
 * turns and starts, which the baseline replays: the product's service functions run on a copy of the database while
 * every statement is captured with its values.
 */

import { ensureAccount } from '#server/accounts/service.ts';
import { commandHandlers } from '#server/command-handlers.ts';
import { provideCommandHandlers } from '#server/executions/service/command-handler.ts';
import { createExecution } from '#server/executions/service/executions.ts';
import { createFlow } from '#server/flows/service.ts';
import { receiveMessage } from '#server/messaging/messages/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { ServiceContext } from '#server/platform/service-context.ts';
import { createServiceRuntime } from '#server/platform/service-runtime.ts';
import { account, channel, contactAddress, definition, messageForm, token } from './conversation.ts';

export type Statement = { sql: string; values: readonly unknown[] };

/** The statements of each turn or start, with the number of its contact. */
export type RecordedSql = { contact: number; statements: Statement[] }[];

export type SqlRecording = { flow: string; turns: RecordedSql; starts: RecordedSql };

/** Contacts from 0 on belong to the recording, those from here on to the load. */
export const recordedContacts = 1_000;
export const loadContacts = 2_000;
/** Contacts from here on are new. */
export const freshContacts = 10_000;

/** Fills an empty database: the account, the flow, and contacts that got their first reply. Returns the flow's SID. */
export async function seedDatabase(database: Database): Promise<string> {
  const ctx = await createServiceContext(database);
  await ensureAccount(ctx);
  const input = {
    friendlyName: 'Bench',
    status: 'published' as const,
    definition,
    commitMessage: null,
    author: null,
    source: null,
  };
  const { flow } = await createFlow(ctx, { account, user: null }, input);
  const contacts = Array.from({ length: recordedContacts + loadContacts }, (_, contact) => contact);
  const sendFirstMessages = async () => {
    for (let contact = contacts.pop(); contact !== undefined; contact = contacts.pop()) {
      await sendMessage(ctx, flow.sid, contact, 0);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendFirstMessages));
  await database.close();
  return flow.sid;
}

/** Reports every statement until the returned function is called. */
export type StatementListener = (onStatement: (statement: Statement) => void) => () => void;

/** Records `count` turns and as many starts on a database filled by `seedDatabase`. */
export async function record(
  database: Database,
  flow: string,
  listen: StatementListener,
  count: number,
): Promise<SqlRecording> {
  const ctx = await createServiceContext(database);
  const recordStatements = async (contact: number, act: () => Promise<unknown>) => {
    const statements: Statement[] = [];
    const stop = listen((statement) => statements.push(statement));
    await act();
    stop();
    return { contact, statements };
  };
  const [turns, starts]: [RecordedSql, RecordedSql] = [[], []];
  // Warm-up, not recorded: the first message fills in-memory caches.
  await sendMessage(ctx, flow, recordedContacts, 1);
  for (let number = 0; number < count; number += 1) {
    const contact = number % recordedContacts;
    const turn = 1 + Math.floor(number / recordedContacts);
    turns.push(await recordStatements(contact, () => sendMessage(ctx, flow, contact, turn)));
  }
  for (let number = 0; number < count; number += 1) {
    const input = { flow, to: contactAddress(freshContacts + number), from: channel, parameters: {} };
    starts.push(
      await recordStatements(freshContacts + number, () =>
        createExecution(ctx, { account, user: null }, input),
      ),
    );
  }
  await database.close();
  return { flow, turns, starts };
}

function sendMessage(ctx: ServiceContext, flow: string, contact: number, turn: number) {
  const fields = messageForm(contact, turn);
  const { MessageSid: sid = '', From: from = '', To: to = '', Body: body = '' } = fields;
  return receiveMessage(ctx, { account, flow, sid, from, to, channel: to, body, media: [], fields });
}

async function createServiceContext(database: Database): Promise<ServiceContext> {
  await migrate(database, Date.now());
  const settings = {
    LOG_LEVEL: 'silent',
    PATCHBAY_ACCOUNT_SID: account,
    PATCHBAY_AUTH_TOKEN: token,
    START_LIMIT_REST: '0',
    START_LIMIT_INBOUND: '0',
    INBOUND_LIMIT_ADDRESS: '0',
  };
  const { ctx } = createServiceRuntime(readConfig(settings), database);
  provideCommandHandlers(ctx, commandHandlers);
  return ctx;
}
