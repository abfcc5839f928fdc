/** An unmodified third-party client library with only its base URL changed uses every operation of /v2. */

import twilio from 'twilio';
import { expect } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import type { Account } from '../add-account.ts';
import { flowNumber, sampleDefinition } from '../stored-flow.ts';
import { test } from './fixtures.ts';
import type { SharedServer } from './shared-server.ts';

function clientOf(server: SharedServer, account: Account): ReturnType<typeof twilio> {
  const client = twilio(account.sid, account.token);
  client.studio.baseUrl = server.url;
  return client;
}

const reminder = { friendlyName: 'Reminder', status: 'published' as const };
const parameters = { name: 'guest', date: 'Monday', time: '9:00' };

test('flows, revisions and test users', async ({ server, account }) => {
  const { flows, flowValidate } = clientOf(server, account).studio.v2;
  const definition = emptyDefinition('Made by a client');
  const draft = { friendlyName: 'Client', status: 'draft' as const, definition };
  expect((await flowValidate.update(draft)).valid).toBe(true);
  const made = await flows.create({ ...draft, commitMessage: 'Begin', authorSid: `US${'a'.repeat(32)}` });
  expect(made).toMatchObject({
    friendlyName: 'Client',
    status: 'draft',
    revision: 1,
    commitMessage: 'Begin',
    authorSid: `US${'a'.repeat(32)}`,
    valid: true,
    errors: [],
    dateUpdated: null,
    definition,
  });
  expect(made.webhookUrl).toBe(`${server.url}/v1/Accounts/${account.sid}/Flows/${made.sid}`);
  const published = await flows(made.sid).update({ status: 'published', friendlyName: 'Renamed' });
  expect(published).toMatchObject({ revision: 2, status: 'published', friendlyName: 'Renamed', definition });
  expect((await flows(made.sid).fetch()).dateUpdated).toBeInstanceOf(Date);
  expect(await flows(made.sid).revisions('1').fetch()).toMatchObject({ revision: 1, status: 'draft' });
  expect((await flows(made.sid).revisions('LatestPublished').fetch()).revision).toBe(2);
  expect((await flows(made.sid).revisions('LatestRevision').fetch()).definition).toEqual(definition);
  const users = flows(made.sid).testUsers();
  expect((await users.update({ testUsers: [flowNumber, 'client:zoe'] })).testUsers).toEqual([
    flowNumber,
    'client:zoe',
  ]);
  expect((await users.fetch()).testUsers).toEqual([flowNumber, 'client:zoe']);
  expect(await flows(made.sid).remove()).toBe(true);
  expect(await flows.list()).toEqual([]);
});

test('lists follow every page', async ({ server, account }) => {
  const { flows } = clientOf(server, account).studio.v2;
  const sids: string[] = [];
  for (let count = 0; count < 7; count += 1)
    sids.unshift((await flows.create({ ...reminder, definition: emptyDefinition() })).sid);
  expect((await flows.list({ pageSize: 2 })).map(({ sid }) => sid)).toEqual(sids);
  expect((await flows.list({ limit: 5, pageSize: 2 })).map(({ sid }) => sid)).toEqual(sids.slice(0, 5));
  const seen: string[] = [];
  await new Promise<void>((resolve, reject) =>
    flows.each({
      pageSize: 3,
      callback: ({ sid }) => seen.push(sid),
      done: (error: Error | undefined) => (error ? reject(error) : resolve()),
    }),
  );
  expect(seen).toEqual(sids);
  const second = await (await flows.page({ pageSize: 3 })).nextPage();
  expect(second?.instances.map(({ sid }) => sid)).toEqual(sids.slice(3, 6));
});

test('executions, their context and steps', async ({ server, account }) => {
  const { flows } = clientOf(server, account).studio.v2;
  const { sid } = await flows.create({ ...reminder, definition: sampleDefinition('appointment-reminder') });
  const { executions } = flows(sid);
  const [to, before] = ['+15005551234', new Date(Date.now() - 60_000)];
  const execution = await executions.create({ to, from: flowNumber, parameters });
  expect(execution).toMatchObject({
    status: 'active',
    contactChannelAddress: to,
    flowSid: sid,
    dateUpdated: expect.anything(),
  });
  expect(execution.context.flow.data).toEqual(parameters);
  await expect(executions.create({ to, from: flowNumber })).rejects.toMatchObject({
    status: 409,
    code: 20409,
    details: { conflicting_execution_sid: execution.sid },
    moreInfo: `${server.url}/errors/20409`,
  });
  expect((await executions(execution.sid).fetch()).sid).toBe(execution.sid);
  const found = await executions.list({
    status: 'active',
    dateCreatedFrom: before,
    dateCreatedTo: new Date(Date.now() + 60_000),
  });
  expect(found.map((each) => each.sid)).toEqual([execution.sid]);
  expect(await executions.list({ dateCreatedTo: before })).toEqual([]);
  expect((await executions(execution.sid).executionContext().fetch()).context.contact.channel.address).toBe(
    to,
  );

  const steps = await executions(execution.sid).steps.list({ pageSize: 1 });
  expect(steps.at(-1)).toMatchObject({
    name: 'incomingRequest',
    type: 'trigger',
    transitionedFrom: 'Trigger',
  });
  const first = executions(execution.sid).steps(steps.at(-1)?.sid ?? '');
  expect((await first.fetch()).parentStepSid).toBeNull();
  expect((await first.stepContext().fetch()).context.flow.data).toEqual(parameters);

  expect((await executions(execution.sid).update({ status: 'ended' })).status).toBe('ended');
  expect(await executions.list({ status: 'active' })).toEqual([]);
  expect(await executions(execution.sid).remove()).toBe(true);
  await expect(executions(execution.sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('errors carry their status, code, address and details', async ({ server, account }) => {
  const client = clientOf(server, account);
  const definition = { ...emptyDefinition(), initial_state: 'nowhere' };
  await expect(client.studio.v2.flows.create({ ...reminder, definition })).rejects.toMatchObject({
    status: 400,
    code: 81022,
    details: {
      errors: [
        { message: "Initial state 'nowhere' must match a widget name.", property_path: '#/initial_state' },
      ],
      warnings: [],
    },
  });
  await expect(
    client.studio.v2
      .flows(`FW${'0'.repeat(32)}`)
      .revisions('first')
      .fetch(),
  ).rejects.toMatchObject({
    status: 400,
    code: 81021,
  });
  const stranger = clientOf(server, { ...account, token: 'wrong' });
  await expect(stranger.studio.v2.flows.list()).rejects.toMatchObject({
    status: 401,
    code: 20003,
    message: 'Authenticate',
  });
});
