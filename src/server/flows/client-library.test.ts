/** The flow API with an unmodified client library of the hosted service. */

import twilio from 'twilio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let client: ReturnType<typeof twilio>;

beforeAll(async () => {
  server = await openTestServer();
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  client = twilio(server.account.account_sid, server.account.auth_token);
  client.studio.baseUrl = url;
});
afterAll(() => server.close());

const definition = emptyDefinition('Made by a client');
const newFlow = { friendlyName: 'Client', status: 'draft' as const, definition };

it('creates, fetches, updates and removes a flow', async () => {
  const made = await client.studio.v2.flows.create({ ...newFlow, commitMessage: 'Begin' });
  expect(made).toMatchObject({
    friendlyName: 'Client',
    revision: 1,
    status: 'draft',
    valid: true,
    definition,
  });
  expect(made.dateCreated.toISOString()).toBe('2026-11-06T12:00:00.000Z');
  expect(made.dateUpdated).toBeNull();
  const updated = await client.studio.v2.flows(made.sid).update({ status: 'published' });
  expect(updated).toMatchObject({ revision: 2, status: 'published', definition });
  const fetched = await client.studio.v2.flows(made.sid).fetch();
  expect(fetched.dateUpdated).toBeInstanceOf(Date);
  expect((await client.studio.v2.flows(made.sid).revisions('LatestPublished').fetch()).revision).toBe(2);
  expect((await client.studio.v2.flows(made.sid).revisions('1').fetch()).status).toBe('draft');
  expect(await client.studio.v2.flows(made.sid).remove()).toBe(true);
  await expect(client.studio.v2.flows(made.sid).fetch()).rejects.toMatchObject({
    status: 404,
    code: 20404,
    message: `The requested resource /Flows/${made.sid} was not found`,
  });
});

it('lists flows across pages', async () => {
  const made: string[] = [];
  for (let n = 0; n < 7; n++) made.unshift((await client.studio.v2.flows.create(newFlow)).sid);
  const listed = await client.studio.v2.flows.list({ pageSize: 3 });
  expect(listed.map((flow) => flow.sid)).toEqual(made);
  expect((await client.studio.v2.flows.list({ limit: 4 })).map((flow) => flow.sid)).toEqual(made.slice(0, 4));
  const first = await client.studio.v2.flows.page({ pageSize: 3 });
  const second = await first.nextPage();
  expect(second?.instances.map((flow) => flow.sid)).toEqual(made.slice(3, 6));
  expect((await second?.previousPage())?.instances.map((flow) => flow.sid)).toEqual(made.slice(0, 3));
});

it('validates, and reads the findings from the error details', async () => {
  const flow = { friendlyName: 'V', status: 'draft' as const, definition };
  expect((await client.studio.v2.flowValidate.update(flow)).valid).toBe(true);
  await expect(
    client.studio.v2.flowValidate.update({
      ...flow,
      definition: { ...definition, initial_state: 'nowhere' },
    }),
  ).rejects.toMatchObject({
    status: 400,
    code: 81022,
    details: {
      errors: [
        { message: "Initial state 'nowhere' must match a widget name.", property_path: '#/initial_state' },
      ],
    },
  });
});

it('replaces and reads test users', async () => {
  const { sid } = await client.studio.v2.flows.create(newFlow);
  const users = client.studio.v2.flows(sid).testUsers();
  expect((await users.update({ testUsers: ['+4930123', 'zoe'] })).testUsers).toEqual(['+4930123', 'zoe']);
  expect((await users.fetch()).testUsers).toEqual(['+4930123', 'zoe']);
});

it('gets an error for wrong credentials', async () => {
  const stranger = twilio(server.account.account_sid, 'wrong');
  stranger.studio.baseUrl = client.studio.baseUrl;
  await expect(stranger.studio.v2.flows.list()).rejects.toMatchObject({ status: 401, code: 20003 });
});
