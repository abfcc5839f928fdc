/**
 * Many editors of one flow over a network that delays, reorders, repeats and drops what they send, with a server that
 * restarts. COEDIT_RUNS sets the number of random runs.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsBetween } from '../change/derive.ts';
import type { Operation } from '../change/operation.ts';
import { type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import { setProperty } from '../edit/set-property.ts';
import { widgetIds } from '../graph.ts';
import { type EditWish, editWish, perform } from '../testing/random-edits.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import {
  createEditor,
  type EditorState,
  edit,
  endGesture,
  nextToSend,
  type PendingCommand,
  rebaseOnCopy,
  receive,
  sendAgain,
} from './editor.ts';
import { appendCommands, type LogEntry, type Numbered, replay } from './log.ts';
import { redo, undo } from './undo.ts';

const runs = Number(process.env.COEDIT_RUNS ?? 80);
const editors = 5;
const start: Numbered = { seq: 0, copy: workingCopyOf({ name: 'Shared', definition: appointmentFlow() }) };

type Entry = LogEntry & { isUndo: boolean };
type Request = { client: number; base: number; commands: readonly PendingCommand[] };

/** The server: what it has answered it has written, and only that survives a restart. */
class Server {
  log: Entry[] = [];
  /** Somebody copies widgets: whose a character in a copy is cannot be counted. */
  copies = false;
  #heads: Numbered[] = [start];
  /** The log forgets all before this number. */
  forgotten = 0;

  copyAt(seq: number): Numbered {
    return this.#heads[seq] ?? start;
  }

  get head(): Numbered {
    return this.copyAt(this.log.length);
  }

  restart(): void {
    const stored = JSON.parse(JSON.stringify(this.log)) as Entry[];
    this.log = stored;
    this.#heads = [start];
    for (const entry of stored) this.#heads.push(replay(this.head_(), [entry]));
  }

  append({ client, base, commands }: Request): 'too-old' | Entry[] {
    if (base < this.forgotten) return 'too-old';
    const numbers = new Map(this.log.map(({ id, seq }) => [id, seq]));
    const sent = JSON.parse(JSON.stringify(commands)) as PendingCommand[];
    const { entries } = appendCommands(sent, this.copyAt(base), this.log.slice(base), numbers);
    for (const { seq, id, operations, label } of entries) {
      const entry: Entry = { seq, id, operations, isUndo: label.undo === 1 };
      const before = this.head;
      this.log.push(entry);
      this.#heads.push(replay(before, [entry]));
      if (entry.isUndo && !this.copies) expectOthersTokens(before.copy, this.head.copy, client);
    }
    return this.log.slice(base);
  }

  /** A program that stores a definition which it made of an older copy. */
  write(id: string, base: number, change: (copy: WorkingCopy) => WorkingCopy['definition']): void {
    const { copy } = this.copyAt(base);
    const content = { name: copy.name, definition: change(copy) };
    const operations: Operation[] = operationsBetween(copy, content, (nth) => `${id}.${nth}`);
    const command = { id, label: { name: 'revision' }, gesture: null, operations, sent: true };
    this.append({ client: editors, base: Math.max(base, this.forgotten), commands: [command] });
  }

  head_(): Numbered {
    return this.#heads.at(-1) ?? start;
  }
}

/** What an author types is a character that nobody else has, so that whose it is can be counted. */
const firstToken = 0x4e00;
const tokensOfAuthor = 0x800;
const tokenOf = (author: number, nth: number) =>
  String.fromCharCode(firstToken + author * tokensOfAuthor + (nth % tokensOfAuthor));
const authorOf = (token: string) => Math.floor((token.charCodeAt(0) - firstToken) / tokensOfAuthor);
function expectOthersTokens(before: WorkingCopy, after: WorkingCopy, author: number): void {
  const count = (copy: WorkingCopy) => {
    const tokens = new Map<string, number>();
    for (const [token] of JSON.stringify(copy.definition).matchAll(/[\u4e00-\u7fff]/g))
      if (authorOf(token) !== author) tokens.set(token, (tokens.get(token) ?? 0) + 1);
    return tokens;
  };
  const now = count(after);
  for (const [token, times] of count(before)) expect(now.get(token) ?? 0).toBeGreaterThanOrEqual(times);
}

type Action =
  | { kind: 'edit'; who: number; wish: EditWish }
  | { kind: 'type'; who: number; widget: number; at: number; field: string }
  | { kind: 'undo' | 'redo' | 'send' | 'hear' | 'retry' | 'reload'; who: number; drop: number }
  | { kind: 'deliver' | 'repeat'; which: number; drop: number }
  | { kind: 'restart' | 'forget'; keep: number }
  | { kind: 'write'; behind: number; wish: EditWish };

const who = fc.nat({ max: editors - 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), who, wish: editWish }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      who,
      widget: fc.nat({ max: 6 }),
      at: fc.nat({ max: 30 }),
      field: fc.constantFrom('body', 'note'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'undo',
        'undo',
        'redo',
        'send',
        'send',
        'send',
        'hear',
        'hear',
        'retry',
        'reload',
      ),
      who,
      drop: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('deliver', 'deliver', 'deliver', 'repeat'),
      which: fc.nat(),
      drop: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('restart', 'forget'), keep: fc.nat({ max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('write' as const), behind: fc.nat({ max: 5 }), wish: editWish }),
  },
);

class World {
  readonly server = new Server();
  readonly states: EditorState[] = Array.from({ length: editors }, () => createEditor(start));
  readonly acknowledged = new Set<string>();
  readonly made = new Set<string>();
  network: Request[] = [];
  #ids = 0;

  perform(each: Action): unknown {
    switch (each.kind) {
      case 'edit':
        return this.edit(each.who, (copy) => perform(copy.definition, each.wish));
      case 'type':
        return this.type(each);
      case 'undo':
        return this.change(each.who, (state) => undo(state, this.id(each.who)));
      case 'redo':
        return this.change(each.who, (state) => redo(state, this.id(each.who)));
      case 'send':
        return this.send(each.who);
      case 'hear':
        return this.hear(each.who);
      case 'retry':
        return this.change(each.who, sendAgain);
      case 'reload':
        return this.change(each.who, (state) => sendAgain(structuredClone(endGesture(state))));
      case 'deliver':
      case 'repeat':
        return this.deliver(each.which, each.drop, each.kind === 'repeat');
      case 'restart':
        return this.server.restart();
      case 'forget':
        this.server.forgotten = Math.max(this.server.forgotten, this.server.log.length - each.keep);
        return null;
      case 'write': {
        const base = Math.max(0, this.server.log.length - each.behind);
        return this.server.write(this.id(editors), base, (copy) => perform(copy.definition, each.wish));
      }
    }
  }

  /** Everybody comes back online. */
  settle(): void {
    for (let round = 0; round < 50; round += 1) {
      for (let each = 0; each < editors; each += 1) {
        this.change(each, sendAgain);
        this.hear(each);
        this.send(each);
      }
      while (this.network.length > 0) this.deliver(0, 9, false);
    }
    for (let each = 0; each < editors; each += 1) this.hear(each);
  }

  edit(author: number, change: (copy: WorkingCopy) => WorkingCopy['definition'], gesture?: string): void {
    const id = this.id(author);
    this.change(author, (state) =>
      edit(
        state,
        { name: state.shown.name, definition: change(state.shown) },
        { id, label: { name: 'edit' }, ...(gesture !== undefined && { gesture }) },
      ),
    );
  }

  type({ who: author, widget, at, field }: Extract<Action, { kind: 'type' }>): void {
    this.#ids += 1;
    const token = tokenOf(author, this.#ids);
    this.edit(
      author,
      ({ definition }) => {
        const ids = widgetIds(definition);
        const name = ids[widget % ids.length] ?? '';
        const text = definition.states[widget % ids.length]?.properties?.[field];
        const old = typeof text === 'string' ? text : '';
        return setProperty(definition, name, field, old.slice(0, at) + token + old.slice(at));
      },
      at % 2 === 0 ? `${author} ${widget} ${field}` : undefined,
    );
  }

  change(author: number, next: (state: EditorState) => EditorState): void {
    const state = this.states[author];
    if (state === undefined) return;
    const changed = next(state);
    this.states[author] = changed;
    for (const { id } of changed.pending) this.made.add(id);
  }

  send(author: number): void {
    const state = this.states[author];
    const sending = state === undefined ? null : nextToSend(state, 3);
    if (sending === null) return;
    this.states[author] = sending.state;
    this.network.push({ client: author, base: sending.base, commands: sending.commands });
  }

  deliver(which: number, drop: number, repeats: boolean): void {
    if (this.network.length === 0) return;
    const at = which % this.network.length;
    const request = this.network[at];
    if (!repeats) this.network = this.network.filter((_, index) => index !== at);
    if (request === undefined || drop === 0) return;
    const answer = this.server.append(request);
    if (drop <= 2) return;
    if (answer === 'too-old') {
      this.hear(request.client);
      return;
    }
    for (const { id } of answer) this.acknowledged.add(id);
    this.change(request.client, (state) => receive(state, answer) ?? state);
  }

  hear(author: number): void {
    const { server } = this;
    this.change(author, (state) => {
      if (state.confirmed.seq >= server.forgotten)
        return receive(state, server.log.slice(state.confirmed.seq)) ?? state;
      const known = new Set(server.log.map(({ id }) => id));
      return rebaseOnCopy(state, server.head, known);
    });
  }

  id(author: number): string {
    this.#ids += 1;
    return `e${author}-${this.#ids}`;
  }
}

describe('five editors and a program', () => {
  it(
    `have the same bytes in the end, and nothing acknowledged is lost or there twice (${runs} runs)`,
    () => {
      fc.assert(
        fc.property(fc.array(action, { minLength: 20, maxLength: 90 }), (actions) => {
          const world = new World();
          world.server.copies = actions.some(
            (each) => 'wish' in each && ['replace', 'duplicate', 'paste'].includes(each.wish.edit),
          );
          for (const each of actions) world.perform(each);
          world.settle();
          const ids = world.server.log.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of world.acknowledged) expect(ids).toContain(id);
          const lost = new Set(world.states.flatMap((state) => state.lost.map(({ id }) => id)));
          for (const id of world.made) expect(ids.includes(id) || lost.has(id)).toBe(true);
          const bytes = JSON.stringify(world.server.head.copy);
          for (const { confirmed, shown, pending } of world.states) {
            expect(pending).toEqual([]);
            expect(JSON.stringify(confirmed.copy)).toBe(bytes);
            expect(JSON.stringify(shown)).toBe(bytes);
          }
          world.server.restart();
          expect(JSON.stringify(world.server.head.copy)).toBe(bytes);
        }),
        { numRuns: runs },
      );
    },
    60_000 + 100 * runs,
  );
});
