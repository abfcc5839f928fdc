/** Requests as they are, without the good manners of a client library: any path, any header, any body. */

import { Agent, request as open } from 'node:http';

export type HttpRequest = {
  method: string;
  /** Path and query as they go over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
};

export type HttpResponse = { status: number; type: string; headers: Record<string, unknown>; body: string };

const patienceMs = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends it and reads the response to its end; of a stream only the head. @throws when there is no response */
export function send(base: string, { method, path, headers, body }: HttpRequest): Promise<HttpResponse> {
  const { hostname, port } = new URL(base);
  // Node frames the bodies of some methods only; without it what follows the head is no HTTP.
  const framed =
    body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = open({ hostname, port, agent, method, path, headers: framed }, (response) => {
      const type = String(response.headers['content-type'] ?? '');
      const pieces: Buffer[] = [];
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          type,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        });
      response.on('error', reject);
      if (type.startsWith('text/event-stream')) {
        done();
        request.destroy();
        return;
      }
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', done);
    });
    request.setTimeout(patienceMs, () =>
      request.destroy(new Error(`no response within ${patienceMs / 1000} s`)),
    );
    request.on('error', reject);
    if (body !== undefined) request.write(body);
    request.end();
  });
}

export function basic(sid: string, token: string): string {
  return `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
}

/** Closes the connections that are kept. */
export function closeConnections(): void {
  agent.destroy();
}
