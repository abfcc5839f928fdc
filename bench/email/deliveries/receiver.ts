/** A receiver of events as a process of its own: reads each array, answers 200, and counts when it is asked to. */

import { createServer } from 'node:http';

let events = 0;
let posts = 0;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  events += (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).length;
  posts += 1;
  response.writeHead(200).end();
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});

process.on('message', () => {
  process.send?.({ events, posts });
  events = 0;
  posts = 0;
});
