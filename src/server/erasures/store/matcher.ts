/** Finds the values of one contact in texts: as they are, encoded for a URL, numbers without their plus sign. */

import { type Expression, type RawBuilder, sql } from 'kysely';
import { cellMark, StoredCell } from '../../platform/database/cell-cipher.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';

/** `part` is the longest part of the text in ASCII, the one that every database knows in both cases. */
type Needle = { part: string; pattern: RegExp; replacement: string };

/** No part of a longer number, address or word. */
function needleOf(text: string): Needle {
  const isNumber = /^\d+$/.test(text);
  const inner = isNumber
    ? '\\d'
    : text.includes('@') || text.includes('%40')
      ? '[\\p{L}\\p{N}._+-]'
      : '[\\p{L}\\p{N}]';
  const before = /^[\p{L}\p{N}]/u.test(text) ? `(?<!${inner})` : '';
  // A full stop ends a sentence.
  const after = isNumber ? '(?!\\d)' : '(?![\\p{L}\\p{N}_-])(?!\\.[\\p{L}\\p{N}])';
  // A JSON number stays one.
  return {
    part: longest(text.match(/[\u0020-\u007e]+/g) ?? []),
    pattern: new RegExp(before + RegExp.escape(text) + after, 'giu'),
    replacement: isNumber ? '0' : 'erased',
  };
}

const longest = (texts: readonly string[]) =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '');

export class ContactMatcher {
  readonly #needles: readonly Needle[];

  constructor(values: readonly string[]) {
    const texts = values.flatMap((value) =>
      /^\+\d+$/.test(value)
        ? [value.slice(1)]
        : [value, encodeURIComponent(value), value.replaceAll(' ', '+')],
    );
    this.#needles = [...new Set(texts)].map(needleOf);
  }

  has(texts: readonly unknown[]): boolean {
    return texts.some(
      (text) => typeof text === 'string' && this.#needles.some(({ pattern }) => text.search(pattern) >= 0),
    );
  }

  replaceIn(text: string): string {
    return this.#needles.reduce((so, { pattern, replacement }) => so.replace(pattern, replacement), text);
  }

  /** What the database can say of it: `has` then looks at the boundaries of words. */
  mayBeIn(db: Queries, columns: readonly Expression<unknown>[]): RawBuilder<boolean> {
    const at = isPostgres(db) ? sql`strpos` : sql`instr`;
    const parts = columns.map((column) => sql`coalesce(${column}, '')`);
    const all = sql`lower(${sql.join(parts, sql` || ' | ' || `)})`;
    // What is encrypted is only known here.
    const marked = parts.map((part) => sql`substr(${part}, 1, 1) = ${new StoredCell(cellMark)}`);
    const found = this.#needles.map(({ part }) => sql`${at}(${all}, lower(${part})) > 0`);
    return sql<boolean>`(${sql.join([...found, ...marked], sql` or `)})`;
  }
}
