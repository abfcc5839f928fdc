/** The emails of the benchmark: of 20 KB, each posted to a server that takes any. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEmail } from '../email/inbound/smtp-load.ts';

/** Whose email is received and posted. */
export const hostname = 'bench.test';

export const email = buildEmail(20_000);

export type PostReceiver = { url: string; close(): void };

export async function openPostReceiver(): Promise<PostReceiver> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
