import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { ThreadFailed, ThreadQueue } from './thread-queue.ts';

/** Replies with the request twice; to one of `hang` never, and at one of `fail` the thread ends. */
const program = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads';
parentPort.on('message', (text) => {
  if (text === 'fail') throw new Error('failed');
  while (text === 'hang') {}
  parentPort.postMessage(text + text);
});
parentPort.postMessage('loaded');`,
);
const open = (timeLimitMs = 60_000) =>
  new ThreadQueue<string, string>(() => new Worker(program), {
    timeLimitMs,
    maxWaiting: 32,
    refusal: 'Too many wait',
  });

describe('work in a thread', () => {
  it('is done one after the other, also after one that failed', async () => {
    const queue = open();
    const replies = await Promise.allSettled(['a', 'fail', 'b', 'c'].map((text) => queue.ask(text)));
    expect(replies.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
      'aa',
      expect.any(ThreadFailed),
      'bb',
      'cc',
    ]);
  });

  it('ends where its time does', async () => {
    await expect(open(300).ask('hang')).rejects.toThrow(ThreadFailed);
    await expect(open().ask('hang', 300)).rejects.toThrow(ThreadFailed);
  });

  it('is refused where too much waits', async () => {
    const queue = open();
    const sent = Array.from({ length: 32 }, () => queue.ask('a'));
    await expect(queue.ask('a')).rejects.toThrow('Too many');
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['aa']));
    expect(await queue.ask('b')).toBe('bb');
  });
});
