/** Requests of test runs, on every database. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestRequestResource } from '#api/flows/test-requests.ts';
import { paths } from '#api/paths.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { flowOf, send } from '../testing/flows.ts';

describe.each(databaseKinds)('a request of a test run, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  let remote: Server;
  let origin: string;
  const seen: string[] = [];
  const held: (() => void)[] = [];

  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(flowOf(send('greet', 'Hello', null)), 'draft');
    remote = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push(
        [request.method, request.url, request.headers['content-type'], Buffer.concat(chunks)].join(' '),
      );
      const respond = () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"a": 1}');
      if (request.url === '/held') held.push(respond);
      else respond();
    });
    await new Promise<void>((done) => remote.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
  }, startTimeoutMs);
  afterAll(async () => {
    for (const respond of held) respond();
    await server.close();
    remote.closeAllConnections();
    remote.close();
  });

  const request = (form: Record<string, string>, flow = sid) =>
    server.send(paths.testRequests(flow), { form });

  it('is sent with its body, and its response is returned as it is', async () => {
    const form = {
      Method: 'POST',
      Url: `${origin}/order`,
      ContentType: 'application/json',
      Body: '{"b": 2}',
    };
    const response = await request(form);
    expect(response.statusCode).toBe(200);
    expect(response.json<TestRequestResource>()).toEqual({
      ...{ flow_sid: sid, status: 201, content_type: 'application/json', body: '{"a": 1}', problem: null },
    });
    expect(seen.at(-1)).toBe('POST /order application/json {"b": 2}');
  });

  it('says why there is no response, also for an address that the server may not request', async () => {
    const gone = (await request({ Method: 'GET', Url: 'http://127.0.0.1:9/' })).json<TestRequestResource>();
    expect(gone).toMatchObject({ status: null, problem: expect.stringContaining('Nothing listens at') });
    const before = seen.length;
    const url = origin.replace('127.0.0.1', '127.0.0.2');
    const guarded = (await request({ Method: 'GET', Url: url })).json<TestRequestResource>();
    expect(guarded).toMatchObject({ status: null, problem: expect.stringContaining('OUTBOUND_ALLOW') });
    expect(seen).toHaveLength(before);
  });

  it('is refused where it is no request, too large, or of a flow of somebody else', async () => {
    expect((await request({ Method: 'GET', Url: 'file:///etc/passwd' })).statusCode).toBe(400);
    expect((await request({ Method: 'PUT', Url: origin })).statusCode).toBe(400);
    const large = { Method: 'POST', Url: origin, Body: 'x'.repeat(64 * 1024 + 1) };
    expect((await request(large)).statusCode).toBe(400);
    const other = `FW${'0'.repeat(32)}`;
    expect((await request({ Method: 'GET', Url: origin }, other)).statusCode).toBe(404);
  });

  it('is one of at most four at once, and sixty in a minute', async () => {
    const slow = Array.from({ length: 4 }, () => request({ Method: 'GET', Url: `${origin}/held` }));
    await expect.poll(() => held.length).toBe(4);
    const fifth = await request({ Method: 'GET', Url: origin });
    expect(fifth.statusCode).toBe(429);
    for (const respond of held.splice(0)) respond();
    await Promise.all(slow);
    const codes: number[] = [];
    for (let at = 0; at < 62; at += 1)
      codes.push((await request({ Method: 'GET', Url: `${origin}/many` })).statusCode);
    expect(codes).toContain(429);
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(60);
    expect(seen.some((each) => each.includes('/many'))).toBe(true);
  });
});
