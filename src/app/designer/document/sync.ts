/**
 * Keeps the document and the working copy on the server the same: sends pending commands one batch at a time, takes the
 * others' over in the order of the log, and goes on where it was after any interruption. Nothing depends on which of the
 * two ways an edit arrives by, the stream or an answer: both bear its number.
 */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import {
  nextToSend,
  type PendingCommand,
  rebaseOnCopy,
  receive,
  sendAgain,
  unknownSeq,
  withdraw,
} from '#flow/commands/editor.ts';
import { isOperation } from '#flow/commands/read-command.ts';
import { RequestError } from '../../client/request.ts';
import {
  type CommentEvent,
  type EditStreamListener,
  isOfOtherFormat,
  type PresenceEvent,
  type WorkingCopyApi,
} from '../../client/working-copy.ts';
import type { DocumentStore } from './document-store.ts';

export type SyncOptions = {
  client: string;
  /** The name that others see. */
  authorName(): string;
  /** Somebody has made revision `revision` of the working copy. */
  onRevision(revision: number): void;
  onPresence(presence: PresenceEvent): void;
  /** A comment was written, changed or deleted; null when any may have been. */
  onComment(comment: CommentEvent | null): void;
  /** Edits that somebody else has made, as they arrive. */
  onOthersEdits(edits: readonly FlowEdit[]): void;
};

export type Sync = {
  /** Sends what is pending now; false when the server does not respond or refuses it. */
  flush(): Promise<boolean>;
  /** Follows what others do until the returned function is called. */
  follow(): () => void;
  /** Takes over what others have done. */
  catchUp(): Promise<void>;
  /** A page that nobody sees has no stream; what is pending is sent. */
  setVisible(visible: boolean): void;
  /** What the browser says of its network. */
  setOnline(online: boolean): void;
};

/** Commands of one request. */
const maxCommands = 50;
/** What is typed within this time is one command. */
const sendDelayMs = 40;
/** After the server refused the stream. */
const reopenDelayMs = 5_000;
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Starts with the next change of the document. */
export function startSync(document: DocumentStore, api: WorkingCopyApi, options: SyncOptions): Sync {
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let batchSize = maxCommands;
  let hasGap = false;
  let isExpired = false;
  let followers = 0;
  let isVisible = true;
  let endStream: (() => void) | null = null;

  const editor = () => document.getState().editor;
  /** Nothing is taken over or sent any more; what is pending stays. */
  const becomeOutdated = () => {
    stopStream();
    document.setState({ isOutdated: true });
  };
  const takeEdits = (edits: readonly FlowEdit[]) => {
    const { seq } = editor().confirmed;
    const own = new Set(editor().pending.map(({ id }) => id));
    const news = edits.filter((each) => each.seq > seq);
    if (!news.every(({ operations }) => operations.every(isOperation))) return becomeOutdated();
    const others = news.filter(
      ({ id, client, label }) => client !== options.client && !own.has(id) && label.name !== 'layOut',
    );
    document.change((state) => {
      const next = receive(state, edits);
      hasGap = next === null;
      return next ?? state;
    }, others.length);
    if (others.length > 0) options.onOthersEdits(others);
    const saved = news.findLast(({ revision }) => revision !== null)?.revision ?? null;
    if (saved !== null) options.onRevision(saved);
  };

  /** What the log had before the copy that the commands were sent on, from a page that was closed meanwhile. */
  const dropKnown = (ids: readonly string[]) => {
    const known = new Set(ids);
    document.change((now) =>
      now.pending.some(({ id }) => known.has(id)) ? rebaseOnCopy(sendAgain(now), now.confirmed, known) : now,
    );
  };

  /** One request; false when there was nothing to do. */
  const step = async (): Promise<boolean> => {
    const { id, editor: state } = document.getState();
    const { seq } = state.confirmed;
    if (seq === unknownSeq || (isExpired && state.pending.length === 0)) {
      const copy = await api.fetchCopy(id);
      isExpired = false;
      hasGap = false;
      document.change((now) => rebaseOnCopy(now, copy, new Set()));
      return true;
    }
    if (hasGap) {
      const page = await api.fetchEditsAfter(id, seq);
      isExpired = page.expired;
      takeEdits(page.edits);
      hasGap = !page.expired && editor().confirmed.seq < page.seq;
      return true;
    }
    const sending = nextToSend(state, batchSize);
    if (sending === null) return false;
    document.change(() => sending.state);
    await send(id, sending.base, sending.commands);
    return true;
  };
  const send = async (id: string, base: number, commands: readonly PendingCommand[]) => {
    const { client, authorName } = options;
    try {
      const answer = await api.sendEdits(id, { base, client, authorName: authorName(), commands });
      const { snapshot, results, edits } = answer;
      if (snapshot !== null) {
        isExpired = false;
        const known = new Set(results.map((each) => each.id));
        document.change((now) => rebaseOnCopy(sendAgain(now), snapshot, known));
      } else takeEdits(edits);
      // What the log has of them is not shown yet: it is sent again by a page that knows how.
      if (document.getState().isOutdated) return document.change(sendAgain);
      dropKnown(results.map((each) => each.id));
      batchSize = maxCommands;
    } catch (failure) {
      document.change(sendAgain);
      if (!isRefusal(failure)) throw failure;
      const [first] = commands;
      // One of several is refused: it is found by sending them one by one.
      if (commands.length > 1 || first === undefined) batchSize = 1;
      else document.change((now) => withdraw(now, first.id));
    }
  };

  const pump = async () => {
    try {
      while (canSync() && (await step())) {
        failures = 0;
        if (document.getState().isOffline) document.setState({ isOffline: false });
      }
      openStream();
    } catch (failure) {
      if (failure instanceof RequestError && failure.status === 404) {
        stopStream();
        document.setState({ isDeleted: true });
        return;
      }
      if (isOfOtherFormat(failure)) return becomeOutdated();
      if (!(failure instanceof RequestError)) throw failure;
      hasGap = true;
      if (failure.status !== 429) document.setState({ isOffline: true });
      wake(retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0);
      failures += 1;
    }
  };
  const canSync = () => {
    const { base, isDeleted, isOutdated } = document.getState();
    return base !== null && !isDeleted && !isOutdated;
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    running ??= pump().finally(() => {
      running = null;
      if (failures === 0 && canSync() && hasUnsent()) wake(0);
    });
    return running;
  };
  const wake = (delayMs: number) => {
    timer ??= setTimeout(run, delayMs);
  };

  const hasUnsent = () => editor().pending.some(({ sent }) => !sent);

  // While the server does not respond, the time of the next attempt stands.
  document.subscribe((state, before) => {
    if (state.editor !== before.editor && running === null && hasUnsent()) wake(sendDelayMs);
  });

  const retry = () => {
    failures = 0;
    hasGap = true;
    void run();
  };
  const listener: EditStreamListener = {
    onOpen(isComplete) {
      isExpired ||= !isComplete;
      options.onComment(null);
      if (document.getState().isOffline || isExpired) retry();
    },
    onEdit: (edit) => {
      takeEdits([edit]);
      if (hasGap) wake(0);
    },
    onPresence: options.onPresence,
    onComment: options.onComment,
    onExpired() {
      isExpired = true;
      retry();
    },
    onDeleted() {
      stopStream();
      document.setState({ isDeleted: true });
    },
    onBreak(isClosed) {
      if (isClosed) stopStream();
      hasGap = true;
      wake(isClosed ? reopenDelayMs : 0);
    },
  };
  const stopStream = () => {
    endStream?.();
    endStream = null;
  };
  const openStream = () => {
    const { id } = document.getState();
    const { seq } = editor().confirmed;
    const isWanted = followers > 0 && isVisible;
    if (endStream === null && isWanted && canSync() && seq !== unknownSeq)
      endStream = api.follow(id, seq, listener);
  };
  // The flow got its first number, or the server responds again.
  document.subscribe(({ isOffline }) => {
    if (!isOffline) openStream();
  });

  return {
    async flush() {
      const wanted = new Set(editor().pending.map(({ id }) => id));
      const isWaiting = () => editor().pending.some(({ id }) => wanted.has(id));
      for (let attempt = 0; isWaiting() && attempt < 100; attempt += 1) {
        await run();
        if (document.getState().isOffline || !canSync()) return false;
        // Too many edits at once: the server takes more after a while.
        if (failures > 0) await new Promise((resolve) => setTimeout(resolve, retryDelaysMs[0]));
      }
      return !isWaiting() && editor().confirmed.seq !== unknownSeq;
    },
    catchUp() {
      hasGap = true;
      return run();
    },
    follow() {
      followers += 1;
      openStream();
      if (editor().pending.length > 0 || editor().confirmed.seq === unknownSeq) wake(0);
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        followers -= 1;
        if (followers === 0) stopStream();
      };
    },
    setVisible(visible) {
      isVisible = visible;
      if (visible) openStream();
      else stopStream();
    },
    setOnline(online) {
      if (online) retry();
      else if (canSync()) document.setState({ isOffline: true });
    },
  };
}

/** The request itself is wrong: sending it again would not help. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestError && [400, 403, 413, 422].includes(failure.status);
}
