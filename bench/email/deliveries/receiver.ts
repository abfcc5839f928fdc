/**
 * A webhook receiver in a separate process: parses each array and responds 200. A message with a number restarts its
 * count; it sends one message back when that many events have arrived.
 */

import { createServer } from 'node:http';

let events = 0;
let awaited = Number.POSITIVE_INFINITY;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  events += (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length;
  response.writeHead(200).end();
  if (events < awaited) return;
  awaited = Number.POSITIVE_INFINITY;
  process.send?.({ events });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});

process.on('message', (message) => {
  events = 0;
  awaited = Number(message);
});
