/**
 * Records audited operations. What a request changes is known where it ends: in a write of the database. The operation that
 * is being served is kept with the asynchronous work for it, and the first write of that work appends the event in its own
 * transaction, so that neither is there without the other. Where nothing was written, such as when data is shown, the event
 * is a write of its own before the response (docs/decisions/081).
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Recorded, serverEvents } from '#api/operation/audit.ts';
import type { Operation } from '#api/operation/operation.ts';
import type { SidPrefix } from '#api/sid.ts';
import type { Database, Queries, Sharing, TransactionWork } from '../database/database.ts';
import { dropOldest } from '../drop-oldest.ts';
import { perServer } from '../per-server.ts';
import type { ServiceContext } from '../service-context.ts';
import { auditedKinds, hasState, type ObjectState, objectIn } from './audited-objects.ts';
import { type Actor, type AuditChange, changesOf, reasonOf, shortText, unknownActor } from './event.ts';
import { insertEvent, type NewAuditEvent } from './event-store.ts';

/** What is done, by whom and from where. */
export type Audited = {
  operation: Pick<Operation, 'id' | 'audit'>;
  /** In whose chain the event is; '' where that is known no sooner than the actor. */
  account: string;
  actor: Actor;
  params: Readonly<Record<string, unknown>>;
  /** The fields of the request. */
  sent: Readonly<Record<string, unknown>>;
  address: string | null;
  request: string | null;
};

type Recording = Omit<Audited, 'operation'> & {
  operation: string;
  recorded: Recorded;
  object: string | null;
  /** The first SID of each kind that was made for it. */
  made: Map<SidPrefix, string>;
  /** `writing`: a write that may record it is under way; `over`: it is recorded, or has ended. */
  state: 'open' | 'writing' | 'over';
};

const recordings = new AsyncLocalStorage<Recording>();

const hourMs = 3_600_000;
const maxRemembered = 10_000;

/** The hour of the last event of those that are recorded once in one. */
const lastHours = perServer(() => new Map<string, number>());

/**
 * Runs the work of an operation and records it, if its description says so. The event of what threw is there only where
 * something was written.
 */
export async function recordOperation<T>(
  ctx: ServiceContext,
  audited: Audited,
  run: () => Promise<T>,
): Promise<T> {
  const { audit, id } = audited.operation;
  if (audit === undefined || 'none' in audit) return run();
  if (audit.only === 'people' && audited.actor.kind !== 'session') return run();
  const { actor, params } = audited;
  const object = audit.object === 'person' ? actor.sid : objectIn(audit.object, params);
  const key = `${audited.account} ${actor.kind} ${actor.sid} ${id} ${object}`;
  const hour = Math.floor(ctx.clock.now() / hourMs);
  if (audit.every === 'hour' && lastHours(ctx).get(key) === hour) return run();
  const recording: Recording = {
    ...audited,
    ...{ operation: id, recorded: audit, object, made: new Map(), state: 'open' },
  };
  const value = await recordings.run(recording, async () => {
    try {
      const done = await run();
      if (recording.state === 'open') await ctx.database.write(async () => {});
      return done;
    } finally {
      if (recording.state !== 'writing') forgetSent(recording);
      recording.state = 'over';
    }
  });
  if (audit.every === 'hour') remember(ctx, key, hour);
  return value;
}

function remember(ctx: ServiceContext, key: string, hour: number): void {
  const hours = lastHours(ctx);
  hours.delete(key);
  dropOldest(hours, maxRemembered - 1);
  hours.set(key, hour);
}

/** Work that others cause as well, or that only prepares: none of its writes is the change of the operation being served. */
export function outsideRecording<T>(run: () => T): T {
  return recordings.exit(run);
}

/** For operations that begin or end a session: whose it is. Null is the account itself. */
export function noteActor(account: string, person: string | null): void {
  const recording = recordings.getStore();
  if (recording === undefined || recording.actor.kind !== 'nobody') return;
  recording.account = account;
  recording.actor = { kind: 'session', sid: person ?? account, name: null, role: null };
  if (person !== null) noteMade('US', person);
}

/** A SID that was made: of the object, where the operation creates it. */
export function noteMade(prefix: SidPrefix, sid: string): void {
  const made = recordings.getStore()?.made;
  if (made?.has(prefix) === false) made.set(prefix, sid);
}

type Source = { now(): number; sid(): string; recorded(): void };

/** The database whose writes record the operation that they belong to. */
export function recordingDatabase(database: Database, source: Source): Database {
  return {
    ...database,
    write(work, sharing) {
      const recording = recordings.getStore();
      return recording?.state === 'open'
        ? writeRecorded(database, source, recording, work, sharing)
        : database.write(work, sharing);
    },
  };
}

async function writeRecorded<T>(
  database: Database,
  source: Source,
  recording: Recording,
  work: TransactionWork<T>,
  sharing: Sharing | undefined,
): Promise<T> {
  const madeBefore = [...recording.made];
  let event: NewAuditEvent | null = null;
  recording.state = 'writing';
  try {
    const value = await database.write<T>(async (tx, withCommit) => {
      // It may be another attempt.
      event = null;
      recording.made = new Map(madeBefore);
      const before = await stateOf(tx, recording);
      const done = await recordings.run(recording, () => work(tx, withCommit));
      if (isNothing(done)) return done;
      event = await eventOf(tx, recording, before, source);
      if (event !== null) withCommit(insertEvent(tx, event));
      return done;
    }, sharing);
    if (event !== null) {
      recording.state = 'over';
      source.recorded();
    }
    return value;
  } finally {
    // Unless the operation has ended meanwhile: what it left running is no part of it.
    if (recording.state === 'writing') recording.state = 'open';
    if (recording.state === 'over') forgetSent(recording);
  }
}

/** What the operation leaves running, such as a timer, keeps its recording: not also a body of megabytes. */
function forgetSent(recording: Recording): void {
  recording.sent = {};
}

/** How stores say that there was no such row, or how many there were. */
function isNothing(done: unknown): boolean {
  return done === false || done === null || done === 0;
}

function idOf({ recorded, object, made }: Recording): string | null {
  const { prefix } = auditedKinds[recorded.object];
  return object ?? (prefix === undefined ? null : (made.get(prefix) ?? null));
}

async function stateOf(tx: Queries, recording: Recording): Promise<ObjectState | undefined> {
  const { account } = recording;
  const { object } = recording.recorded;
  const id = object === 'retention' ? account : idOf(recording);
  return id === null ? undefined : auditedKinds[object].find(tx, { account, id });
}

/** Null for what no known actor did, and for an object that does not exist. */
async function eventOf(
  tx: Queries,
  recording: Recording,
  before: ObjectState | undefined,
  source: Source,
): Promise<NewAuditEvent | null> {
  const { account, operation, recorded, sent, address, request } = recording;
  const after = await stateOf(tx, recording);
  const sid = idOf(recording);
  const isNowhere = before === undefined && after === undefined && hasState(recorded.object);
  if (recording.actor.kind === 'nobody' || (isNowhere && sid !== null)) return null;
  const actor = await namedActor(tx, recording);
  return {
    ...{ sid: source.sid(), account, at: source.now(), operation },
    ...{ actor_kind: actor.kind, actor_sid: actor.sid, actor_name: actor.name, actor_role: actor.role },
    ...{ object_kind: recorded.object, object_sid: sid },
    object_name: shortText((after ?? before)?.name),
    changes: JSON.stringify(changesOf(recorded, sent, before, after)),
    ...{ reason: reasonOf(sent), address, request },
  };
}

/** Who has just signed in is known by SID only. */
async function namedActor(tx: Queries, { account, actor }: Recording): Promise<Actor> {
  const { sid, name } = actor;
  if (actor.kind !== 'session' || name !== null || sid === null || !sid.startsWith('US')) return actor;
  const member = await auditedKinds.member.find(tx, { account, id: sid });
  const person = member ?? (await auditedKinds.person.find(tx, { account, id: sid }));
  const role = member?.state.Role;
  return { ...actor, name: person?.name ?? null, role: role === undefined ? null : String(role) };
}

/** What the server itself does or notices. */
export type ServerEvent = {
  operation: (typeof serverEvents)[number];
  /** '' is the chain of the installation. */
  account: string;
  actor?: Actor;
  object?: { kind: Recorded['object']; sid: string; name: string | null };
  changes?: readonly AuditChange[];
  address?: string | null;
  request?: string | null;
};

/** Appends an event in the transaction of what it tells; wake the kind of work `audit` after the commit. */
export async function appendServerEvent(ctx: ServiceContext, tx: Queries, event: ServerEvent): Promise<void> {
  const { operation, account, actor = unknownActor, object, changes = [], address, request } = event;
  await insertEvent(tx, {
    ...{ sid: ctx.ids.sid('AE'), account, at: ctx.clock.now(), operation },
    ...{ actor_kind: actor.kind, actor_sid: actor.sid, actor_name: actor.name, actor_role: actor.role },
    object_kind: object?.kind ?? null,
    object_sid: object?.sid ?? null,
    object_name: object?.name ?? null,
    changes: JSON.stringify(changes),
    ...{ reason: null, address: address ?? null, request: request ?? null },
  });
}
