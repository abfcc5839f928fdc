/**
 * The rows as both dialects hold them. Times are epoch milliseconds, booleans 0 or 1, JSON is text.
 * `account`, `flow` and the like hold SIDs. SIDs are made in the order of time, so the newest rows are
 * those with the greatest SID.
 */

import type { ExecutionStatus } from '#api/executions/schemas.ts';
import type { RevisionSource } from '#api/flows/history.ts';
import type { FlowStatus } from '#api/flows/schemas.ts';
import type { CallStatus, Direction, MessageStatus } from '#api/messaging/operations.ts';
import type { Role } from '#api/people/roles.ts';
import type { AlertTables } from './alerts.ts';
import type { AuditTables } from './audit.ts';
import type { CarrierTables } from './carriers.ts';
import type { CommentTables } from './comments.ts';
import type { DataKeyTables } from './data-keys.ts';
import type { Deletable } from './deletable.ts';
import type { EmailTables } from './email.ts';
import type { DeliveryTables } from './email-deliveries.ts';
import type { ErasureTables } from './erasures.ts';
import type { ExecutionListTables } from './execution-lists.ts';
import type { FlowEditTables } from './flow-edits.ts';
import type { FlowTestTables } from './flow-tests.ts';
import type { InboundMailTables } from './inbound-email.ts';
import type { LiveTables } from './live.ts';
import type { OutboundMailTables } from './outbound-email.ts';
import type { PeopleTables } from './people.ts';
import type { PublishingTables } from './publishing.ts';
import type { RetentionTables } from './retention.ts';
import type { RevealTables } from './reveals.ts';
import type { ServiceTables } from './services.ts';
import type { ShortLinkTables } from './short-links.ts';
import type { LimitTables } from './start-limits.ts';

export type AccountRow = {
  sid: string;
  name: string;
  /** The SID of the account's own user, the author where a request names none. */
  user: string;
  /** SHA-256 of the auth token, hexadecimal. */
  token_hash: string;
  created_at: number;
  /** The account that made this one, and by what name it knows it; null for an account of its own. */
  parent: string | null;
  username: string | null;
  /** When it was closed: its credentials are rejected from then on. */
  closed_at: number | null;
};

export type SignInLinkRow = {
  token_hash: string;
  account: string;
  expires_at: number;
  used_at: number | null;
};

/** An API key of an account, which signs in like its auth token. `secret_hash` is SHA-256, hexadecimal. */
export type AccountKeyRow = {
  sid: string;
  account: string;
  name: string;
  secret_hash: string;
  created_at: number;
  /** It may approve publish requests of others. */
  approves_publishing: number;
  /** The most that it may do: never more than who made it may. */
  role: Role;
  /** SID of the member who made it; null for the account itself. */
  made_by: string | null;
  /** It is a personal token of who made it. */
  personal: number;
  /** Of what the role may, the permissions that it has, as JSON; null for all. */
  scopes: string | null;
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
};

/**
 * A session of the page. Without a `person` it is the account's own. `device` is the User-Agent of the sign-in, `seen_at` the
 * last use to the hour; both are null in sessions from before they were kept.
 */
export type SessionRow = {
  token_hash: string;
  account: string;
  person: string | null;
  device: string | null;
  created_at: number;
  expires_at: number;
  seen_at: number | null;
  /** When its person last proved who they are; the sign-in where that is null. */
  confirmed_at: number | null;
  /** What it was begun with besides a password, or instead of one; null for a password alone, and for the account itself. */
  proof: SessionProof | null;
};

export type SessionProof = 'code' | 'passkey' | 'provider';

/** A flow; `status`, `friendly_name` and `author` are those of its newest revision. */
export type FlowRow = {
  sid: string;
  account: string;
  author: string | null;
  friendly_name: string;
  status: FlowStatus;
  /** Number of the newest revision, from 1. */
  revision: number;
  /** Number of the newest published revision; null before the first. */
  published_revision: number | null;
  /** Publishing needs the approval of a second person. */
  needs_approval: number;
  /** JSON array of texts. */
  tags: string;
  /** JSON of what the list of flows shows of the newest definition. */
  digest: string;
  /** JSON of whether its working copy is valid, and of which edit that is; null where it was not checked yet. */
  verdict: string | null;
  created_at: number;
  updated_at: number | null;
} & Deletable;

export type RevisionRow = {
  flow: string;
  revision: number;
  author: string | null;
  friendly_name: string;
  status: FlowStatus;
  /** JSON. */
  definition: string;
  commit_message: string | null;
  /** JSON array of findings; a stored definition has no errors. */
  warnings: string;
  created_at: number;
};

/** What the history shows of a revision, whose definition it does not have. Immutable, like the revision. */
export type RevisionHistoryRow = {
  flow: string;
  revision: number;
  status: FlowStatus;
  author: string | null;
  /** The API key that signed the request, with its name at that time; null for the account's own credentials. */
  key_sid: string | null;
  key_name: string | null;
  /** How it was made; null for revisions from before that was recorded. */
  source: RevisionSource | null;
  /** The revision that it repeats: restored, rolled back to, or published by a request. */
  source_revision: number | null;
  message: string | null;
  /** What it changes in one sentence, where it has no message. */
  summary: string | null;
  created_at: number;
  /** The edit of the working copy up to which it has everything; null where the flow had no log. */
  edit_seq: number | null;
};

/** `position` keeps the order in which the identities were given. */
export type TestUserRow = { flow: string; position: number; identity: string };

/**
 * An execution; `contact` and `channel` are the addresses of the other party and of the flow. One active
 * row with `exclusive` 1 exists for each (account, contact, channel); children of run-subflow and
 * concurrent calls have 0.
 */
export type ExecutionRow = {
  sid: string;
  /** From 0 to 255: what its SID says, and where all rows of its address pair are (docs/decisions/047). */
  shard: number;
  account: string;
  flow: string;
  revision: number;
  contact: string;
  channel: string;
  exclusive: number;
  status: ExecutionStatus;
  /** What the wait is for; null when it does not wait. */
  waiting: 'reply' | 'call' | 'effect' | 'return' | null;
  /** Name of the widget that it is at; null before the trigger and after the end. */
  widget: string | null;
  /** JSON of the engine's execution without its context. */
  state: string;
  /** JSON. */
  context: string;
  /** Counts the turns. */
  version: number;
  /** When the next timer fires: the wait times out, or the maximum lifetime is over. Null once it has ended. */
  due_at: number | null;
  expires_at: number;
  /** SID of the message or call that started it. */
  initiated_by: string | null;
  /** The execution whose run-subflow widget started this one, the key of that effect, and its step. */
  parent: string | null;
  parent_effect: string | null;
  parent_step: string | null;
  created_at: number;
  updated_at: number | null;
  /** When its personal data was removed: contact, channel, state and context are blank from then on. */
  purged_at: number | null;
  /** The event of its last step; null before the first, and where it ended before version 030 of the schema. */
  event: string | null;
  /** The code of the newest note on its steps that has one: its last error; null when there was none. */
  error: number | null;
  /** The number of its newest entry in the turn log, on PostgreSQL; 0 where it has none since version 046 of the schema. */
  log_number: number;
  /** JSON: who ended it; null where it ended by itself, or before version 073 of the schema. */
  ended_by: string | null;
};

/** `changes` and `notes` are JSON arrays; the context of a step is the sum of all changes up to it. */
export type StepRow = {
  execution: string;
  /** Its execution's. */
  shard: number;
  seq: number;
  sid: string;
  name: string;
  type: string;
  transitioned_from: string;
  transitioned_to: string;
  changes: string;
  notes: string;
  created_at: number;
};

/**
 * Work for the holder of the lease. `execution` is the one that waits for it, null when none does. `problem` says why the
 * last attempt failed; `dead_at` is when it failed for good.
 */
export type JobRow = {
  key: string;
  /** Its execution's; that of the account where no execution waits for it. */
  shard: number;
  kind: string;
  account: string;
  execution: string | null;
  /** JSON. */
  payload: string;
  run_at: number;
  lease_until: number;
  attempts: number;
  problem: string | null;
  dead_at: number | null;
  created_at: number;
};

/** An address, the flow that answers it, and its carrier; null is the built-in test carrier. */
export type AddressRow = {
  sid: string;
  account: string;
  address: string;
  flow: string;
  carrier: string | null;
  created_at: number;
};

/**
 * A message. The row of an inbound one makes its delivery idempotent, and
 * `reply_to` of an outbound one names the inbound message whose response carries it. An outbound one has a SID
 * of ours until its carrier has assigned another; (execution, effect) always finds it.
 */
export type MessageRow = {
  account: string;
  sid: string;
  /** Its execution's. */
  shard: number;
  flow: string | null;
  execution: string | null;
  direction: Direction;
  sender: string;
  recipient: string;
  body: string;
  /** JSON array of URLs. */
  media: string;
  status: MessageStatus;
  reply_to: string | null;
  /** Null is the built-in test carrier. */
  carrier: string | null;
  /** The send-message command that caused it, null for an inbound one. */
  effect: string | null;
  /** JSON of a content template that replaces the body, null when there is none. */
  content: string | null;
  /** The carrier's error code. */
  error_code: string | null;
  created_at: number;
  updated_at: number | null;
};

/** A call; `effect` is the place-call command that caused it, null for an inbound call. */
export type CallRow = {
  account: string;
  sid: string;
  /** Its execution's. */
  shard: number;
  flow: string;
  execution: string;
  direction: Direction;
  sender: string;
  recipient: string;
  status: CallStatus;
  effect: string | null;
  /** Null is the built-in test carrier. */
  carrier: string | null;
  created_at: number;
  updated_at: number | null;
};

/** A task of the embedded task service. `attributes` is JSON. */
export type TaskRow = {
  sid: string;
  /** Its execution's. */
  shard: number;
  account: string;
  flow: string;
  execution: string;
  effect: string;
  widget: string;
  workflow: string;
  channel: string;
  attributes: string;
  priority: string;
  status: 'pending' | 'completed' | 'canceled';
  created_at: number;
  updated_at: number | null;
};

export type Tables = CoreTables &
  AlertTables &
  ExecutionListTables &
  ShortLinkTables &
  CarrierTables &
  DataKeyTables &
  ServiceTables &
  LiveTables &
  RetentionTables &
  LimitTables &
  EmailTables &
  ErasureTables &
  InboundMailTables &
  OutboundMailTables &
  DeliveryTables &
  PublishingTables &
  FlowEditTables &
  FlowTestTables &
  CommentTables &
  PeopleTables &
  AuditTables &
  RevealTables;

type CoreTables = {
  accounts: AccountRow;
  sign_in_links: SignInLinkRow;
  account_keys: AccountKeyRow;
  sessions: SessionRow;
  flows: FlowRow;
  revisions: RevisionRow;
  revision_history: RevisionHistoryRow;
  test_users: TestUserRow;
  executions: ExecutionRow;
  steps: StepRow;
  jobs: JobRow;
  addresses: AddressRow;
  messages: MessageRow;
  calls: CallRow;
  tasks: TaskRow;
  agreements: { name: string; value: string };
  migrations: MigrationsTable;
};

/** Which migrations a database has. */
type MigrationsTable = {
  name: string;
  applied_at: number;
  /** As `servedSince` of the migration; a database of before has no such column. */
  served_since?: string | null;
};
