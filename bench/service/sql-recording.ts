/**
 * Prepares the benchmark: seeds a database with contacts in the middle of a conversation, and records the SQL of real
 * turns, starts and received emails, which the baseline replays: the product's service functions run on a copy of the database while
 * every statement is captured with its values.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import { ensureAccount } from '#server/accounts/service.ts';
import { commandHandlers } from '#server/command-handlers.ts';
import { PostQueue } from '#server/email/inbound/parse-webhook/post-queue.ts';
import { receiveEmail } from '#server/email/inbound/service/receive.ts';
import { createParseSetting } from '#server/email/parse-settings/service.ts';
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
import { email, hostname } from './emails.ts';
import type { Kind } from './throughput.ts';

export type Statement = { sql: string; values: readonly unknown[] };

/** The statements of each turn, start or email, with the number of its contact. */
export type RecordedSql = { contact: number; statements: Statement[] }[];

/** SIDs of the flow that loops, and of the one that replies and ends. */
export type BenchFlows = { loop: string; greeting: string };

/** How many of each are recorded. */
export type RecordedCounts = Partial<Record<Kind, number>>;

/** A conversation is the one turn of an execution that begins with a message, replies and ends. */
export type SqlRecording = {
  flows: BenchFlows;
  turns: RecordedSql;
  starts: RecordedSql;
  conversations: RecordedSql;
  emails: RecordedSql;
};

/** Contacts from 0 on belong to the recording, those from here on to the load. */
export const recordedContacts = 1_000;
export const loadContacts = 2_000;
/** Contacts from here on are new. */
export const freshContacts = 10_000;

/**
 * Fills an empty database: the account, the flows, contacts of the loop that got their first reply, and the host name whose email is
 * posted to `postsTo`; none where that is null.
 */
export async function seedDatabase(database: Database, postsTo: string | null): Promise<BenchFlows> {
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
    return (await createFlow(ctx, owner, input)).flow.sid;
  };
  const emailOwner = { ...owner, region: 'global' as const, access: 'owner' as const };
  if (postsTo !== null) await createParseSetting(ctx, emailOwner, { hostname, url: postsTo });
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

const owner = { account, user: null, role: 'owner' } as const;

/** Reports every statement until the returned function is called. */
export type StatementListener = (onStatement: (statement: Statement) => void) => () => void;

/** Records turns, starts, conversations and emails on a database filled by `seedDatabase`. */
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
  const recording: Record<Kind, RecordedSql> = { turns: [], starts: [], conversations: [], emails: [] };
  // Warm-up, not recorded: the first message fills in-memory caches.
  await sendMessage(ctx, flows.loop, recordedContacts, 1);
  await sendMessage(ctx, flows.greeting, freshContacts - 1, 0);
  for (let number = 0; number < (counts.turns ?? 0); number += 1) {
    const contact = number % recordedContacts;
    const turn = 1 + Math.floor(number / recordedContacts);
    recording.turns.push(await recordStatements(contact, () => sendMessage(ctx, flows.loop, contact, turn)));
  }
  for (let number = 0; number < (counts.starts ?? 0); number += 1) {
    const input = {
      flow: flows.loop,
      to: contactAddress(freshContacts + number),
      from: channel,
      parameters: {},
    };
    recording.starts.push(
      await recordStatements(freshContacts + number, () => createExecution(ctx, owner, input)),
    );
  }
  for (let number = 0; number < (counts.conversations ?? 0); number += 1) {
    // Contacts of its own: those before are in a conversation by now.
    const contact = freshContacts + (counts.starts ?? 0) + number;
    recording.conversations.push(
      await recordStatements(contact, () => sendMessage(ctx, flows.greeting, contact, 0)),
    );
  }
  // Its worker never has a free slot: nothing is posted.
  const posts = new PostQueue(ctx, { run: () => null });
  for (let number = 0; number < (counts.emails ?? 0); number += 1)
    recording.emails.push(await recordStatements(number, () => receiveOne(ctx, posts)));
  posts.stop();
  await database.close();
  return { flows, ...recording };
}

function sendMessage(ctx: ServiceContext, flow: string, contact: number, turn: number) {
  const fields = messageForm(contact, turn);
  const { MessageSid: sid = '', From: from = '', To: to = '', Body: body = '' } = fields;
  return receiveMessage(ctx, { account, flow, sid, from, to, channel: to, body, media: [], fields });
}

function receiveOne(ctx: ServiceContext, posts: PostQueue): Promise<void> {
  const [sender, recipients] = ['a@sender.test', [`x@${hostname}`]];
  const envelope = { sender, recipients, clientIp: '127.0.0.1', helo: 'bench' };
  async function* chunks() {
    yield { bytes: new Uint8Array(email), isLast: true };
  }
  return receiveEmail(ctx, posts, envelope, chunks());
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
