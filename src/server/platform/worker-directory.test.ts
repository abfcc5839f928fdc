/** Which worker a process without one wakes. */

import { expect, it } from 'vitest';
import { announceIntervalMs, WorkerDirectory } from './worker-directory.ts';

it('gives each second to one worker, in turn', () => {
  const directory = new WorkerDirectory();
  expect(directory.next(0)).toBeNull();
  directory.announced('b', 0);
  directory.announced('a', 0);
  expect([0, 500, 1_000, 1_999, 2_000].map((now) => directory.next(now))).toEqual(['a', 'a', 'b', 'b', 'a']);
});

it('forgets a worker that has not announced itself three times', () => {
  const directory = new WorkerDirectory();
  directory.announced('gone', 0);
  directory.announced('here', 2 * announceIntervalMs);
  const later = 3 * announceIntervalMs + 1;
  expect([later, later + 1_000].map((now) => directory.next(now))).toEqual(['here', 'here']);
});
