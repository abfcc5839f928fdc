/** For tests: a reader of Server-Sent Events over a real socket. */

import { expect } from 'vitest';
import type { CloudEvent } from '#api/live/events.ts';
import type { Credentials } from '../accounts/service.ts';
import { basicAuthorization } from './server.ts';

/** One event as it came. `id` is null for one that had none. */
export type ServerSentEvent = { id: string | null; event: string; data: unknown };

export type EventStream = {
  received: ServerSentEvent[];
  /** The comments, which a browser drops. */
  comments: string[];
  /** The id of the last event that had one. */
  lastEventId(): string | null;
  /** What was sent after the snapshot. */
  events(): CloudEvent[];
  /** Resolves when so many events have come since the snapshot. */
  receives(count: number): Promise<void>;
  /** True once the server has ended the stream. */
  ended(): boolean;
  close(): void;
};

/** Connects and resolves once the snapshot is there. */
export async function openEventStream(
  address: string,
  by: Credentials,
  lastId: string | null = null,
): Promise<EventStream> {
  const leaving = new AbortController();
  const response = await fetch(address, {
    headers: { authorization: basicAuthorization(by), ...(lastId !== null && { 'last-event-id': lastId }) },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const frames: ServerSentEvent[] = [];
  const comments: string[] = [];
  let isOver = false;
  let last: string | null = null;
  void readBlocks(response, (block) => {
    const frame = parseBlock(block, comments);
    if (frame === null) return;
    last = frame.id ?? last;
    frames.push(frame);
  })
    // A stream that breaks has ended, and tests ask for that.
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  const listener: EventStream = {
    received: frames,
    comments,
    lastEventId: () => last,
    events: () => frames.slice(1).map(({ data }) => data as CloudEvent),
    receives: (count) =>
      expect.poll(() => frames.length - 1, { timeout: 30_000 }).toBeGreaterThanOrEqual(count),
    ended: () => isOver,
    close: () => leaving.abort(),
  };
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  return listener;
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  }
}

function parseBlock(block: string, comments: string[]): ServerSentEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    if (line.startsWith(':')) comments.push(line.slice(1).trim());
    else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart());
  }
  const data = fields.get('data');
  if (data === undefined) return null;
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data) };
}
