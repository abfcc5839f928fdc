/**
 * Cells with data of contacts, encrypted in the database (docs/decisions/095). A cell that is not as the program wrote it begins
 * with U+0001: `=` and the text as it was, which begins with U+0001 itself; or the number of a data key, `:`, and the ciphertext
 * (AES-256-GCM). In bytes the number is 4 bytes long. As everything that is bound begins otherwise or is escaped, no text of a
 * contact can be taken for either, in whichever column it stands.
 */

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';

/** What every cell begins with that is not as the program wrote it. */
export const cellMark = '\u0001';
const markByte = 1;
const escapeByte = 0x3d;
const encryptedByte = 0x3a;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** Mark, `:`, and the number of the key. */
const binaryPrefixBytes = 6;

/** Takes the place of a text that cannot be decrypted. */
export const unreadable = '[unreadable]';
/** The same of JSON, by what the text began with. */
const unreadableAs: Readonly<Record<string, string>> = {
  o: `{"${unreadable}":true}`,
  a: '[]',
  s: `"${unreadable}"`,
  t: unreadable,
};
const kinds: Readonly<Record<string, string>> = { '{': 'o', '[': 'a', '"': 's' };

/** These say nothing, and stand in most rows: they stay as they are. */
export function isNothing(value: string | Uint8Array): boolean {
  return value.length === 0 || value === '[]' || value === '{}' || value === 'null';
}

/** A value for a column with data of contacts: it is encrypted when it is bound, where that is turned on. */
export class ContactData {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A cell as the database has it, to be bound as it is. */
export class StoredCell {
  readonly cell: string | Uint8Array;

  constructor(cell: string | Uint8Array) {
    this.cell = cell;
  }
}

/** A row of `data_keys`: the key is encrypted with SECRET_KEY. */
export type DataKeyRow = { id: number; key: string };

/** Reads them all; by both kinds of connection, when a cell names a key that this process has not heard of. */
export const dataKeysQuery = 'select id, key from data_keys order by id';

/** A cell whose key is not known yet, where it stands. */
export type PendingCell = { row: Record<string, unknown>; column: string };

export type CellSettings = {
  /** Whether new values are encrypted. */
  encrypts: boolean;
  /** @throws where the key of a data key is not the one of the settings */
  decryptKey(encrypted: string): string;
  random(bytes: number): Uint8Array;
  /** A cell cannot be decrypted. */
  onDamage(problem: string): void;
};

type CurrentKey = { id: number; key: KeyObject; iv: Buffer; used: number };

const maxCounter = 2 ** 32 - 1;
const none: readonly PendingCell[] = [];

/** Of one database in one process: what it reads and binds passes through it. Without settings nothing is encrypted. */
export class CellCipher {
  #settings: CellSettings | null = null;
  /** Null for one that SECRET_KEY does not decrypt. */
  readonly #keys = new Map<number, KeyObject | null>();
  #current: CurrentKey | null = null;

  use(settings: CellSettings): void {
    this.#settings = settings;
    this.#keys.clear();
    this.#current = null;
  }

  /** The number of the key that encrypts; null where none was learned, or it is no key of these settings. */
  get currentKey(): number | null {
    return this.#current?.id ?? null;
  }

  /** The newest of all encrypts from then on. */
  learn(rows: readonly DataKeyRow[]): void {
    let newest = 0;
    for (const { id, key } of rows) {
      if (this.#keys.get(id) == null) this.#keys.set(id, this.#unwrap(key));
      newest = Math.max(newest, id);
    }
    const key = this.#keys.get(newest);
    if (key == null || newest <= (this.#current?.id ?? 0)) return;
    this.#current = { id: newest, key, iv: this.#newIv(), used: 0 };
  }

  /** What is bound for the values of a statement. */
  bind(values: readonly unknown[]): readonly unknown[] {
    let bound: unknown[] | undefined;
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      const cell = this.#cellOf(value);
      if (cell === value) continue;
      bound ??= [...values];
      bound[at] = cell;
    }
    return bound ?? values;
  }

  /** Decrypts the cells of these rows where they stand. Gives those that `openPending` can once their keys are learned. */
  open(rows: readonly unknown[]): readonly PendingCell[] {
    if (rows.length === 0) return none;
    const columns = Object.keys(rows[0] as object);
    const pending: PendingCell[] = [];
    for (const each of rows) {
      const row = each as Record<string, unknown>;
      for (const column of columns) {
        const cell = row[column];
        if (!isMarked(cell)) continue;
        const opened = this.#opened(cell);
        if (opened === null) pending.push({ row, column });
        else row[column] = opened;
      }
    }
    return pending;
  }

  openPending(pending: readonly PendingCell[]): void {
    for (const { row, column } of pending) {
      const cell = row[column] as string | Uint8Array;
      row[column] = this.#opened(cell) ?? this.#damaged(cell, 'there is no such data key');
    }
  }

  /** A cell as the database has it. @throws when it cannot be decrypted */
  decrypt(cell: string | Uint8Array): string | Uint8Array {
    if (!isMarked(cell)) return cell;
    if (isEscaped(cell)) return unescaped(cell);
    const found = partsOf(cell);
    if (found === null) return cell;
    const key = this.#keys.get(found.id);
    if (key == null) throw new Error(`There is no data key ${found.id}.`);
    return decryptWith(key, found.sealed, typeof cell === 'string');
  }

  isCurrent(cell: string | Uint8Array): boolean {
    return isMarked(cell) && !isEscaped(cell) && partsOf(cell)?.id === this.currentKey;
  }

  encrypt(value: string | Uint8Array): StoredCell {
    return new StoredCell(this.#encrypted(value) as string | Uint8Array);
  }

  /** 32 random bytes, in base64. */
  newKey(): string {
    return Buffer.from(this.#settings?.random(32) ?? []).toString('base64');
  }

  /** What cells begin with that the key encrypted. */
  prefixesOf(id: number): { text: StoredCell; bytes: StoredCell } {
    return { text: new StoredCell(textPrefix(id)), bytes: new StoredCell(binaryPrefix(id)) };
  }

  #cellOf(value: unknown): unknown {
    if (typeof value === 'string') return value.charCodeAt(0) === markByte ? `${cellMark}=${value}` : value;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof ContactData) return this.#encrypted(value.value);
    if (value instanceof StoredCell) return value.cell;
    if (value instanceof Uint8Array && value[0] === markByte)
      return Buffer.concat([Uint8Array.of(markByte, escapeByte), value]);
    return value;
  }

  #encrypted(value: unknown): unknown {
    const isText = typeof value === 'string';
    if (this.#settings?.encrypts !== true || !(isText || value instanceof Uint8Array))
      return this.#cellOf(value);
    if (isNothing(value)) return value;
    // Better no row than a readable one.
    if (this.#current === null)
      throw new Error('There is no data key to encrypt with: it was not read at the start.');
    const { id, key } = this.#current;
    const iv = this.#nextIv(this.#current);
    const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
    const text = isText ? cipher.update(value, 'utf8') : cipher.update(value);
    // In this mode nothing is left for it to give.
    cipher.final();
    const sealed = Buffer.allocUnsafe(ivBytes + tagBytes + text.length);
    sealed.set(iv, 0);
    sealed.set(cipher.getAuthTag(), ivBytes);
    sealed.set(text, ivBytes + tagBytes);
    if (!isText) return Buffer.concat([binaryPrefix(id), sealed]);
    return textPrefix(id) + (kinds[value.charAt(0)] ?? 't') + sealed.toString('base64');
  }

  /** A random part of 8 bytes for each process, and a counter (NIST SP 800-38D, 8.2.1): none is used twice with a key. */
  #nextIv(current: CurrentKey): Buffer {
    if (current.used >= maxCounter) Object.assign(current, { iv: this.#newIv(), used: 0 });
    current.used += 1;
    current.iv.writeUInt32BE(current.used, 8);
    return current.iv;
  }

  #newIv(): Buffer {
    const iv = Buffer.alloc(ivBytes);
    iv.set(this.#settings?.random(8) ?? [], 0);
    return iv;
  }

  /** Null where the key is not known. */
  #opened(cell: string | Uint8Array): string | Uint8Array | null {
    if (isEscaped(cell)) return unescaped(cell);
    const found = partsOf(cell);
    // From before there were marks.
    if (found === null) return cell;
    const key = this.#keys.get(found.id);
    if (key === undefined) return null;
    if (key === null) return this.#damaged(cell, `SECRET_KEY does not decrypt data key ${found.id}`);
    try {
      return decryptWith(key, found.sealed, typeof cell === 'string');
    } catch {
      return this.#damaged(cell, `it was changed since data key ${found.id} encrypted it`);
    }
  }

  #damaged(cell: string | Uint8Array, why: string): string | Uint8Array {
    this.#settings?.onDamage(`A cell of the database cannot be decrypted: ${why}`);
    if (typeof cell !== 'string') return Buffer.from(unreadable);
    return unreadableAs[cell.charAt(cell.indexOf(':') + 1)] ?? unreadable;
  }

  #unwrap(encrypted: string): KeyObject | null {
    try {
      const key = Buffer.from(this.#settings?.decryptKey(encrypted) ?? '', 'base64');
      return key.length === 32 ? createSecretKey(key) : null;
    } catch {
      return null;
    }
  }
}

/** For JSON that must not be gone on with when it could not be decrypted. @throws then */
export function requireReadable(json: string): string {
  if (json === unreadableAs.o) throw new Error('It cannot be decrypted.');
  return json;
}

function isMarked(cell: unknown): cell is string | Uint8Array {
  return typeof cell === 'string'
    ? cell.charCodeAt(0) === markByte
    : cell instanceof Uint8Array && cell[0] === markByte;
}

function isEscaped(cell: string | Uint8Array): boolean {
  return typeof cell === 'string' ? cell.charAt(1) === '=' : cell[1] === escapeByte;
}

const unescaped = (cell: string | Uint8Array) =>
  typeof cell === 'string' ? cell.slice(2) : cell.subarray(2);

const textPrefix = (id: number) => `${cellMark}${id}:`;

function binaryPrefix(id: number): Buffer {
  const prefix = Buffer.from([markByte, encryptedByte, 0, 0, 0, 0]);
  prefix.writeUInt32BE(id, 2);
  return prefix;
}

/** Null for what has not the form of an encrypted cell. */
function partsOf(cell: string | Uint8Array): { id: number; sealed: Uint8Array } | null {
  if (typeof cell !== 'string') {
    if (cell[1] !== encryptedByte || cell.length < binaryPrefixBytes + ivBytes + tagBytes) return null;
    const id = new DataView(cell.buffer, cell.byteOffset).getUint32(2);
    return { id, sealed: cell.subarray(binaryPrefixBytes) };
  }
  const colon = cell.indexOf(':');
  const id = Number(cell.slice(1, colon));
  if (colon < 2 || colon > 11 || !Number.isInteger(id) || id <= 0) return null;
  return { id, sealed: Buffer.from(cell.slice(colon + 2), 'base64') };
}

function decryptWith(key: KeyObject, sealed: Uint8Array, isText: boolean): string | Uint8Array {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const body = sealed.subarray(ivBytes + tagBytes);
  const plain = decipher.update(body);
  decipher.final();
  return isText ? plain.toString('utf8') : plain;
}
