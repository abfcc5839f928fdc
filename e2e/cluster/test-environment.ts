/** What every tour begins with: how its servers are set, the flow that they run, and whom that flow asks. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definition } from './flow.ts';
import { account, type RetryingClient, token } from './retrying-client.ts';

/** The address at which the flow is written to. */
export const channel = '+15559999';

const commonSettings = {
  HOST: '127.0.0.1',
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: token,
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  START_LIMIT_REST: '0',
  START_LIMIT_INBOUND: '0',
};

/** All that a server gets, beside PATH. */
export function environmentOf(port: number, more: Record<string, string>): Record<string, string> {
  // Ports for mail as far from the others as they are from each other.
  return { ...commonSettings, PORT: String(port), SMTP_PORT: String(port + 20), ...more };
}

export async function addFlow(client: RetryingClient, receiverUrl: string): Promise<string> {
  const form = { FriendlyName: 'Cluster', Status: 'published', Definition: definition(receiverUrl) };
  const { status, text, json } = await client.requestWithRetry('/v2/Flows', form);
  if (status !== 201) throw new Error(`The flow was not taken: ${text}`);
  return String(json.sid);
}

/** Answers the requests of the flow and counts them by their Idempotency-Key. */
export class CountingReceiver {
  readonly url: string;
  readonly #server: Server;
  readonly #received = new Map<string, number>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on('request', (request, response) => {
      const key = String(request.headers['idempotency-key']);
      this.#received.set(key, (this.#received.get(key) ?? 0) + 1);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"word":"blue"}');
    });
  }

  static async start(): Promise<CountingReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CountingReceiver(server);
  }

  /** Under how many keys it was asked, and under how many of them more than once. */
  get keyCount(): number {
    return this.#received.size;
  }

  get repeatedKeyCount(): number {
    return [...this.#received.values()].filter((times) => times > 1).length;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
