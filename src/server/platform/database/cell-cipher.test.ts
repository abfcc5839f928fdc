/** Cells as they are bound and read: encrypted, escaped, damaged, and by keys that are learned later. */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CellCipher, ContactData, type DataKeyRow, StoredCell, unreadable } from './cell-cipher.ts';

const keys: DataKeyRow[] = [1, 2].map((id) => ({ id, key: randomBytes(32).toString('base64') }));

function cipherWith(rows: readonly DataKeyRow[], encrypts = true, problems: string[] = []): CellCipher {
  const cells = new CellCipher();
  cells.use({
    encrypts,
    decryptKey: (key) => key,
    random: randomBytes,
    onDamage: (problem) => void problems.push(problem),
  });
  cells.learn(rows);
  return cells;
}

const bindOne = (cells: CellCipher, value: unknown) => cells.bind([new ContactData(value)])[0] as string;

function readOne(cells: CellCipher, cell: unknown): unknown {
  const rows = [{ cell }];
  cells.openPending(cells.open(rows));
  return rows[0]?.cell;
}

const texts = [
  ...['x', 'no', 'Grüße 🙂', '{"a":1}', '["a"]', '"quoted"', 'a\u0000b', `${'long '.repeat(210_000)}end`],
  ...['\u0001', '\u0001=', '\u0001=x', '\u00011:tAAAA', '\u00012:o', '\u0001:'],
];

describe('cells with data of contacts', () => {
  it.each([true, false])('are read as they were written, where that is turned on: %s', (isOn) => {
    const cells = cipherWith(keys, isOn);
    for (const text of texts) {
      const cell = bindOne(cells, text);
      expect(readOne(cells, cell)).toBe(text);
      if (isOn) expect(cell.slice(0, 3)).toBe('\u00012:');
      // As a value of another column, and of an array of them.
      const [other] = cells.bind([text]);
      expect(readOne(cells, other)).toBe(text);
    }
    for (const text of texts) {
      const bytes = Buffer.from(text);
      const cell = cells.bind([new ContactData(bytes)])[0] as Buffer;
      expect(Buffer.from(readOne(cells, cell) as Buffer).equals(bytes)).toBe(true);
      if (isOn) expect(cell.includes(bytes)).toBe(bytes.length < 4 && cell.includes(bytes));
      expect(Buffer.from(readOne(cells, cells.bind([bytes])[0]) as Buffer).equals(bytes)).toBe(true);
    }
    for (const nothing of ['', '[]', '{}', 'null', null, 7]) expect(bindOne(cells, nothing)).toBe(nothing);
  });

  it('differ at each time, and leave what else is bound alone', () => {
    const cells = cipherWith(keys);
    const cell = bindOne(cells, 'the same');
    expect(new Set([cell, ...Array.from({ length: 99 }, () => bindOne(cells, 'the same'))]).size).toBe(100);
    const values = ['a', 1, null, Buffer.from('b')];
    expect(cells.bind(values)).toBe(values);
    expect(cells.bind([new StoredCell(cell)])).toEqual([cell]);
  });

  it('have a place-holder of their kind once they are damaged, and the row goes on', () => {
    const problems: string[] = [];
    const cells = cipherWith(keys, true, problems);
    const damaged = (text: string) => {
      const cell = bindOne(cells, text);
      return `${cell.slice(0, -6)}${cell.slice(-6, -5) === 'A' ? 'B' : 'A'}${cell.slice(-5)}`;
    };
    const rows = [
      { text: damaged('some text'), object: damaged('{"a":12345}'), whole: bindOne(cells, 'whole') },
      { text: damaged('"a string"'), object: damaged('["of","texts"]'), whole: bindOne(cells, 'too') },
    ];
    expect(cells.open(rows)).toEqual([]);
    expect(rows).toEqual([
      { text: unreadable, object: `{"${unreadable}":true}`, whole: 'whole' },
      { text: `"${unreadable}"`, object: '[]', whole: 'too' },
    ]);
    expect(problems).toHaveLength(4);
    for (const cell of ['\u00011:t', '\u00011:', '\u00012:tAAAA', '\u00012'])
      expect([unreadable, cell]).toContain(readOne(cells, cell));
    const bytes = cells.bind([new ContactData(Buffer.from('an attachment'))])[0] as Buffer;
    bytes.set([1, 2], bytes.length - 2);
    expect(String(readOne(cells, bytes))).toBe(unreadable);
  });

  it('are looked up by a process that has not heard of their key, and need a key to be written', () => {
    const [first, both] = [cipherWith(keys.slice(0, 1)), cipherWith(keys)];
    expect(first.currentKey).toBe(1);
    const rows = [{ cell: bindOne(both, 'of the second key') }, { cell: bindOne(both, '\u0001=once') }];
    const pending = first.open(rows);
    expect(pending).toHaveLength(2);
    first.learn(keys);
    first.openPending(pending);
    expect(rows).toEqual([{ cell: 'of the second key' }, { cell: '\u0001=once' }]);
    expect(first.currentKey).toBe(2);
    expect(readOne(cipherWith([]), bindOne(both, 'x'))).toBe(unreadable);
    expect(() => bindOne(cipherWith([]), 'x')).toThrow('no data key');
    expect(bindOne(cipherWith([], false), 'x')).toBe('x');
  });
});
