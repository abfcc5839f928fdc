/** Server-Sent Events (WHATWG HTML, section 9.2): a response without an end, written with backpressure. */

import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openLiveStreams } from '../metrics.ts';
import { mayDo } from '../permission.ts';
import type { ServiceContext } from '../service-context.ts';
import { isMaskedAsBefore } from './masking.ts';

/** What is buffered for a client at once. What comes after it is written when that was taken. */
const maxBufferedBytes = 64 * 1024;
/** A client that does not take what is buffered for it within this time is disconnected; it resumes by Last-Event-ID. */
const drainTimeoutMs = 30_000;
/** Then the client reconnects, and its credentials are checked again. */
const maxDurationMs = 3_600_000;
/** So often it is looked whether the readers may still read: who is blocked loses a stream within this time. */
const recheckMs = 3_000;
/** Reconnection time of a client whose connection broke. */
const retryMs = 1_000;

/** One event as text. An event without an id leaves the reader's last one as it is. */
export function formatEvent({ id, event, data }: { id: string | null; event: string; data: string }): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/** Joins events to texts of about as many characters as are buffered for a client, so that only those are held in memory. */
export function* joinEvents(events: Iterable<string>): Generator<string> {
  let joined = '';
  for (const event of events) {
    joined += event;
    if (joined.length < maxBufferedBytes) continue;
    yield joined;
    joined = '';
  }
  if (joined !== '') yield joined;
}

export type EventStreams = {
  /** Answers with what `write` gives, until that ends, the reader leaves or the server stops. */
  send(reply: FastifyReply, write: (signal: AbortSignal) => AsyncIterable<string>): Promise<void>;
};

/** The streams of a server; they end when it stops. */
export function createEventStreams(app: FastifyInstance, ctx: ServiceContext): EventStreams {
  const stopping = new AbortController();
  const readers = new Map<FastifyRequest, AbortController>();
  let isChecking = false;
  const checking = setInterval(() => {
    if (isChecking || readers.size === 0) return;
    isChecking = true;
    endRefused(app, readers)
      .catch((error) =>
        ctx.log.warn({ err: error }, 'Whether the readers of streams may still read is not known'),
      )
      .finally(() => {
        isChecking = false;
      });
  }, recheckMs);
  checking.unref();
  app.addHook('preClose', async () => {
    clearInterval(checking);
    stopping.abort();
  });
  return {
    async send(reply, write) {
      reply.hijack();
      const { raw } = reply;
      const disconnected = new AbortController();
      raw.once('close', () => disconnected.abort());
      const signal = AbortSignal.any([
        stopping.signal,
        disconnected.signal,
        AbortSignal.timeout(maxDurationMs),
      ]);
      writeHead(reply);
      readers.set(reply.request, disconnected);
      openLiveStreams.inc();
      const heartbeat = setInterval(() => {
        if (!raw.writableNeedDrain) raw.write(': nothing new\n\n');
      }, ctx.config.liveHeartbeatSeconds * 1_000);
      try {
        for await (const text of write(signal)) if (!(await writeWithBackpressure(raw, text, signal))) break;
      } catch (error) {
        ctx.log.error({ err: error }, 'A live stream failed');
      } finally {
        readers.delete(reply.request);
        openLiveStreams.dec();
        clearInterval(heartbeat);
        raw.end();
        if (raw.writableNeedDrain) raw.destroy();
      }
    },
  };
}

/** Ends the streams whose readers would be refused now. Each credential is looked up once, however many streams it has. */
async function endRefused(
  app: FastifyInstance,
  readers: ReadonlyMap<FastifyRequest, AbortController>,
): Promise<void> {
  const byCredential = Map.groupBy(
    readers.keys(),
    ({ headers }) => `${headers.authorization ?? ''} ${headers.cookie ?? ''}`,
  );
  for (const requests of byCredential.values()) {
    const [first] = requests;
    const caller = first === undefined ? null : await app.recheckCaller(first);
    for (const request of requests) {
      const permission = request.routeOptions.config.operation?.permission;
      const mayRead =
        caller !== null &&
        caller.account === request.caller?.account &&
        permission !== undefined &&
        mayDo(caller, permission) &&
        // Another role, or the end of a reveal: the reader connects again, and gets what it may see now.
        (await isMaskedAsBefore(request, caller));
      if (!mayRead) readers.get(request)?.abort();
    }
  }
}

function writeHead(reply: FastifyReply): void {
  const { raw } = reply;
  reply.request.raw.socket.setNoDelay(true);
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Nothing else can come over it, so that a server that stops need not wait for it.
    connection: 'close',
    // Otherwise a proxy in between may keep events until it has many.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${retryMs}\n\n`);
}

/** Writes a text of any length. False when the reader does not take it. */
async function writeWithBackpressure(
  raw: ServerResponse,
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (text.length <= maxBufferedBytes) return await writeOnce(raw, text, signal);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += maxBufferedBytes)
    if (!(await writeOnce(raw, bytes.subarray(start, start + maxBufferedBytes), signal))) return false;
  return true;
}

async function writeOnce(
  raw: ServerResponse,
  piece: string | Uint8Array,
  signal: AbortSignal,
): Promise<boolean> {
  if (raw.destroyed) return false;
  if (raw.write(piece)) return true;
  const cancelled = AbortSignal.any([signal, AbortSignal.timeout(drainTimeoutMs)]);
  try {
    await once(raw, 'drain', { signal: cancelled });
    return true;
  } catch {
    return false;
  }
}
