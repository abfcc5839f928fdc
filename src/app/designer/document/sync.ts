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
import { isEnded, type SyncEvent, stateAfter } from './sync-states.ts';

export type SyncOptions = {
  client: string;
  /** The name that others see. */
  authorName(): string;
  /** Revision `revision` was made of the working copy. */
  onRevision(revision: number): void;
  onPresence(presence: PresenceEvent): void;
  /** A comment was written, changed or deleted; null when any may have been. */
  onComment(comment: CommentEvent | null): void;
  /** Edits of other authors, as they arrive. */
  onOthersEdits(edits: readonly FlowEdit[]): void;
};

export type Sync = {
  /** Sends what is pending now; false when the server does not respond or refuses it. */
  flush(): Promise<boolean>;
  /** Follows what others do until the returned function is called. */
  follow(): () => void;
  /** Takes over what others have done. */
  catchUp(): Promise<void>;
  /** A hidden page has no stream; what is pending is sent. */
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
  return new DocumentSync(document, api, options);
}

class DocumentSync implements Sync {
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #batchSize = maxCommands;
  #followers = 0;
  #isVisible = true;
  #endStream: (() => void) | null = null;
  readonly #document: DocumentStore;
  readonly #api: WorkingCopyApi;
  readonly #options: SyncOptions;

  constructor(document: DocumentStore, api: WorkingCopyApi, options: SyncOptions) {
    this.#document = document;
    this.#api = api;
    this.#options = options;
    // While the server does not respond, the time of the next attempt stands.
    document.subscribe((state, before) => {
      if (state.editor !== before.editor && this.#running === null && this.#hasUnsent())
        this.#wake(sendDelayMs);
    });
  }

  async flush(): Promise<boolean> {
    const wanted = new Set(this.#editor.pending.map(({ id }) => id));
    const isWaiting = () => this.#editor.pending.some(({ id }) => wanted.has(id));
    for (let attempt = 0; isWaiting() && attempt < 100; attempt += 1) {
      await this.#run();
      if (this.#state === 'offline' || !this.#canSync()) return false;
      // Too many edits at once: the server takes more after a while.
      if (this.#failures > 0) await new Promise((resolve) => setTimeout(resolve, retryDelaysMs[0]));
    }
    return !isWaiting() && this.#editor.confirmed.seq !== unknownSeq;
  }

  catchUp(): Promise<void> {
    this.#become('missed');
    return this.#run();
  }

  follow(): () => void {
    this.#followers += 1;
    this.#openStream();
    if (this.#editor.pending.length > 0 || this.#editor.confirmed.seq === unknownSeq) this.#wake(0);
    let isFollowing = true;
    return () => {
      if (!isFollowing) return;
      isFollowing = false;
      this.#followers -= 1;
      if (this.#followers === 0) this.#stopStream();
    };
  }

  setVisible(visible: boolean): void {
    this.#isVisible = visible;
    if (visible) this.#openStream();
    else this.#stopStream();
  }

  setOnline(online: boolean): void {
    if (online) this.#retry();
    else if (this.#canSync()) this.#become('failed');
  }

  get #state() {
    return this.#document.getState().sync;
  }

  get #editor() {
    return this.#document.getState().editor;
  }

  #become(event: SyncEvent): void {
    const sync = stateAfter(this.#state, event);
    if (sync === this.#state) return;
    if (isEnded(sync)) this.#stopStream();
    this.#document.setState({ sync });
  }

  /** A local draft has nothing on the server. */
  #canSync(): boolean {
    return this.#document.getState().base !== null && !isEnded(this.#state);
  }

  #hasUnsent(): boolean {
    return this.#editor.pending.some(({ sent }) => !sent);
  }

  #wake(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#run(), delayMs);
  }

  #retry(): void {
    this.#failures = 0;
    void this.catchUp();
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#pump()
      .finally(() => {
        this.#running = null;
      })
      .then(() => {
        // What came while the last step ended.
        const isDone = this.#state === 'live' && !this.#hasUnsent();
        if (this.#failures === 0 && this.#canSync() && !isDone) this.#wake(0);
      });
    return this.#running;
  }

  async #pump(): Promise<void> {
    try {
      while (this.#canSync() && (await this.#step())) this.#failures = 0;
      this.#openStream();
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      this.#become(eventOf(failure));
      if (!this.#canSync()) return;
      this.#wake(retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)] ?? 0);
      this.#failures += 1;
    }
  }

  /** One request; false when there was nothing to do. */
  async #step(): Promise<boolean> {
    const { id, sync, editor } = this.#document.getState();
    const { seq } = editor.confirmed;
    // The answer to pending edits brings the copy with it.
    if (seq === unknownSeq || (sync === 'opening' && editor.pending.length === 0)) {
      const copy = await this.#api.fetchCopy(id);
      this.#become('answered');
      this.#document.change((now) => rebaseOnCopy(now, copy, new Set()));
      this.#become('copied');
      return true;
    }
    if (sync === 'behind' || sync === 'offline') {
      this.#become('requested');
      const page = await this.#api.fetchEditsAfter(id, seq);
      this.#become('answered');
      this.#takeEdits(page.edits);
      if (page.expired) this.#become('expired');
      else this.#become(this.#editor.confirmed.seq < page.seq ? 'missed' : 'caughtUp');
      return true;
    }
    const sending = nextToSend(editor, this.#batchSize);
    if (sending === null) return false;
    this.#document.change(() => sending.state);
    this.#become('sent');
    await this.#send(id, sending.base, sending.commands);
    return true;
  }

  async #send(id: string, base: number, commands: readonly PendingCommand[]): Promise<void> {
    const { client, authorName } = this.#options;
    const document = this.#document;
    try {
      const answer = await this.#api.sendEdits(id, { base, client, authorName: authorName(), commands });
      const { snapshot, results, edits } = answer;
      const known = new Set(results.map((each) => each.id));
      this.#become('answered');
      if (snapshot !== null) {
        document.change((now) => rebaseOnCopy(sendAgain(now), snapshot, known));
        this.#become('copied');
      } else this.#takeEdits(edits);
      // What the log has of them is not shown yet: it is sent again by a page that knows how.
      if (this.#state === 'refused') return document.change(sendAgain);
      // What the log had before the copy that they were sent on, from a page that was closed meanwhile.
      document.change((now) =>
        now.pending.some((each) => known.has(each.id))
          ? rebaseOnCopy(sendAgain(now), now.confirmed, known)
          : now,
      );
      this.#batchSize = maxCommands;
    } catch (failure) {
      document.change(sendAgain);
      if (!isRefusal(failure)) throw failure;
      this.#become('answered');
      const [first] = commands;
      // One of several is refused: it is found by sending them one by one.
      if (commands.length > 1 || first === undefined) this.#batchSize = 1;
      else document.change((now) => withdraw(now, first.id));
    }
  }

  #takeEdits(edits: readonly FlowEdit[]): void {
    const { confirmed, pending } = this.#editor;
    const own = new Set(pending.map(({ id }) => id));
    const news = edits.filter(({ seq }) => seq > confirmed.seq);
    if (!news.every(({ operations }) => operations.every(isOperation))) {
      this.#become('otherFormat');
      return;
    }
    const others = news.filter(
      ({ id, client, label }) => client !== this.#options.client && !own.has(id) && label.name !== 'layOut',
    );
    let fits = true;
    this.#document.change((state) => {
      const next = receive(state, edits);
      fits = next !== null;
      return next ?? state;
    }, others.length);
    if (!fits) this.#become('missed');
    if (others.length > 0) this.#options.onOthersEdits(others);
    const saved = news.findLast(({ revision }) => revision !== null)?.revision ?? null;
    if (saved !== null) this.#options.onRevision(saved);
  }

  #openStream(): void {
    const { seq } = this.#editor.confirmed;
    const isWanted = this.#followers > 0 && this.#isVisible;
    if (this.#endStream === null && isWanted && this.#canSync() && seq !== unknownSeq)
      this.#endStream = this.#api.follow(this.#document.getState().id, seq, this.#listener);
  }

  #stopStream(): void {
    this.#endStream?.();
    this.#endStream = null;
  }

  /** The server refused the stream. */
  #reopenStreamLater(): void {
    this.#stopStream();
    const timer = setTimeout(() => {
      this.#endStream = null;
      this.#openStream();
    }, reopenDelayMs);
    this.#endStream = () => clearTimeout(timer);
  }

  get #listener(): EditStreamListener {
    const { onPresence, onComment } = this.#options;
    return {
      onPresence,
      onComment,
      onOpen: (isComplete) => {
        if (!isComplete) this.#become('expired');
        onComment(null);
        if (this.#state === 'offline' || this.#state === 'opening') this.#retry();
      },
      onEdit: (edit) => {
        this.#takeEdits([edit]);
        if (this.#state === 'behind') this.#wake(0);
      },
      onExpired: () => {
        this.#become('expired');
        this.#retry();
      },
      onDeleted: () => this.#become('deleted'),
      onBreak: (isClosed) => {
        if (isClosed) this.#reopenStreamLater();
        this.#become('missed');
        this.#wake(0);
      },
    };
  }
}

function eventOf(failure: RequestError): SyncEvent {
  if (failure.status === 404) return 'deleted';
  if (isOfOtherFormat(failure)) return 'otherFormat';
  return failure.status === 429 ? 'missed' : 'failed';
}

/** The request itself is wrong: sending it again would not help. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestError && [400, 403, 413, 422].includes(failure.status);
}
