/**
 * Prepares the benchmark: seeds a database with contacts in the middle of a conversation, and records the SQL of real
 * turns and starts, which the baseline replays: the product's service functions run on a copy of the database while
 * every statement is captured with its values.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import { ensureAccount } from '#server/accounts/service.ts';
import { commandHandlers } from '#server/command-handlers.ts';
import { provideCommandHandlers } from '#server/executions/service/command-handler.ts';
import { createExecution } from '#server/executions/service/executions.ts';
import { createFlow } from '#server/flows/publish-service.ts';
import { receiveMessage } from '#server/messaging/messages/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { ServiceContext } from '#server/platform/service-context.ts';
import { createServiceRuntime } from '#server/platform/service-runtime.ts';
import {
  account,
  channel,
  contactAddress,
  definition,
  greeting,
  messageForm,
  token,
} from './conversation.ts';

export type Statement = { sql: string; values: readonly unknown[] };

/** The statements of each turn or start, with the number of its contact. */
export type RecordedSql = { contact: number; statements: Statement[] }[];

/** SIDs of the flow that loops, and of the one that replies and ends. */
export type BenchFlows = { loop: string; greeting: string };

/** How many of each are recorded. */
export type RecordedCounts = { turns: number; starts: number; conversations: number };

/** A conversation is the one turn of an execution that begins with a message, replies and ends. */
export type SqlRecording = {
  flows: BenchFlows;
  turns: RecordedSql;
  starts: RecordedSql;
  conversations: RecordedSql;
};

/** Contacts from 0 on belong to the recording, those from here on to the load. */
export const recordedContacts = 1_000;
export const loadContacts = 2_000;
/** Contacts from here on are new. */
export const freshContacts = 10_000;

/** Fills an empty database: the account, the flows, and contacts of the loop that got their first reply. */
export async function seedDatabase(database: Database): Promise<BenchFlows> {
  const ctx = await createServiceContext(database);
  await ensureAccount(ctx);
  const create = async (friendlyName: string, flowDefinition: FlowDefinition) => {
    const input = {
      friendlyName,
      status: 'published' as const,
      definition: flowDefinition,
      commitMessage: null,
      author: null,
      schemaUri: null,
      source: null,
    };
    return (await createFlow(ctx, { account, user: null, role: 'owner' }, input)).flow.sid;
  };
  const flows = { loop: await create('Loop', definition), greeting: await create('Greeting', greeting) };
  const contacts = Array.from({ length: recordedContacts + loadContacts }, (_, contact) => contact);
  const sendFirstMessages = async () => {
    for (let contact = contacts.pop(); contact !== undefined; contact = contacts.pop()) {
      await sendMessage(ctx, flows.loop, contact, 0);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendFirstMessages));
  await database.close();
  return flows;
}

/** Reports every statement until the returned function is called. */
export type StatementListener = (onStatement: (statement: Statement) => void) => () => void;

/** Records turns, starts and conversations on a database filled by `seedDatabase`. */
export async function record(
  database: Database,
  flows: BenchFlows,
  listen: StatementListener,
  counts: RecordedCounts,
): Promise<SqlRecording> {
  const ctx = await createServiceContext(database);
  const recordStatements = async (contact: number, act: () => Promise<unknown>) => {
    const statements: Statement[] = [];
    const stop = listen((statement) => statements.push(statement));
    await act();
    stop();
    return { contact, statements };
  };
  const [turns, starts, conversations]: [RecordedSql, RecordedSql, RecordedSql] = [[], [], []];
  // Warm-up, not recorded: the first message fills in-memory caches.
  await sendMessage(ctx, flows.loop, recordedContacts, 1);
  await sendMessage(ctx, flows.greeting, freshContacts - 1, 0);
  for (let number = 0; number < counts.turns; number += 1) {
    const contact = number % recordedContacts;
    const turn = 1 + Math.floor(number / recordedContacts);
    turns.push(await recordStatements(contact, () => sendMessage(ctx, flows.loop, contact, turn)));
  }
  for (let number = 0; number < counts.starts; number += 1) {
    const input = {
      flow: flows.loop,
      to: contactAddress(freshContacts + number),
      from: channel,
      parameters: {},
    };
    starts.push(
      await recordStatements(freshContacts + number, () =>
        createExecution(ctx, { account, user: null, role: 'owner' }, input),
      ),
    );
  }
  for (let number = 0; number < counts.conversations; number += 1) {
    // Contacts of its own: those before are in a conversation by now.
    const contact = freshContacts + counts.starts + number;
    conversations.push(await recordStatements(contact, () => sendMessage(ctx, flows.greeting, contact, 0)));
  }
  await database.close();
  return { flows, turns, starts, conversations };
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
