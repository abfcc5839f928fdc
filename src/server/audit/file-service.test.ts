/** A file of the audit log is verified without a database. */

import { expect, it } from 'vitest';
import { firstHash, hashOf } from '../platform/audit/chain.ts';
import { verifyLines } from './file-service.ts';

type Line = { sequence: number; actor_name: string; previous_hash: string; hash: string };

function chain(length: number): Line[] {
  const lines: Line[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const content = {
      sequence,
      actor_name: `Ann ${sequence} “x” \u{1F9F5}`,
      changes: [{ field: 'A', before: null }],
    };
    const record = { ...content, previous_hash: lines.at(-1)?.hash ?? firstHash };
    lines.push({ ...record, hash: hashOf(record) });
  }
  return lines;
}

const verify = (lines: readonly Line[]) => verifyLines(lines.map((line) => JSON.stringify(line)));

it('is whole, also from somewhere on and with gaps', async () => {
  const lines = chain(6);
  expect(await verify(lines)).toMatchObject({ events: 6, gaps: 0, last: { sequence: 6 }, broken: null });
  expect(await verify(lines.slice(2))).toMatchObject({ events: 4, gaps: 0, broken: null });
  expect(await verify(lines.filter(({ sequence }) => sequence !== 3))).toMatchObject({
    gaps: 1,
    broken: null,
  });
  expect(await verify([])).toMatchObject({ events: 0, last: null });
});

it('is broken at the first line that is not as it was written', async () => {
  const lines = chain(6);
  const changed = lines.map((line) => (line.sequence === 3 ? { ...line, actor_name: 'Bob' } : line));
  expect((await verify(changed)).broken).toMatchObject({ sequence: 3, problem: 'changed' });
  const forged = changed.map((line) => (line.sequence === 3 ? { ...line, hash: hashOf(line) } : line));
  expect((await verify(forged)).broken).toMatchObject({ sequence: 4, problem: 'unlinked' });
  const twice = [...lines.slice(0, 3), ...lines.slice(2)];
  expect((await verify(twice)).breaks).toMatchObject([{ sequence: 3, problem: 'added' }]);
});

it('names every line that is not as it was written, and goes on', async () => {
  const lines = chain(9).map((line) => JSON.stringify(line));
  const damaged = lines
    .with(2, 'no JSON')
    .with(4, '[7]')
    .with(6, (lines[6] ?? '').replace('Ann', 'Bob'));
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const { events, breaks } = await verifyLines([...damaged, `{"sequence":10,"deep":${deep}}`]);
  expect(events).toBe(10);
  expect(breaks.map(({ sequence, problem }) => [sequence, problem])).toEqual([
    ...[
      [3, 'changed'],
      [4, 'added'],
      [7, 'changed'],
      [10, 'changed'],
    ],
  ]);
});

it('has the hash of RFC 8785: keys in order, no spaces', () => {
  // printf '{"a":1,"b":[{"c":null,"d":"é"}]}' | sha256sum
  expect(hashOf({ hash: 'any', b: [{ d: 'é', c: null }], a: 1 })).toBe(
    '5ca1d1301533f5bfd830d7581541ef1b3308cd9873be7f1510500d908193b837',
  );
});
