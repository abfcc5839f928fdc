/** The reverse proxy of `npm run dev`: what the server does not serve is the page's, which Vite serves from its sources. */

import { request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopbackAddress } from '#server/platform/http/local-request.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Of one connection (RFC 9110, 7.6.1). `Transfer-Encoding` stays: Node encodes the body as it says. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection'];

/** No route of the server begins so: they are Vite's also while the server restarts. */
const modulePath = /^\/(@|src\/|node_modules\/)/;

/** The subprotocols of Vite, which serves its WebSockets itself. */
const viteProtocols = ['vite-hmr', 'vite-ping'];

const serverIsDown = 'The server is not running; the terminal says why. The next save starts it again.\n';

/**
 * Handles the requests of `http`. `port` resolves with the port of the server once it serves, which it does not while it
 * restarts, and with null where it did not start.
 */
export function reverseProxy(http: Server, page: Middleware, port: () => Promise<number | null>): void {
  const sendPage = (request: IncomingMessage, response: ServerResponse) =>
    page(request, response, () => response.writeHead(404).end());

  const forward = async (request: IncomingMessage, response: ServerResponse, attempt = 1): Promise<void> => {
    const at = await port();
    if (at === null) return sendText(response, 503, serverIsDown);
    const upstream = httpRequest({
      ...{ host: '127.0.0.1', port: at, method: request.method, path: request.url },
      // Of a server that has been restarted no connection is left.
      agent: false,
      headers: [...endToEnd(request.rawHeaders), ...forwardedFor(request)],
    });
    upstream.on('response', (reply) => {
      if (reply.headers['x-accel-redirect'] !== undefined) {
        reply.resume();
        sendPage(request, response);
        return;
      }
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, endToEnd(reply.rawHeaders));
      response.flushHeaders();
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    upstream.on('error', () => {
      if (response.headersSent || response.closed) response.destroy();
      // A server that is about to restart resets a connection that it has not accepted (RFC 9110, 9.2.2).
      else if (attempt === 1 && ['GET', 'HEAD'].includes(request.method ?? ''))
        void forward(request, response, 2);
      else sendText(response, 502, 'The server ended before it responded.\n');
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  };

  http.on('request', (request, response) => {
    if (modulePath.test(request.url ?? '')) sendPage(request, response);
    // What Node reads and does not write, such as a path with characters that need to be escaped.
    else forward(request, response).catch((error) => sendText(response, 400, `${error}\n`));
  });

  http.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (viteProtocols.includes(request.headers['sec-websocket-protocol'] ?? '')) return;
    socket.on('error', () => socket.destroy());
    const at = await port();
    if (at === null) return socket.destroy();
    const upstream = connect(at, '127.0.0.1');
    const headers = [...request.rawHeaders, ...forwardedFor(request)];
    const lines = headers.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : [],
    );
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    upstream.write(head);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
}

/** Headers as Node has them, names and values in turn, without those of one connection. */
function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !hopByHop.includes((raw[at - (at % 2)] ?? '').toLowerCase()));
}

/** The server takes a request from this machine as one without a proxy. */
function forwardedFor({ socket }: IncomingMessage): string[] {
  const client = socket.remoteAddress ?? '';
  return isLoopbackAddress(client) ? [] : ['X-Forwarded-For', client];
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' }).end(text);
}
