/** The setup that all scenarios have in common: settings of the servers, their flow, and its HTTP receiver. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definition } from './flow.ts';
import { account, type RetryingClient, token } from './retrying-client.ts';

/** The channel address of the flow. */
export const channel = '+15559999';

const commonSettings = {
  HOST: '127.0.0.1',
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: token,
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'error',
  START_LIMIT_REST: '0',
  START_LIMIT_INBOUND: '0',
  INBOUND_LIMIT_ADDRESS: '0',
};

/** The environment of a server, without PATH. */
export function environmentOf(port: number, more: Record<string, string>): Record<string, string> {
  // A fixed offset keeps the SMTP ports distinct from the HTTP ports.
  return { ...commonSettings, PORT: String(port), SMTP_PORT: String(port + 20), ...more };
}

export async function addFlow(client: RetryingClient, receiverUrl: string): Promise<string> {
  const form = { FriendlyName: 'Cluster', Status: 'published', Definition: definition(receiverUrl) };
  const { status, text, json } = await client.requestWithRetry('/v2/Flows', form);
  if (status !== 201) throw new Error(`The flow was rejected: ${text}`);
  return String(json.sid);
}

/** A message of a contact; its SID is the same when it is sent again. */
export async function sendMessage(client: RetryingClient, flow: string, number: number): Promise<void> {
  const digits = String(number).padStart(10, '0');
  const sid = `SM${digits.padStart(32, '0')}`;
  const form = { MessageSid: sid, From: `+1${digits}`, To: channel, Body: 'Hi' };
  const { status, text } = await client.requestWithRetry(`/v1/Accounts/${account}/Flows/${flow}`, form);
  if (status !== 200) throw new Error(`A message got the status ${status}: ${text}`);
}

/** Responds to the requests of the flow and counts them by Idempotency-Key. */
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

  /** The number of distinct keys; `repeatedKeyCount` is how many of them came more than once. */
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
