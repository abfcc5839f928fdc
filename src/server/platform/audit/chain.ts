/**
 * The hash chain of the audit log. The hash of an event is SHA-256 of its record without `hash`, as JSON by RFC 8785 (keys in
 * order, no spaces): the record has the hash of the event before, so each hash is one of all events up to it. Pure.
 */

import { hash } from 'node:crypto';
import type { AuditRecord } from '#api/audit/operations.ts';
import { isObject } from '#flow/json/json.ts';
import type { AuditEventRow } from '../database/schema/audit.ts';
import type { AuditChange } from './event.ts';

/** The hash before the first event of a chain. */
export const firstHash = '0'.repeat(64);

/** The row as files, sinks and its hash have it. */
export function recordOf(row: AuditEventRow): AuditRecord {
  const changes = readChanges(row.changes).map(({ field, before, after, is_secret }) => ({
    ...{ field, before, after, is_secret: is_secret === true },
  }));
  return {
    sid: row.sid,
    account_sid: row.account === '' ? null : row.account,
    sequence: row.sequence,
    date: dateOf(row.at),
    operation: row.operation,
    by: row.actor_kind,
    actor_sid: row.actor_sid,
    actor_name: row.actor_name,
    actor_role: row.actor_role,
    object_kind: row.object_kind as AuditRecord['object_kind'],
    object_sid: row.object_sid,
    object_name: row.object_name,
    changes,
    reason: row.reason,
    address: row.address,
    request_id: row.request,
    previous_hash: row.previous_hash,
    hash: row.hash,
  };
}

/** What the server did not write is shown as it stands, so that its hash tells. */
function readChanges(text: string): AuditChange[] {
  const changes = parsed(text);
  return Array.isArray(changes) && changes.every(isChange)
    ? changes
    : [{ field: '', before: null, after: text }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isChange(value: unknown): value is AuditChange {
  if (!isObject(value)) return false;
  const { field, before, after } = value;
  return (
    typeof field === 'string' && [before, after].every((each) => each === null || typeof each === 'string')
  );
}

/** As far as a date can be: other times were not written by the server either. */
function dateOf(at: unknown): string {
  const time = Number(at);
  return new Date(Number.isNaN(time) ? 0 : Math.min(Math.max(time, -latestTime), latestTime)).toISOString();
}

const latestTime = 8_640_000_000_000_000;

/** The hash of a record that has its number and the hash before. */
export function hashOf({ hash: _, ...record }: Record<string, unknown>): string {
  return hash('sha256', canonicalJson(record));
}

/** RFC 8785 for what records have: texts, whole numbers, booleans, null, arrays and objects. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

/** The first event that is not whole, and what of it is not. */
export type BrokenLink = {
  sequence: number;
  sid: string | null;
  problem: 'changed' | 'missing' | 'unlinked';
  hash: string | null;
  computed: string | null;
};

export type ChainEnd = { sequence: number; hash: string };

/** Follows a chain from its last known end, one record after the other. */
export class ChainVerifier {
  end: ChainEnd;
  broken: BrokenLink | null = null;

  constructor(end: ChainEnd) {
    this.end = end;
  }

  /** False when the chain is broken at this record, or was before. */
  follow(record: AuditRecord): boolean {
    if (this.broken !== null) return false;
    const { sequence, sid, hash: written, previous_hash } = record;
    const expected = this.end.sequence + 1;
    if (sequence !== expected) {
      this.missing();
      return false;
    }
    const computed = hashOf(record);
    const problem = computed !== written ? 'changed' : previous_hash !== this.end.hash ? 'unlinked' : null;
    if (problem === null) this.end = { sequence, hash: computed };
    else this.broken = { sequence, sid, problem, hash: written, computed };
    return problem === null;
  }

  /** An event behind the end that the chain knows. */
  added({ sequence, sid, hash }: Pick<AuditRecord, 'sid' | 'hash'> & { sequence: number }): void {
    this.broken ??= { sequence, sid, problem: 'unlinked', hash, computed: null };
  }

  /** There is no event behind the end. */
  missing(): void {
    const sequence = this.end.sequence + 1;
    this.broken ??= { sequence, sid: null, problem: 'missing', hash: null, computed: null };
  }
}
