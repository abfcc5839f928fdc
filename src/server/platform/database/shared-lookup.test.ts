import { describe, expect, it } from 'vitest';
import type { Queries } from './database.ts';
import { sharedLookup } from './shared-lookup.ts';

/** Lookups that are answered one by one, in the order in which they began. */
function openLookups() {
  const begun: { key: string; answer: PromiseWithResolvers<string> }[] = [];
  const lookUp = sharedLookup((_db, key) => {
    const answer = Promise.withResolvers<string>();
    begun.push({ key, answer });
    return answer.promise;
  });
  const db = {} as Queries;
  return {
    ask: (key: string) => lookUp(db, key),
    keys: () => begun.map(({ key }) => key),
    answer: (nth: number, value: string) => begun[nth]?.answer.resolve(value),
    fail: (nth: number) => begun[nth]?.answer.reject(new Error('The database is away')),
  };
}

describe('a shared lookup', () => {
  it('begins for the first who asks, and once more for all who ask meanwhile', async () => {
    const { ask, answer, keys } = openLookups();
    const first = ask('a');
    const [second, third] = [ask('a'), ask('a')];
    expect(keys()).toEqual(['a']);
    answer(0, 'before');
    expect(await first).toBe('before');
    expect(keys()).toEqual(['a', 'a']);
    answer(1, 'after');
    expect(await Promise.all([second, third])).toEqual(['after', 'after']);
  });

  it('keeps nothing for who asks later', async () => {
    const { ask, answer, keys } = openLookups();
    const [first, second] = [ask('a'), ask('a')];
    answer(0, 'one');
    await first;
    answer(1, 'two');
    await second;
    const third = ask('a');
    expect(keys()).toHaveLength(3);
    answer(2, 'three');
    expect(await third).toBe('three');
  });

  it('does not wait for another key', () => {
    const { ask, keys } = openLookups();
    void ask('a');
    void ask('b');
    expect(keys()).toEqual(['a', 'b']);
  });

  it('that fails fails for those who wait, and begins again for who asks later', async () => {
    const { ask, answer, fail } = openLookups();
    const [first, second] = [ask('a'), ask('a')];
    fail(0);
    await expect(first).rejects.toThrow('away');
    await expect(second).rejects.toThrow('away');
    const third = ask('a');
    answer(1, 'back');
    expect(await third).toBe('back');
  });
});
