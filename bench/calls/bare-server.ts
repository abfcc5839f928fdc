/** A bare route: fastify, which reads the form and answers with a document like that of the flow, and keeps nothing. */

import fastify from 'fastify';

const app = fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, body: unknown) => Object.fromEntries(new URLSearchParams(String(body))),
);
app.post('*', async (request, reply) => {
  const { Digits = '' } = request.body as Record<string, string>;
  const say = `<Say>You pressed ${Digits}. Press another key.</Say>`;
  const gather = `<Gather action="/next?FlowEvent=gather" input="dtmf speech" timeout="5">${say}</Gather>`;
  return reply
    .type('text/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${gather}<Redirect>/next</Redirect></Response>`);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('The bare route is ready');
process.on('SIGTERM', () => process.exit());
