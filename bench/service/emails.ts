/** The emails of the benchmark: of 20 KB, each posted to a server that takes any. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEmail } from '../email/inbound/smtp-load.ts';

/** Whose email is received and posted. */
export const hostname = 'bench.test';

export const email = buildEmail(20_000);

export type PostReceiver = {
  url: string;
  /** Resolves once no email was posted for two seconds: those of a burst are posted behind it. */
  untilQuiet(): Promise<void>;
  close(): void;
};

const quietMs = 2_000;

export async function openPostReceiver(): Promise<PostReceiver> {
  let lastAt = 0;
  const server = createServer((request, response) => {
    lastAt = performance.now();
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async untilQuiet() {
      const since = performance.now();
      for (;;) {
        const rest = Math.max(since, lastAt) + quietMs - performance.now();
        if (rest <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
