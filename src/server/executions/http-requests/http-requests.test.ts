/** HTTP requests of flows, on every database. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, send, widget } from '../../flows/testing/flows.ts';
import { readMarkup } from '../../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const channel = '+15559999';
const text = (from: string, body: string) => ({
  MessageSid: `SM${from.slice(1)}${body.replace(/\W/g, '')}`,
  From: from,
  To: channel,
  Body: body,
});
const replies = (xml: string) => readMarkup(xml).children.map((element) => element.text);

describe.each(databaseKinds)('HTTP requests, %s', (kind) => {
  let server: RunningServer;
  const fresh = () => server.contact();
  let remoteServer: Server;
  let origin = '';
  /** Paths that were requested, and the idempotency key of each. */
  const requests: { url: string; key: string | undefined }[] = [];
  const held: (() => unknown)[] = [];

  beforeAll(async () => {
    server = await openRunningServer(kind);
    remoteServer = createServer((request, response) => {
      const key = request.headers['idempotency-key'];
      requests.push({ url: request.url ?? '', key: typeof key === 'string' ? key : undefined });
      const respond = () =>
        response.writableEnded ||
        response
          .writeHead(request.url === '/bad' ? 500 : 200, { 'content-type': 'application/json' })
          .end('{"word":"blue"}');
      if (request.url === '/held') held.push(respond);
      else respond();
    });
    await new Promise<void>((done) => remoteServer.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(remoteServer.address() as AddressInfo).port}`;
  }, startTimeoutMs);
  afterAll(async () => {
    for (const respond of held) respond();
    await server.close();
    remoteServer.closeAllConnections();
    remoteServer.close();
  });

  const http = (path: string, next: Record<string, string | null>) =>
    widget('make-http-request', 'fetch', { method: 'GET', url: origin + path }, next);

  it('are requested, and the replies that follow are in the webhook response', async () => {
    const flow = await server.addFlow(
      flowOf(
        http('/word', { success: 'say', failed: null }),
        send('say', 'It is {{widgets.fetch.parsed.word}}', null),
      ),
    );
    const from = fresh();
    const response = await server.postWebhook(flow, text(from, 'Hi'));
    expect(replies(response.body)).toEqual(['It is blue']);
    expect(replies((await server.postWebhook(flow, text(from, 'Hi'))).body)).toEqual(['It is blue']);
    expect(requests.filter(({ url }) => url === '/word')).toHaveLength(1);
  });

  it('that fail lead to failed, once', async () => {
    const flow = await server.addFlow(
      flowOf(
        http('/bad', { success: null, failed: 'say' }),
        send('say', 'Got {{widgets.fetch.status_code}}', null),
      ),
    );
    expect(replies((await server.postWebhook(flow, text(fresh(), 'Hi'))).body)).toEqual(['Got 500']);
    expect(requests.filter(({ url }) => url === '/bad')).toHaveLength(1);
  });

  it('at private addresses that are not allowed are not requested', async () => {
    const url = origin.replace('127.0.0.1', '127.0.0.2');
    const fetch = widget(
      'make-http-request',
      'fetch',
      { method: 'GET', url: `${url}/secret` },
      { failed: 'say' },
    );
    const flow = await server.addFlow(flowOf(fetch, send('say', 'No', null)));
    const from = fresh();
    expect(replies((await server.postWebhook(flow, text(from, 'Hi'))).body)).toEqual(['No']);
    const [execution] = await server.executionsOf(flow);
    const { steps } = await server.view(flow, execution?.sid ?? '');
    expect(steps[1]?.notes).toMatchObject([
      { code: 81014, message: expect.stringContaining('OUTBOUND_ALLOW') },
    ]);
    expect(requests.some((each) => each.url === '/secret')).toBe(false);
  });

  it('keep a caller on the line until they have responded', async () => {
    const say = widget(
      'say-play',
      'say',
      { say: 'It is {{widgets.fetch.parsed.word}}', loop: 1 },
      { audioComplete: null },
    );
    const flow = await server.addFlow(flowOf(http('/held', { success: 'say', failed: null }), say));
    const before = held.length;
    const response = server.postWebhook(flow, {
      CallSid: 'CAheld',
      From: fresh(),
      To: channel,
      CallStatus: 'ringing',
    });
    await expect.poll(() => held.length).toBe(before + 1);
    held[before]?.();
    const [first] = readMarkup((await response).body).children;
    expect(first).toMatchObject({ name: 'Say', text: 'It is blue' });
  });

  it('are not waited for by an execution that was ended', async () => {
    const flow = await server.addFlow(flowOf(http('/held', { success: null, failed: null })));
    const before = held.length;
    const sid = await server.startExecution(flow, fresh());
    await expect.poll(() => held.length).toBe(before + 1);
    await server.send(paths.execution(flow, sid), { form: { Status: 'ended' } });
    held[before]?.();
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    expect((await server.view(flow, sid)).steps.at(-1)).toMatchObject({ name: 'stopped' });
  });
});
