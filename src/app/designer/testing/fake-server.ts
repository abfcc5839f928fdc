/** The server's side of working copies in memory: the log, with a network that can be cut. */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import { workingCopyOf } from '#flow/change/working-copy.ts';
import { appendCommands, type Numbered, replay } from '#flow/commands/log.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { RequestError } from '../../client/request.ts';
import type { EditStreamListener, WorkingCopyApi } from '../../client/working-copy.ts';

export class FakeServer {
  readonly start: Numbered = {
    seq: 0,
    copy: workingCopyOf({ name: 'Reminder', definition: emptyDefinition() }),
  };
  log: FlowEdit[] = [];
  isDown = false;
  isDeleted = false;
  /** It knows another version of commands. */
  isNewer = false;
  /** Answers get lost: what was sent arrives all the same. */
  losesAnswers = false;
  /** Edits before this one are no longer kept. */
  keptFrom = 0;
  /** Refuses the command. */
  refuses: (id: string) => boolean = () => false;
  readonly #listeners = new Set<EditStreamListener>();

  get head(): Numbered {
    return replay(this.start, this.log);
  }

  /** Ends all streams, as a server does that stops. */
  stop(): void {
    this.isDown = true;
    for (const listener of [...this.#listeners]) listener.onBreak(false);
    this.#listeners.clear();
  }

  readonly api: WorkingCopyApi = {
    fetchCopy: async () => {
      this.#answer();
      return { ...structuredClone(this.head), revision: 3, savedSeq: 0 };
    },
    fetchEditsAfter: async (_, seq) => {
      this.#answer();
      const { seq: newest } = this.head;
      const expired = seq < this.keptFrom || seq > newest;
      return { seq: newest, expired, edits: expired ? [] : structuredClone(this.log.slice(seq)) };
    },
    sendEdits: async (_, { base, client, authorName, commands }) => {
      this.#answer();
      if (commands.some(({ id }) => this.refuses(id))) throw new RequestError('Commands are wrong', 400);
      const seen = new Map(this.log.map(({ id, seq }) => [id, seq]));
      if (base < this.keptFrom || base > this.head.seq) {
        const results = commands.flatMap(({ id }) => {
          const seq = seen.get(id);
          return seq === undefined ? [] : [{ id, seq, skipped: 0 }];
        });
        return { seq: this.head.seq, edits: [], results, snapshot: structuredClone(this.head) };
      }
      const sent = structuredClone(commands);
      const between = this.log.slice(base);
      const from = replay(this.start, this.log.slice(0, base));
      const { entries, acknowledgements, head } = appendCommands(sent, from, between, seen);
      const added = entries.map(({ id, seq, label, operations }) => {
        const origin = { author: null, author_name: authorName, client, at: 0, revision: null };
        return { id, seq, label, operations, ...origin };
      });
      this.#append(added);
      if (this.losesAnswers) throw new RequestError('The server is not responding.', 0);
      const results = acknowledgements.map(({ id, seq, skipped }) => ({ id, seq, skipped: skipped.length }));
      return { seq: head.seq, edits: structuredClone([...between, ...added]), results, snapshot: null };
    },
    follow: (_, lastSeq, listener) => {
      if (this.isDown) listener.onBreak(false);
      else {
        const isComplete = lastSeq >= this.keptFrom;
        listener.onOpen(isComplete);
        const missed = isComplete ? this.log.slice(lastSeq) : [];
        for (const edit of structuredClone(missed)) listener.onEdit(edit);
        this.#listeners.add(listener);
      }
      return () => this.#listeners.delete(listener);
    },
  };

  /** A revision of the working copy that the page or program `client` made. */
  addRevision(client: string, revision: number): void {
    const seq = this.head.seq + 1;
    const label = { name: 'saveRevision', revision };
    const made = { seq, id: `revision-${revision}`, label, operations: [], revision };
    this.#append([{ ...made, author: null, author_name: client, client, at: 0 }]);
  }

  #append(edits: FlowEdit[]): void {
    this.log.push(...edits);
    for (const edit of edits) for (const listener of this.#listeners) listener.onEdit(structuredClone(edit));
  }

  #answer(): void {
    if (this.isDown) throw new RequestError('The server is not responding.', 0);
    if (this.isNewer) throw new RequestError('Load the page again', 409, 20409, { format: 2 });
    if (this.isDeleted) throw new RequestError('Not found', 404);
  }
}
