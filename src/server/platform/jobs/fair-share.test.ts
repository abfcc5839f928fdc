/** Fair shares of the workers among accounts. */

import { expect, it } from 'vitest';
import { chooseFairly } from './fair-share.ts';

const of = (...accounts: string[]) => accounts.map((account, key) => ({ account, key }));

it.each([
  ['takes the first, as long as shares allow', of('a', 'a', 'b'), 2, {}, [0, 1]],
  ['passes over an account that has its share', of('a', 'a', 'a', 'b'), 4, {}, [0, 1, 3]],
  ['counts what runs already', of('a', 'a', 'b'), 4, { a: 1 }, [0, 2]],
  ['takes nothing of an account that is beyond its share', of('a', 'b', 'b'), 4, { a: 5, b: 1 }, [1]],
  ['takes no more than there is room for', of('a', 'b', 'c'), 1, {}, [0]],
])('%s', (_, candidates, limit, running, expected) => {
  const busy = new Map(Object.entries(running));
  expect(chooseFairly(candidates, limit, { perAccount: 2, busy }).map(({ key }) => key)).toEqual(expected);
});
