/** The routes of flows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowPage } from '#api/flows/operations.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import { definition, form } from './testing/flow-form.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const broken = { ...definition, initial_state: 'nowhere' };
const create = async (more?: Record<string, string>) =>
  (await server.send({ url: '/v2/Flows', form: form(more) })).json<FlowResource>();
const unknown = `FW${'0'.repeat(32)}`;

describe('creating a flow', () => {
  it('accepts definitions of up to 1 MB', async () => {
    const empty = { ...definition, description: '' };
    const room = 1024 * 1024 - JSON.stringify(empty).length;
    const Definition = (letters: number) => JSON.stringify({ ...empty, description: 'x'.repeat(letters) });
    const fits = await server.send({
      url: '/v2/Flows/Validate',
      form: form({ Definition: Definition(room) }),
    });
    expect(fits.json()).toEqual({ valid: true });
    for (const url of ['/v2/Flows/Validate', '/v2/Flows']) {
      const response = await server.send({ url, form: form({ Definition: Definition(room + 1) }) });
      expect(response.json()).toMatchObject({
        status: 400,
        code: 81022,
        details: {
          errors: [{ message: 'The flow definition must not be larger than 1 MB.', property_path: '#' }],
        },
      });
    }
  });

  it('responds with 201 and the whole resource', async () => {
    const response = await server.send({ url: '/v2/Flows', form: form({ CommitMessage: 'Begin' }) });
    expect(response.statusCode).toBe(201);
    expect(response.headers['content-type']).toMatch('application/json');
    const flow = response.json<FlowResource>();
    const url = `http://flows.test/v2/Flows/${flow.sid}`;
    expect(flow).toEqual({
      sid: expect.stringMatching(/^FW[0-9a-f]{32}$/),
      account_sid: server.account.account_sid,
      author_sid: expect.stringMatching(/^US[0-9a-f]{32}$/),
      friendly_name: 'Hello',
      definition,
      status: 'draft',
      revision: 1,
      commit_message: 'Begin',
      valid: true,
      errors: [],
      warnings: expect.any(Array),
      date_created: '2026-11-06T12:00:00Z',
      date_updated: null,
      webhook_url: `http://flows.test/v1/Accounts/${server.account.account_sid}/Flows/${flow.sid}`,
      url,
      links: {
        test_users: `${url}/TestUsers`,
        revisions: `${url}/Revisions`,
        executions: `${url}/Executions`,
      },
    });
  });

  it.each(['FriendlyName', 'Status', 'Definition'])('names %s when it is missing or empty', async (field) => {
    for (const form_ of [form({ [field]: '' }), { ...form(), [field]: [] }]) {
      const response = await server.send({ url: '/v2/Flows', form: form_ });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({
        code: 20001,
        message: `Missing required parameter ${field} in the post body`,
        more_info: 'http://flows.test/errors/20001',
        status: 400,
        details: { field },
      });
    }
  });

  it.each([
    ['Definition', '{"states":', 'must be JSON'],
    ['Definition', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'nested deeper'],
    ['Status', 'live', 'must be draft or published'],
    ['AuthorSid', 'me', 'must be the SID of a user'],
    ['FriendlyName', 'a\0b', 'NUL'],
  ])('refuses a %s that cannot be used', async (field, value, because) => {
    const response = await server.send({ url: '/v2/Flows', form: form({ [field]: value }) });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 20001, details: { field } });
    expect(response.json().message).toContain(field);
    expect(response.json().message).toContain(because);
  });

  it('rejects a field that is given twice', async () => {
    const response = await server.send({
      url: '/v2/Flows',
      form: { ...form(), Status: ['draft', 'published'] },
    });
    expect(response.json()).toMatchObject({
      status: 400,
      message: 'Parameter Status was given more than once',
    });
  });

  it('rejects an invalid definition with each finding and its path, and stores nothing', async () => {
    const count = async () =>
      (await server.send({ url: '/v2/Flows?PageSize=1000' })).json<FlowPage>().flows.length;
    const before = await count();
    const response = await server.send({
      url: '/v2/Flows',
      form: form({ Definition: JSON.stringify(broken) }),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 81022,
      message: 'Flow definition validation failed, check `details` for more information',
      more_info: 'http://flows.test/errors/81022',
      status: 400,
      details: {
        errors: [
          { message: "Initial state 'nowhere' must match a widget name.", property_path: '#/initial_state' },
        ],
        warnings: expect.any(Array),
      },
    });
    expect(await count()).toBe(before);
  });

  it.each(['null', '1', '"text"', '[]', '{}', '{"states":[null]}', '{"states":{"__proto__":1}}'])(
    'rejects %s as an invalid definition',
    async (text) => {
      const response = await server.send({ url: '/v2/Flows', form: form({ Definition: text }) });
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe(81022);
      expect(response.json().details.errors).not.toEqual([]);
    },
  );

  it('allows one value of $schema: the address of the schema that it publishes', async () => {
    const put = async ($schema: string, url = '/v2/Flows') =>
      server.send({ url, form: form({ Definition: JSON.stringify({ ...definition, $schema }) }) });
    const own = 'http://flows.test/schemas/flow-definition';
    const published = (await server.send({ url: '/schemas/flow-definition', by: null })).json();
    expect(published.properties.$schema).toEqual({ type: 'string', const: own, default: own });
    const flow = (await put(own)).json<FlowResource>();
    expect(flow.definition).toMatchObject({ $schema: own });
    for (const url of ['/v2/Flows', '/v2/Flows/Validate', `/v2/Flows/${flow.sid}`]) {
      const other = await put('http://other.test/schemas/flow-definition', url);
      expect(other.json()).toMatchObject({
        ...{ status: 400, code: 81022 },
        details: {
          errors: [{ message: `The $schema must be '${own}', or left out.`, property_path: '#/$schema' }],
        },
      });
    }
  });

  it('accepts a JSON body, with the definition as text or as an object', async () => {
    for (const Definition of [definition, JSON.stringify(definition)]) {
      const response = await server.send({ url: '/v2/Flows', payload: { ...form(), Definition } });
      expect(response.statusCode).toBe(201);
      expect(response.json<FlowResource>().definition).toEqual(definition);
    }
  });
});

describe('a flow', () => {
  it('has notes and groups as they were put, also those that nobody can read', async () => {
    const group = { title: 'Greeting', x: -40, y: 1e3, width: 0.5, owner: ['me'], color: 'none' };
    const ui = { groups: { g: group, h: 'text' }, zoom: 2, notes: { n: { text: '**x**', x: '1' } } };
    const Definition = JSON.stringify({ ...definition, ui });
    const { sid } = await create({ Definition });
    const fetched = await server.send({ url: `/v2/Flows/${sid}` });
    expect(fetched.payload).toContain(JSON.stringify(ui));
  });

  it('is fetched as its newest revision', async () => {
    const flow = await create();
    expect((await server.send({ url: `/v2/Flows/${flow.sid}` })).json()).toEqual(flow);
  });

  it('is changed by a new revision, and keeps omitted fields', async () => {
    const flow = await create({ CommitMessage: 'Begin' });
    server.advanceClock(60_000);
    const url = `/v2/Flows/${flow.sid}`;
    const published = await server.send({ url, form: { Status: 'published' } });
    expect(published.statusCode).toBe(200);
    expect(published.json()).toEqual({
      ...flow,
      status: 'published',
      revision: 2,
      commit_message: null,
      date_updated: expect.stringMatching(/^2026-11-06T12:\d\d:00Z$/),
    });
    const other = { ...definition, description: 'Says something else' };
    const changed = await server.send({
      url,
      form: {
        Status: 'draft',
        Definition: JSON.stringify(other),
        FriendlyName: 'Else',
        CommitMessage: 'Why not',
      },
    });
    expect(changed.json()).toMatchObject({
      revision: 3,
      status: 'draft',
      friendly_name: 'Else',
      commit_message: 'Why not',
      definition: other,
    });
    expect((await server.send({ url })).json()).toEqual(changed.json());
  });

  it('requires a status and a valid definition on change', async () => {
    const flow = await create();
    const url = `/v2/Flows/${flow.sid}`;
    const without = await server.send({ url, form: { CommitMessage: 'x' } });
    expect(without.json()).toMatchObject({
      status: 400,
      code: 20001,
      message: 'Missing required parameter Status in the post body',
    });
    const invalid = await server.send({ url, form: { Status: 'draft', Definition: JSON.stringify(broken) } });
    expect(invalid.json()).toMatchObject({ status: 400, code: 81022 });
    expect((await server.send({ url })).json()).toEqual(flow);
  });

  it('numbers each of many concurrent changes', async () => {
    const { sid } = await create();
    const change = () => server.send({ url: `/v2/Flows/${sid}`, form: { Status: 'draft' } });
    const responses = await Promise.all(Array.from({ length: 20 }, change));
    const revisions = responses
      .map((response) => response.json<FlowResource>().revision)
      .sort((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  it('is deleted with 204 and responds with 404 afterwards', async () => {
    const { sid } = await create();
    const url = `/v2/Flows/${sid}`;
    const deleted = await server.send({ method: 'DELETE', url });
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'] as const) {
      const gone = await server.send({ method, url });
      expect(gone.statusCode).toBe(404);
      expect(gone.json()).toEqual({
        code: 20404,
        message: `The requested resource /Flows/${sid} was not found`,
        more_info: 'http://flows.test/errors/20404',
        status: 404,
      });
    }
  });

  it('is found by its complete SID only', async () => {
    for (const sid of [unknown, 'FW71', 'x', '%00', '%F0%9F%98%80', `AC${unknown.slice(2)}`]) {
      for (const request of [
        { url: `/v2/Flows/${sid}` },
        { url: `/v2/Flows/${sid}`, form: { Status: 'draft' } },
      ]) {
        expect((await server.send(request)).json()).toMatchObject({ status: 404, code: 20404 });
      }
    }
  });

  it('belongs to its account alone', async () => {
    const { sid } = await create();
    const by = server.other;
    const url = `/v2/Flows/${sid}`;
    for (const request of [
      { url },
      { url, form: { Status: 'published' } },
      { method: 'DELETE' as const, url },
      { url: `${url}/Revisions` },
      { url: `${url}/Revisions/1` },
      { url: `${url}/TestUsers` },
      { url: `${url}/TestUsers`, form: { TestUsers: '+4930123' } },
    ]) {
      expect((await server.send({ ...request, by })).statusCode).toBe(404);
    }
    expect((await server.send({ url: '/v2/Flows', by })).json<FlowPage>().flows).toEqual([]);
    expect((await server.send({ url })).json<FlowResource>().revision).toBe(1);
  });
});

describe('the name of a flow', () => {
  it('is never blank: a blank one on a change is ignored', async () => {
    const { sid } = await create();
    for (const FriendlyName of ['', '  ']) {
      const changed = await server.send({ url: `/v2/Flows/${sid}`, form: { Status: 'draft', FriendlyName } });
      expect(changed.json()).toMatchObject({ friendly_name: 'Hello' });
    }
    const made = await server.send({ url: '/v2/Flows', form: form({ FriendlyName: '  ' }) });
    expect(made.json()).toMatchObject({ status: 400, details: { field: 'FriendlyName' } });
  });
});

describe('validating', () => {
  it('responds with 200 for a valid definition and stores nothing', async () => {
    const before = (await server.send({ url: '/v2/Flows' })).json<FlowPage>().flows[0]?.sid;
    const response = await server.send({ url: '/v2/Flows/Validate', form: form() });
    expect([response.statusCode, response.json()]).toEqual([200, { valid: true }]);
    expect((await server.send({ url: '/v2/Flows' })).json<FlowPage>().flows[0]?.sid).toBe(before);
  });

  it('responds with 400 for an invalid one', async () => {
    const response = await server.send({
      url: '/v2/Flows/Validate',
      form: form({ Definition: JSON.stringify(broken) }),
    });
    expect(response.json()).toMatchObject({ status: 400, code: 81022, details: { errors: [{}] } });
  });

  it('requires the same fields as creating', async () => {
    const response = await server.send({
      url: '/v2/Flows/Validate',
      form: { Definition: JSON.stringify(definition) },
    });
    expect(response.json()).toMatchObject({ status: 400, details: { field: 'FriendlyName' } });
  });
});
