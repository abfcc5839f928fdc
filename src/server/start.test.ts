/** Stopping the parts of a server: one that does not end is named. */

import { expect, it } from 'vitest';
import { stopInOrder } from './start.ts';

it('stops the stages one after the other, the parts of one at the same time', async () => {
  const log: string[] = [];
  const part = (name: string) => async () => {
    log.push(`${name} stops`);
    await null;
    log.push(`${name} stopped`);
  };
  const stages = [{ first: part('first') }, { a: part('a'), b: part('b') }];
  expect(await stopInOrder(stages)).toBe(null);
  expect(log).toEqual([
    ...['first stops', 'first stopped'],
    ...['a stops', 'b stops', 'a stopped', 'b stopped'],
  ]);
});

it('names the parts that have not stopped in time, and begins none after them', async () => {
  const stopped: string[] = [];
  const stop = (name: string) => async () => stopped.push(name);
  const hang = () => new Promise(() => {});
  const stages = [
    { first: stop('first') },
    { jobs: hang, sinks: hang, beside: stop('beside') },
    { last: hang },
  ];
  expect(await stopInOrder(stages, 1)).toBe('jobs, sinks');
  expect(stopped).toEqual(['first', 'beside']);
});
