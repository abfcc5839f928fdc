/** Faults of what the database stands on: a disk that is full, read-only, failing or damaged, in the codes of both databases. */

import { Refusal } from '../errors.ts';
import { errorCode } from './retry-while-unavailable.ts';

export type StorageFault = 'full' | 'read-only' | 'failing' | 'damaged';

/** Primary result codes of SQLite: FULL; READONLY; IOERR and CANTOPEN; CORRUPT and NOTADB. */
const sqliteCodes: Readonly<Record<number, StorageFault>> = {
  13: 'full',
  8: 'read-only',
  10: 'failing',
  14: 'failing',
  11: 'damaged',
  26: 'damaged',
};

/** SQLSTATEs of PostgreSQL: disk_full; io_error; data_corrupted and index_corrupted. */
const postgresCodes: Readonly<Record<string, StorageFault>> = {
  '53100': 'full',
  '58030': 'failing',
  XX001: 'damaged',
  XX002: 'damaged',
};

const messages: Readonly<Record<StorageFault, string>> = {
  full: 'The disk of the database is full',
  'read-only': 'The database cannot be written: it is read-only',
  failing: 'The disk of the database does not work',
  damaged: 'The file of the database is damaged',
};

/** What a person reads about the fault. */
export function describeFault(fault: StorageFault): string {
  return messages[fault];
}

export class StorageUnavailable extends Refusal {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    super('unavailable', `${messages[fault]}; nothing was changed`, { cause });
    this.fault = fault;
  }
}

/** The error of work in many transactions, which goes on where it ended when it is called again. */
export function resumable(error: unknown): unknown {
  if (!(error instanceof StorageUnavailable)) return error;
  const message = `${messages[error.fault]}. What was changed before stays, and nothing is lost: call it again once that is mended, and it goes on.`;
  return new Refusal('unavailable', message, { cause: error });
}

/** Undefined for errors that are not the disk's. */
export function faultOf(error: unknown): StorageFault | undefined {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return sqliteCodes[error.errcode & 0xff];
  return postgresCodes[errorCode(error)];
}

/** Longer than between two writes of a server in use: on a full disk those still succeed that need no new page. */
const holdMs = 5_000;

/**
 * The faults that queries of a database met: the last one, until a commit succeeds later than some seconds after it, and
 * what was found damaged for good.
 */
export class StorageHealth {
  #last: StorageFault | null = null;
  #held: NodeJS.Timeout | null = null;
  #isDamaged = false;

  get fault(): StorageFault | null {
    return this.#isDamaged ? 'damaged' : this.#last;
  }

  /** The error to throw instead: a refusal when the storage is at fault. */
  explain(error: unknown): unknown {
    if (error instanceof StorageUnavailable) return error;
    const fault = faultOf(error);
    if (fault === undefined) return error;
    if (fault === 'damaged') this.#isDamaged = true;
    this.#last = fault;
    if (this.#held !== null) clearTimeout(this.#held);
    this.#held = setTimeout(() => {
      this.#held = null;
    }, holdMs).unref();
    return new StorageUnavailable(fault, error);
  }

  noteCommit(): void {
    if (this.#held === null) this.#last = null;
  }

  noteDamage(): void {
    this.#isDamaged = true;
  }
}
