/** Every request: credentials, body parsing, problem responses, headers. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowPage } from '#api/flows/operations.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { basicAuthorization, openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const flowForm = { FriendlyName: 'F', Status: 'draft', Definition: JSON.stringify(emptyDefinition()) };

describe('credentials', () => {
  it.each([
    ['none', undefined],
    ['another scheme', 'Bearer abc'],
    ['no base64', 'Basic ???'],
    ['no colon', `Basic ${Buffer.from('AC').toString('base64')}`],
    ['an account that does not exist', `Basic ${Buffer.from(`AC${'0'.repeat(32)}:x`).toString('base64')}`],
    ['a NUL', `Basic ${Buffer.from('AC\0:x').toString('base64')}`],
  ])('are refused when there is %s', async (_, authorization) => {
    const answer = await server.send({
      url: '/v2/Flows',
      by: null,
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="Patchbay"');
    expect(answer.json()).toEqual({
      code: 20003,
      message: 'Authenticate',
      more_info: 'http://flows.test/errors/20003',
      status: 401,
    });
  });

  it('are rejected when the token is that of another account', async () => {
    const by = { ...server.account, auth_token: server.other.auth_token };
    expect((await server.send({ url: '/v2/Flows', by })).statusCode).toBe(401);
  });

  it('are checked before the body is read', async () => {
    const answer = await server.send({ url: '/v2/Flows', form: { Definition: '{' }, by: null });
    expect(answer.statusCode).toBe(401);
  });

  it('trigger no password dialog of the browser', async () => {
    const answer = await server.send({ url: '/v2/Flows', by: null, headers: { 'sec-fetch-mode': 'cors' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });
});

describe('a Host header', () => {
  it.each(['flows.test', 'flows.test:8080', 'FLOWS.test.', 'my_service-1:80', '127.0.0.1:1', '[::1]:8080'])(
    'may be %s',
    async (host) => {
      const answer = await server.send({ url: '/v2/Flows/none', headers: { host } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().more_info).toBe(`http://${host}/errors/20404`);
    },
  );

  it.each([
    'a b',
    '<script>',
    'user@flows.test',
    'flows.test/path',
    'flows.test:port',
    'flows.test:123456',
    'a..b',
    '[::1',
    'x'.repeat(300),
    'flows.test?',
    'a"b',
  ])('that is no host name is answered with 400: %s', async (host) => {
    for (const url of ['/v2/Flows', '/healthz', '/v3/scopes', '/nowhere']) {
      const answer = await server.send({ url, headers: { host } });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain(JSON.stringify(host).slice(1, -1));
    }
  });
});

it('refuses two Host headers, equal or not, with 400', async () => {
  const own = await openTestServer();
  try {
    const { port, hostname } = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }));
    for (const second of ['flows.test', 'elsewhere.example']) {
      const socket = connect(Number(port), hostname);
      socket.end(`GET /healthz HTTP/1.1\r\nHost: flows.test\r\nhOST: ${second}\r\nConnection: close\r\n\r\n`);
      const [response] = await once(socket, 'data');
      expect(String(response)).toMatch(/^HTTP\/1\.1 400 .*"The request has two Host headers"/s);
    }
  } finally {
    await own.close();
  }
});

describe('a body', () => {
  const post = (type: string, payload: string) =>
    server.send({ method: 'POST', url: '/v2/Flows', payload, headers: { 'content-type': type } });

  it.each([
    ['a broken escape', 'application/x-www-form-urlencoded', 'FriendlyName=%zz', 'FriendlyName'],
    ['a broken escape in a name', 'application/x-www-form-urlencoded', '%zz=1', 'percent escape'],
    ['JSON that breaks off', 'application/json', '{"FriendlyName":', ''],
    ['a JSON list', 'application/json', '[]', 'must be a form or a JSON object'],
    ['a JSON text', 'application/json', '"x"', 'must be a form or a JSON object'],
    [
      'a number where a text belongs',
      'application/json',
      '{"FriendlyName":1}',
      'FriendlyName must be a string',
    ],
    ['nothing', 'application/x-www-form-urlencoded', '', 'Missing required parameter FriendlyName'],
    ['a forged prototype', 'application/json', '{"__proto__":{"FriendlyName":"x"}}', ''],
  ])('with %s is answered with 400', async (_, type, payload, says) => {
    const answer = await post(type, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 20001, status: 400 });
    expect(answer.json().message).toContain(says);
  });

  it('of more than 2 MB is answered with 413', async () => {
    const answer = await post('application/x-www-form-urlencoded', `FriendlyName=${'x'.repeat(2_097_152)}`);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 20413, status: 413 });
  });

  it('of many MB is drained, so that the client reads the response', async () => {
    const own = await openTestServer();
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicAuthorization(own.account),
    };
    for (let n = 0; n < 5; n++) {
      const answer = await fetch(`${url}/v2/Flows`, {
        method: 'POST',
        headers,
        body: 'x'.repeat(10_000_000),
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: 20413 });
    }
    await own.close();
  });

  it('is in no response to HEAD, not even where the request is too large', async () => {
    const own = await openTestServer();
    const url = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }));
    const statusAndBody = async (method: string) => {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(`${method} /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: flows.test\r\n\r\n`);
      const answer = Buffer.concat(await socket.toArray()).toString();
      return [answer.split(' ', 2)[1], answer.slice(answer.indexOf('\r\n\r\n') + 4).length > 0];
    };
    expect(await statusAndBody('GET')).toEqual(['431', true]);
    expect(await statusAndBody('HEAD')).toEqual(['431', false]);
    await own.close();
  });

  it('of nearly 2 MB is read', async () => {
    const form = { ...flowForm, CommitMessage: 'x'.repeat(2_000_000) };
    expect((await server.send({ url: '/v2/Flows', form })).statusCode).toBe(201);
  });

  it('of 200,000 fields is answered with 400', async () => {
    const answer = await post('application/x-www-form-urlencoded', 'a=1&'.repeat(200_000));
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The post body has more than 5,000 fields',
    ]);
  });

  it.each([
    ['in JSON', `{"Definition":${'['.repeat(101)}${']'.repeat(101)}}`, 'application/json'],
    [
      'in JSON of a form',
      new URLSearchParams({ ...flowForm, Definition: '['.repeat(101) + ']'.repeat(101) }).toString(),
      'application/x-www-form-urlencoded',
    ],
  ])('nested deeper than 100 levels %s is answered with 400', async (_, payload, type) => {
    const answer = await post(type, payload);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining('is nested deeper than 100 levels'),
    ]);
  });

  it('may be missing although the content type is given', async () => {
    const flow = (await server.send({ url: '/v2/Flows', form: flowForm })).json();
    const headers = { 'content-type': 'application/json' };
    const gone = await server.send({ method: 'DELETE', url: `/v2/Flows/${flow.sid}`, headers });
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await post('application/json', '')).json().message).toContain('FriendlyName');
  });

  it('of another content type is answered with 415', async () => {
    expect((await post('text/xml', '<a/>')).json()).toMatchObject({ status: 415 });
  });

  it('keeps every character that a form can carry', async () => {
    const name = 'ä+ & = % 日本 \u{1f98a}\n;"\'';
    const answer = await server.send({ url: '/v2/Flows', form: { ...flowForm, FriendlyName: name } });
    expect(answer.json().friendly_name).toBe(name);
  });
});

describe('an address', () => {
  it.each([
    '/v2/Nothing',
    '/v2',
    '/v1/Nothing',
    '/session/x',
    '/schemas/nothing',
    '/errors/1',
    '//v2/Flows',
    '/v2//Flows',
  ])('%s that no route knows is answered with 404 in the documented shape', async (url) => {
    const answer = await server.send({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 20404, status: 404 });
    expect(answer.json().message).toMatch(/^The requested resource \/.* was not found$/);
  });

  it.each(['/v2/Nothing', '/v1/Nothing/at/all', `/v2/Flows/FW${'0'.repeat(32)}`])(
    '%s tells pages of other sites too that nothing is there',
    async (url) => {
      const answer = await server.send({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-methods']).toContain('DELETE');
    },
  );

  it('with an unsupported method is answered with 405 and Allow', async () => {
    const answer = await server.send({ method: 'PUT', url: '/v2/Flows', payload: {} });
    expect(answer.json()).toMatchObject({ status: 405, code: 20004 });
    expect(answer.headers.allow).toBe('POST, GET, HEAD');
  });

  it('with broken escapes is answered with 400', async () => {
    expect((await server.send({ url: '/v2/Flows/%zz' })).json()).toMatchObject({ status: 400, code: 20001 });
  });

  it('may end with a slash, and is never redirected', async () => {
    const answer = await server.send({ url: '/v2/Flows/?PageSize=1' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<FlowPage>().meta.url).toBe('http://flows.test/v2/Flows?PageSize=1&Page=0');
  });
});

describe('a response', () => {
  it('to HEAD has the headers of GET and no body', async () => {
    const answer = await server.send({ method: 'HEAD', url: '/v2/Flows' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-type']).toMatch('application/json');
  });

  it('can be read by pages of other origins that send credentials', async () => {
    const asked = await server.send({ method: 'OPTIONS', url: '/v2/Flows', by: null });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
    const answer = await server.send({ url: '/v2/Flows' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('has a strict content security policy', async () => {
    const { headers } = await server.send({ url: '/healthz' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('is not cached by the browser', async () => {
    for (const url of ['/v2/Flows', '/v1/Carrier/Messages', '/v2/Flows/FW1'])
      expect((await server.send({ url })).headers['cache-control'], url).toBe('no-store');
  });

  it('has URLs below PUBLIC_URL where it is set', async () => {
    const behind = await openTestServer({ PUBLIC_URL: 'https://flows.example.org/' });
    const answer = await behind.send({ url: '/v2/Flows', form: flowForm });
    expect(answer.json().url).toBe(`https://flows.example.org/v2/Flows/${answer.json().sid}`);
    expect(answer.headers['strict-transport-security']).toBeDefined();
    const list = (await behind.send({ url: '/v2/Flows' })).json<FlowPage>();
    expect(list.meta.first_page_url).toBe('https://flows.example.org/v2/Flows?PageSize=50&Page=0');
    await behind.close();
  });

  it('to a bug has only the request id of the log line', async () => {
    const broken = await openTestServer();
    await broken.ctx.database.close();
    const answer = await broken.send({ url: '/v2/Flows' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      code: 20500,
      message: expect.stringMatching(/^Internal server error; the log tells more at request \w+-/),
      more_info: 'http://flows.test/errors/20500',
      status: 500,
    });
    await broken.close();
  });
});

describe('beside the API', () => {
  it('health needs no credentials', async () => {
    expect((await server.send({ url: '/healthz', by: null })).json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await server.send({ url: '/readyz', by: null })).json()).toEqual({ status: 'ready' });
  });

  it('readiness needs the database', async () => {
    const broken = await openTestServer();
    await broken.ctx.database.close();
    expect((await broken.send({ url: '/readyz', by: null })).statusCode).toBe(503);
    await broken.close();
  });

  it.each([
    ['flow-definition', 1],
    ['trigger', 2],
    ['capture-payments', 1],
  ])(
    'the published schema of %s carries $schema, its address, revision and maturity',
    async (name, revision) => {
      const schema = (await server.send({ url: `/schemas/${name}`, by: null })).json();
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $id: `http://flows.test/schemas/${name}`,
        revision,
        maturity: 'ga',
      });
    },
  );

  it('the schema of flow tests is published for editors', async () => {
    const response = await server.send({ url: '/schemas/flowtest', by: null });
    expect(response.headers['content-type']).toContain('application/schema+json');
    expect(response.json()).toMatchObject({
      $id: 'http://flows.test/schemas/flowtest',
      required: ['start', 'steps'],
      additionalProperties: false,
    });
  });

  it('each error code has a page', async () => {
    for (const code of [20001, 20003, 20403, 20404, 20409, 20413, 20422, 20429, 20500, 81021, 81022]) {
      const page = await server.send({ url: `/errors/${code}`, by: null });
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toMatch('text/html');
      expect(page.body).toContain(`Error ${code}`);
    }
  });

  it('the list of flows has its own summary', async () => {
    const own = await openTestServer();
    const definition = {
      description: 'Two ways in',
      initial_state: 'Trigger',
      states: [
        {
          name: 'Trigger',
          type: 'trigger',
          properties: { offset: { x: 0, y: 0 } },
          transitions: [{ event: 'incomingMessage', next: 'a' }, { event: 'incomingCall' }],
        },
        {
          name: 'a',
          type: 'set-variables',
          properties: { offset: { x: 5, y: 200 }, variables: [{ key: 'k', value: 'v' }] },
          transitions: [{ event: 'next' }],
        },
      ],
    };
    const form = { FriendlyName: 'S', Status: 'published', Definition: JSON.stringify(definition) };
    const { sid } = (await own.send({ url: '/v2/Flows', form })).json();
    await own.send({ url: '/v2/Flows', form: flowForm });
    own.advanceClock(1_000);
    await own.send({ url: `/v2/Flows/${sid}`, form: { Status: 'draft' } });
    const { flow_summaries } = (await own.send({ url: '/v1/FlowSummaries' })).json();
    expect(flow_summaries).toHaveLength(2);
    expect(flow_summaries[0]).toEqual({
      sid,
      friendly_name: 'S',
      description: 'Two ways in',
      status: 'draft',
      revision: 2,
      state: 'published',
      unpublished_changes: 0,
      last_edit: null,
      tags: [],
      published_revision: 1,
      valid: true,
      errors: 0,
      warnings: expect.any(Number),
      checked_edit: 1,
      triggers: ['incomingMessage'],
      active_executions: 0,
      date_updated: '2026-11-06T12:00:01Z',
      outline: [
        { x: 0, y: 0, category: 'trigger' },
        { x: 5, y: 200, category: 'logic' },
      ],
    });
    expect((await own.send({ url: '/v1/FlowSummaries', by: own.other })).json().flow_summaries).toEqual([]);
    await own.close();
  });
});
