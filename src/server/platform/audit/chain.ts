/**
 * The hash chain of the audit log. The hash of an event is SHA-256 of its record without `hash`, as JSON by RFC 8785 (keys in
 * order, no spaces): the record has the hash of the event before, so each hash is one of all events up to it. Pure.
 */

import { hash } from 'node:crypto';
import { maxBreaks } from '#api/audit/breaks.ts';
import type { AuditBreak, AuditRecord } from '#api/audit/operations.ts';
import { isObject } from '#flow/json/json.ts';
import type { AuditEventCells } from '../database/schema/audit.ts';
import { dropOldest } from '../drop-oldest.ts';
import type { AuditChange } from './event.ts';

/** The hash before the first event of a chain. */
export const firstHash = '0'.repeat(64);

/** The row as files, sinks and its hash have it. No two rows that differ have the same record. */
export function recordOf(row: AuditEventCells): AuditRecord {
  const { sequence } = row;
  return {
    sid: textOf(row.sid) ?? '',
    account_sid: row.account === '' ? null : textOf(row.account),
    sequence: typeof sequence === 'number' ? sequence : null,
    date: dateOf(row.at),
    operation: textOf(row.operation) ?? '',
    by: textOf(row.actor_kind) as AuditRecord['by'],
    actor_sid: textOf(row.actor_sid),
    actor_name: textOf(row.actor_name),
    actor_role: textOf(row.actor_role),
    object_kind: textOf(row.object_kind) as AuditRecord['object_kind'],
    object_sid: textOf(row.object_sid),
    object_name: textOf(row.object_name),
    changes: readChanges(row.changes),
    reason: textOf(row.reason),
    address: textOf(row.address),
    request_id: textOf(row.request),
    previous_hash: textOf(row.previous_hash),
    hash: textOf(row.hash),
  };
}

/** A cell of the embedded database may be of any type. */
export function textOf(cell: unknown): string | null {
  if (cell === null || cell === undefined || typeof cell === 'string') return cell ?? null;
  return cell instanceof Uint8Array ? `x'${Buffer.from(cell).toString('hex')}'` : String(cell);
}

/** What the server did not write is shown as it stands, so that its hash tells. */
function readChanges(cell: unknown): AuditRecord['changes'] {
  const text = textOf(cell) ?? '';
  const changes = parsed(text);
  return Array.isArray(changes) && changes.every(isChange) && JSON.stringify(changes) === text
    ? changes.map(({ field, before, after, is_secret = false }) => ({ field, before, after, is_secret }))
    : [{ field: '', before: null, after: text, is_secret: false }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** As the server writes them, with nothing else and in this order. */
const fieldsOfChanges = ['field,before,after', 'field,before,after,is_secret'];

function isChange(value: unknown): value is AuditChange {
  if (!isObject(value) || !fieldsOfChanges.includes(Object.keys(value).join())) return false;
  const { field, before, after, is_secret = true } = value;
  return (
    typeof field === 'string' &&
    is_secret === true &&
    [before, after].every((each) => each === null || typeof each === 'string')
  );
}

/** A time that is none is the first one. */
const dateOf = (at: unknown) => new Date(Number.isInteger(at) ? Math.max(0, Number(at)) : 0).toISOString();

/** The hash of a record that has its number and the hash before. */
export function hashOf({ hash: _, ...record }: Record<string, unknown>): string {
  return hash('sha256', canonicalJson(record));
}

/** RFC 8785 for what records have: texts, whole numbers, booleans, null, arrays and objects. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** A place in a chain at which it is not whole; without what its end says of it. */
export type ChainBreak = { -readonly [Name in Exclude<keyof AuditBreak, 'events_after'>]: AuditBreak[Name] };

export type ChainEnd = { sequence: number; hash: string };

/** Events in a row. */
export type EventRun = Pick<ChainBreak, 'sequence' | 'events' | 'sid' | 'date'>;

/** Hashes of events that a later one may be found to follow: more than are verified at once. */
const maxFollowed = 10_000;

/** Follows a chain from a known event, one record after the other, and goes on behind what is not whole. */
export class ChainVerifier {
  /** In the order of the chain, `maxBreaks` at most. */
  readonly breaks: ChainBreak[] = [];
  /** How many there are besides. */
  further = 0;
  /** How often numbers were left out, where they may be. */
  gaps = 0;
  /** The last record that was found whole. */
  whole: AuditRecord | null = null;
  /** The last number that was looked at. */
  sequence: number;
  readonly #mayHaveGaps: boolean;
  /** What the next record has to have as the hash before; null where that is not known. */
  #hash: string | null;
  /** The records that follow hashes, to find what somebody put between two that belong together. */
  readonly #followers = new Map<string, AuditRecord>();
  /** What a break turns out to be where the next record has this hash as the hash before. */
  #ifFollowed: { hash: string; found: ChainBreak; is: Partial<ChainBreak> } | null = null;

  /** `from`: the event before, of which there may be none; gaps are no breaks where a filter has left out events. */
  constructor(from: AuditRecord | { sequence: number; hash: string | null }, mayHaveGaps = false) {
    this.sequence = from.sequence ?? 0;
    this.#mayHaveGaps = mayHaveGaps;
    this.#hash = 'sid' in from && hashOf(from) !== from.hash ? null : from.hash;
  }

  follow(record: AuditRecord): void {
    const { hash: written, previous_hash: before } = record;
    const sequence = record.sequence ?? Number.NaN;
    // In the database there is no such row; in a file there may be any line.
    if (!(Number.isSafeInteger(sequence) && sequence > this.sequence)) {
      this.note('added', { ...runOf(record), sequence: this.sequence });
      return;
    }
    if (sequence > this.sequence + 1) this.#skip(sequence);
    const computed = hashOf(record);
    const isLinked = this.#isNext(before);
    // To the beginning a chain whose end was lost leads back, too.
    if (this.#hash !== null && this.#hash !== firstHash) this.#followers.set(this.#hash, record);
    dropOldest(this.#followers, maxFollowed);
    this.#ifFollowed = null;
    if (computed !== written) this.#noteChanged(record, computed);
    else if (!isLinked) this.#noteUnlinked(record, computed);
    else this.whole = record;
    this.sequence = sequence;
    // Of what was changed nobody knows the hash that it had.
    this.#hash = computed === written ? computed : null;
  }

  /** There are no more records: the end of the chain has to have the number and the hash of the last one. */
  finish({ sequence, hash: written }: ChainEnd): void {
    if (this.sequence < sequence) this.#skip(sequence + 1);
    else if (this.sequence === sequence && !this.#isNext(written)) {
      const last =
        this.whole?.sequence === sequence ? runOf(this.whole) : { sequence, sid: null, date: null };
      this.note('end', { events: 1, ...last }, { hash: written, computed_hash: this.#hash });
    }
    this.breaks.sort((one, other) => one.sequence - other.sequence);
  }

  note(
    problem: ChainBreak['problem'],
    run: EventRun,
    rest: Partial<Pick<ChainBreak, 'differs' | 'hash' | 'computed_hash'>> = {},
  ): ChainBreak {
    const date_whole = this.whole?.date ?? null;
    const found = {
      ...run,
      problem,
      ...{ differs: null, hash: null, computed_hash: null },
      ...rest,
      date_whole,
    };
    if (this.breaks.length < maxBreaks) this.breaks.push(found);
    else this.further += 1;
    return found;
  }

  #isNext(before: string | null): boolean {
    const { hash: expected, found, is } = this.#ifFollowed ?? {};
    if (found !== undefined && before === expected) Object.assign(found, is);
    return this.#hash === null || this.#hash === before;
  }

  /** The numbers up to one that there is. */
  #skip(sequence: number): void {
    const [first, events] = [this.sequence + 1, sequence - this.sequence - 1];
    if (this.#mayHaveGaps) this.gaps += 1;
    else this.note('missing', { sequence: first, events, sid: null, date: null });
    this.sequence = sequence - 1;
    this.#hash = null;
    this.#ifFollowed = null;
  }

  /** Which part, where one alone explains the hash. */
  #noteChanged(record: AuditRecord, computed_hash: string): void {
    const { hash: written } = record;
    const isLink = this.#hash !== null && hashOf({ ...record, previous_hash: this.#hash }) === written;
    const differs = isLink ? 'previous_hash' : 'content';
    const found = this.note('changed', runOf(record), { differs, hash: written, computed_hash });
    this.#ifFollowed = { hash: computed_hash, found, is: { differs: 'hash' } };
  }

  /**
   * Where the next one follows this, and this one an earlier one, somebody has put events between them, or the end of the chain was
   * set back.
   */
  #noteUnlinked(record: AuditRecord, computed: string): void {
    const { previous_hash } = record;
    const found = this.note('unlinked', runOf(record), { hash: previous_hash, computed_hash: this.#hash });
    const first = this.#followers.get(previous_hash ?? '');
    const events = this.sequence + 1 - (first?.sequence ?? 0);
    if (first === undefined || events < 1) return;
    const is = { ...runOf(first), events, problem: 'added', hash: null, computed_hash: null } as const;
    this.#ifFollowed = { hash: computed, found, is };
  }
}

export const runOf = ({ sequence, sid, date }: AuditRecord): EventRun => ({
  ...{ sequence: sequence ?? 0, events: 1, sid, date },
});
