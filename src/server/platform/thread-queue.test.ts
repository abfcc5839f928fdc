import { describe, expect, it } from 'vitest';
import { ThreadQueue } from './thread-queue.ts';

/** Replies with the request twice; to one of `hang` never, and at one of `fail` the thread ends. */
const program = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads';
parentPort.on('message', (text) => {
  if (text === 'fail') throw new Error('failed');
  while (text === 'hang') {}
  parentPort.postMessage(text + text);
});`,
);
const open = (timeLimitMs: number) => new ThreadQueue<string, string>(program, timeLimitMs, 'Too many');

describe('work in a thread', () => {
  it('is done one after the other, also after one that failed', async () => {
    const queue = open(60_000);
    const replies = await Promise.all(['a', 'fail', 'b', 'c'].map((text) => queue.send(text)));
    expect(replies).toEqual(['aa', null, 'bb', 'cc']);
  });

  it('ends where its time does', async () => {
    const queue = open(300);
    expect(await queue.send('hang')).toBeNull();
  });

  it('is refused where too much waits', async () => {
    const queue = open(60_000);
    const sent = Array.from({ length: 32 }, () => queue.send('a'));
    expect(() => queue.send('a')).toThrow('Too many');
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['aa']));
    expect(await queue.send('b')).toBe('bb');
  });
});
