/** The rest of a request whose body is refused. */

import type { IncomingMessage } from 'node:http';
import { PassThrough, Transform } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drainRequest } from './read-body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('is read though it is piped to a stream that is not read any more', async () => {
  const request = new PassThrough();
  request.pipe(new Transform({ transform: (piece, _encoding, pass) => pass(null, piece) }));
  for (let pieces = 0; pieces < 10; pieces += 1) request.write(Buffer.alloc(20_000));
  request.end();
  // The clock stands: the time after which it is not waited for any more does not come.
  await drainRequest(request as unknown as IncomingMessage);
  expect(request.readableEnded).toBe(true);
});
