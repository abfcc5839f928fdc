/** Stopping the parts of a server: one that does not end is named. */

import { expect, it } from 'vitest';
import { stopInOrder } from './start.ts';

it('stops the parts one after the other', async () => {
  const stopped: string[] = [];
  const part = (name: string) => [name, async () => stopped.push(name)] as const;
  expect(await stopInOrder([part('first'), part('second')])).toBe(null);
  expect(stopped).toEqual(['first', 'second']);
});

it('names the part that has not stopped in time, and begins none after it', async () => {
  const stopped: string[] = [];
  const hanging = await stopInOrder(
    [
      ['first', async () => stopped.push('first')],
      ['hanging', () => new Promise(() => {})],
      ['last', async () => stopped.push('last')],
    ],
    1,
  );
  expect(hanging).toBe('hanging');
  expect(stopped).toEqual(['first']);
});
