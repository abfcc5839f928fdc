/** Follows the working copy of a flow: its edits as they are appended, what the other editors are at, and what they say. */

import type { StreamStart } from '#api/live/events.ts';
import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import {
  type CommentNews,
  type Presence,
  subscribeToComments,
  subscribeToEdits,
  subscribeToPresence,
  type Wake,
} from './notify.ts';
import { recallEdits } from './recent.ts';
import {
  type EditsAfter,
  fetchWorkingCopy,
  flowExists,
  type LoggedEdit,
  maxListedEdits,
  readEditsAfter,
} from './service.ts';

/** Should a notification get lost. */
const pollIntervalMs = 5_000;
/** Editors at once, in each process: of an account, and of one flow. */
const maxEditorsPerAccount = 500;
const maxEditorsPerFlow = 50;
/**
 * Characters of edits that a stream has in memory for its reader: the rest is read from the log once those are taken. So many
 * slow readers cost no memory.
 */
const maxAhead = 256 * 1024;
/** Edits that are read from the log at first; twice as many each time, as long as they fit. */
const firstLimit = 16;
/** Comments that are named; of more than that any may have changed. */
const maxQueuedComments = 100;
/** What is not read of the others' presence is dropped, the oldest first: the next one replaces it. */
const maxQueuedPresences = maxEditorsPerFlow;

/** `expired`: some edits are not kept any more, and the copy has to be fetched. `deleted`: there is no flow any more. */
export type EditorEvent =
  | { kind: 'edit'; edit: LoggedEdit }
  | { kind: 'presence'; presence: Presence }
  /** Null when any comment may have changed. */
  | { kind: 'comment'; comment: CommentNews | null }
  | { kind: 'expired'; seq: number }
  | { kind: 'deleted' };

export type EditorSubscription = {
  beginning: StreamStart;
  seq: number;
  /** What happens from then on, in batches; ends when `signal` aborts or the flow is deleted. */
  events(signal: AbortSignal): AsyncGenerator<EditorEvent[]>;
  /** Must be called in the end. */
  close(): void;
};

/** Open streams by account and by flow. */
const openStreams = perServer(() => new Map<string, number>());

/**
 * Follows the edits after `lastSeq`; from now on where that is null.
 *
 * @throws Refusal not-found, or too-many when too many editors of the account or of the flow are open
 */
export async function followWorkingCopy(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  lastSeq: number | null,
): Promise<EditorSubscription> {
  const { seq } = await fetchWorkingCopy(ctx, caller, flow);
  const first = lastSeq === null ? null : await readEditsAfter(ctx, flow, lastSeq, 1);
  const canResume = first !== null && !first.expired;
  const start = canResume && lastSeq !== null ? lastSeq : seq;
  return {
    beginning: lastSeq === null ? 'new' : canResume ? 'resumed' : 'expired',
    seq: start,
    close: acquireSlots(ctx, caller.account, flow),
    events: (signal) => follow(ctx, caller, flow, start, signal),
  };
}

async function* follow(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<EditorEvent[]> {
  const wakeup = new Wakeup(signal);
  const presences = new Map<string, Presence>();
  const comments = new Map<string | null, CommentNews | null>();
  const ends = [
    subscribeToEdits(ctx, flow, (reason) => wakeup.wake(reason)),
    subscribeToPresence(ctx, flow, (presence) => {
      presences.delete(presence.client);
      presences.set(presence.client, presence);
      const [oldest] = presences.keys();
      if (presences.size > maxQueuedPresences && oldest !== undefined) presences.delete(oldest);
      wakeup.wake('edits');
    }),
    subscribeToComments(ctx, flow, (comment) => {
      const isAny = comment === null || comments.size >= maxQueuedComments;
      if (isAny) comments.clear();
      comments.set(isAny ? null : comment.sid, isAny ? null : comment);
      wakeup.wake('edits');
    }),
  ];
  try {
    // What was appended before the subscription is not in memory for sure.
    let reason: Wake = 'change';
    let limit = firstLimit;
    for (let seq = start; !signal.aborted; reason = await wakeup.next(pollIntervalMs)) {
      const recent = reason === 'edits' ? recallEdits(ctx, flow, seq) : null;
      const found: EditsAfter =
        recent === null ? await readAhead(ctx, flow, seq, limit) : { seq, edits: recent, expired: false };
      // What is small is read in larger pieces.
      if (recent === null) limit = Math.min(maxListedEdits, 2 * Math.max(1, found.edits.length));
      const isQuiet = found.edits.length === 0 && reason === 'change';
      if (isQuiet && !(await flowExists(ctx, caller, flow))) {
        yield [{ kind: 'deleted' }];
        return;
      }
      const events = [
        ...editEvents(found),
        ...[...presences.values()].map(presenceEvent),
        ...[...comments.values()].map((comment): EditorEvent => ({ kind: 'comment', comment })),
      ];
      presences.clear();
      comments.clear();
      seq = found.expired ? found.seq : (found.edits.at(-1)?.seq ?? seq);
      if (events.length > 0) yield events;
      // There may be more than one answer has.
      if (seq < found.seq) wakeup.wake('change');
    }
  } finally {
    for (const end of ends) end();
  }
}

/** Wakes one waiter; what comes while it does not wait is kept for its next wait. */
class Wakeup {
  #reason: Wake | null = null;
  #resolve = () => {};

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.wake('change'), { once: true });
  }

  wake(reason: Wake): void {
    this.#reason = this.#reason === 'change' ? 'change' : reason;
    this.#resolve();
  }

  /** Why it was woken since the last time; `change` after `timeoutMs` milliseconds. */
  async next(timeoutMs: number): Promise<Wake> {
    if (this.#reason === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const timer = setTimeout(resolve, timeoutMs);
      await promise;
      clearTimeout(timer);
    }
    const reason = this.#reason ?? 'change';
    this.#reason = null;
    return reason;
  }
}

function editEvents({ expired, seq, edits }: EditsAfter): EditorEvent[] {
  return expired ? [{ kind: 'expired', seq }] : edits.map((edit) => ({ kind: 'edit', edit }));
}

function presenceEvent(presence: Presence): EditorEvent {
  return { kind: 'presence', presence };
}

/** Of the edits after `seq`, at most `limit`, as many as a stream may have in memory; one at least. */
async function readAhead(ctx: ServiceContext, flow: string, seq: number, limit: number): Promise<EditsAfter> {
  const found = await readTogether(ctx, flow, seq, limit);
  let length = 0;
  const end = found.edits.findIndex((edit) => {
    length += serializeEdit(edit).length;
    return length > maxAhead;
  });
  return end === -1 ? found : { ...found, edits: found.edits.slice(0, Math.max(1, end)) };
}

/** Written once, however many listen: all of them hear the same objects. */
const serializedEdits = new WeakMap<LoggedEdit, string>();

export function serializeEdit(edit: LoggedEdit): string {
  const text = serializedEdits.get(edit) ?? JSON.stringify(edit);
  serializedEdits.set(edit, text);
  return text;
}

/** Reads in progress: those who listen to one flow wait for the same rows. */
const reading = perServer(() => new Map<string, Promise<EditsAfter>>());

/** A read that began before the change it was woken by might not see it, so each begins after its own wake-up. */
function readTogether(ctx: ServiceContext, flow: string, seq: number, limit: number): Promise<EditsAfter> {
  const reads = reading(ctx);
  const key = `${flow} ${seq} ${limit}`;
  const known = reads.get(key);
  if (known !== undefined) return known;
  const read = Promise.resolve().then(() => {
    reads.delete(key);
    return readEditsAfter(ctx, flow, seq, limit);
  });
  reads.set(key, read);
  return read;
}

/** Counts the editor until the returned function is called. @throws Refusal too-many */
function acquireSlots(ctx: ServiceContext, account: string, flow: string): () => void {
  const counts = openStreams(ctx);
  const openOf = (key: string) => counts.get(key) ?? 0;
  if (openOf(flow) >= maxEditorsPerFlow)
    throw new Refusal('too-many', `No more than ${maxEditorsPerFlow} editors may have one flow open`);
  if (openOf(account) >= maxEditorsPerAccount)
    throw new Refusal('too-many', `No more than ${maxEditorsPerAccount} editors of an account may be open`);
  for (const key of [flow, account]) counts.set(key, openOf(key) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    for (const key of [flow, account]) {
      counts.set(key, openOf(key) - 1);
      if (openOf(key) <= 0) counts.delete(key);
    }
  };
}
