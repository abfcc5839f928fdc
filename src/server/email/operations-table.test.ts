/** docs/reference/email-operations.md: what it calls built is there, what it does not is not, and says so. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notBuiltArea } from '#api/email/not-built.ts';
import { emailOperations } from '#api/email/operations.ts';

const page = readFileSync(new URL('../../../docs/reference/email-operations.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| ([A-Z]+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
  ([, method = '', path = '', state = '']) => ({ method, path, state }),
);
const [official = ''] = page.split('## Only here');

const keyOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
const known = new Set(emailOperations.map(keyOf));

it('lists every operation of the official description and of this server once', () => {
  const keys = rows.map(keyOf);
  expect(keys.toSorted().filter((key, at, all) => key === all[at - 1])).toEqual([]);
  expect([...known].filter((key) => !keys.includes(key))).toEqual([]);
  expect(official.match(/^\| [A-Z]+ \|/gm)).toHaveLength(391);
});

it('calls built or partly built what is, and no other', () => {
  expect(rows.filter(({ state }) => !/^(built|no|partly: .+)$/.test(state))).toEqual([]);
  const wrong = rows.filter((row) => known.has(keyOf(row)) === (row.state === 'no'));
  expect(wrong).toEqual([]);
});

it('counts them', () => {
  const of = (state: RegExp) =>
    official.match(new RegExp(`^\\| [A-Z]+ \\| \`[^\`]+\` \\| ${state.source}`, 'gm'))?.length ?? 0;
  expect(official).toContain(`Built: ${of(/built/)}, partly: ${of(/partly/)}, not built: ${of(/no \|/)}.`);
});

it('has an area for what is not built, which the error names', () => {
  const missing = rows.filter(
    ({ state, method, path }) => (state === 'no') !== (notBuiltArea(method, path) !== null),
  );
  expect(missing).toEqual([]);
});
