/** Rows: the audit log and the hash chain of each account. Conventions as in `tables.ts`. */

/** How an actor was authenticated, or what it is. */
export type ActorKind = 'session' | 'token' | 'key' | 'rule' | 'operator' | 'server' | 'nobody';

/**
 * An event. It is written once, in the transaction of what it tells; then its place in the chain is, and nothing else ever
 * changes (docs/decisions/081).
 */
export type AuditEventRow = {
  sid: string;
  /** In whose chain it is: '' is the chain of the installation. */
  account: string;
  shard: number;
  /** Its number in the chain, from 1, with the hash of the event before and its own; null until it is sealed. */
  sequence: number | null;
  previous_hash: string | null;
  hash: string | null;
  at: number;
  operation: string;
  actor_kind: ActorKind;
  actor_sid: string | null;
  actor_name: string | null;
  actor_role: string | null;
  object_kind: string | null;
  object_sid: string | null;
  object_name: string | null;
  /** JSON array of `AuditChange`. */
  changes: string;
  reason: string | null;
  address: string | null;
  request: string | null;
};

/** As it is read: without the shard, which its account gives. */
export type AuditEventCells = Omit<AuditEventRow, 'shard'>;

/**
 * The end of a chain, and the last event that retention has removed from its beginning; 0 and 64 zeros before the first.
 * `kept_ms` is how long events are kept, null for the default.
 */
export type AuditChainRow = {
  account: string;
  shard: number;
  sequence: number;
  hash: string;
  anchor_sequence: number;
  anchor_hash: string;
  kept_ms: number | null;
  /** The head that was signed last, as JSON, so that each backup has one; null before the first. */
  head: string | null;
};

export type AuditTables = { audit_events: AuditEventRow; audit_chains: AuditChainRow };
