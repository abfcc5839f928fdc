/** The REST API of flows: status, schema and links of every response, and the errors of invalid requests. */

import { type APIRequestContext, type APIResponse, request } from 'playwright';
import { expect } from 'vitest';
import { paths } from '#api/paths.ts';

import { flowNumber, sampleDefinition, startFlow, storeFlow } from '../stored-flow.ts';
import { test } from './fixtures.ts';

const sid = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[0-9a-f]{32}$`));
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const nobody = '0'.repeat(32);
const definition = sampleDefinition('appointment-reminder');
const Definition = JSON.stringify(definition);
const flowForm = { FriendlyName: 'Wire', Status: 'draft', Definition };

/** The JSON of a response with that status. */
async function read(response: APIResponse, status = 200) {
  expect(response.status(), `${response.url()} ${await response.text()}`).toBe(status);
  expect(response.headers()['content-type']).toContain('application/json');
  return response.json();
}

/** Expects an error response with that status and code, and `message` in its text. */
async function expectError(response: APIResponse, status: number, code: number, message: string | RegExp) {
  const body = await read(response, status);
  expect(body).toMatchObject({ code, status, message: expect.stringMatching(message) });
  expect(body.more_info).toBe(`${new URL(response.url()).origin}/errors/${code}`);
  expect(Object.keys(body).filter((key) => key !== 'details')).toEqual([
    'code',
    'message',
    'more_info',
    'status',
  ]);
  return body;
}

/** Follows the page links of a list; returns the items of each page. */
async function walk(api: APIRequestContext, address: string): Promise<{ sid: string }[][]> {
  const pages = [];
  for (let next: string | null = address; next !== null; ) {
    const body: { meta: Record<string, string>; [key: string]: unknown } = await read(await api.get(next));
    const { meta } = body;
    expect(Object.keys(meta).sort()).toEqual([
      'first_page_url',
      'key',
      'next_page_url',
      'page',
      'page_size',
      'previous_page_url',
      'url',
    ]);
    expect(Object.keys(body).sort()).toEqual([meta.key, 'meta'].sort());
    expect(meta.page).toBe(pages.length);
    expect(meta.previous_page_url === null).toBe(pages.length === 0);
    pages.push(body[meta.key ?? ''] as { sid: string }[]);
    next = meta.next_page_url ?? null;
  }
  return pages;
}

test('a flow is created, fetched by its links, updated by its status alone, and deleted', async ({
  api,
  server,
  account,
}) => {
  const created = await read(
    await api.post(paths.flows, { form: { ...flowForm, CommitMessage: 'first' } }),
    201,
  );
  const url = `${server.url}/v2/Flows/${created.sid}`;
  const flow = {
    sid: sid('FW'),
    account_sid: account.sid,
    author_sid: sid('US'),
    friendly_name: 'Wire',
    definition,
    status: 'draft',
    revision: 1,
    commit_message: 'first',
    valid: true,
    errors: [],
    warnings: [],
    date_created: time,
    date_updated: null,
    webhook_url: `${server.url}/v1/Accounts/${account.sid}/Flows/${created.sid}`,
    url,
    links: { test_users: `${url}/TestUsers`, revisions: `${url}/Revisions`, executions: `${url}/Executions` },
  };
  expect(created).toEqual(flow);
  expect(await read(await api.get(created.url))).toEqual(flow);
  for (const link of Object.values<string>(created.links)) await read(await api.get(link));

  const [entry] = (await read(await api.get(paths.flows))).flows;
  const inList = { definition: null, valid: null, errors: null, warnings: null, commit_message: null };
  expect(entry).toEqual({ ...flow, ...inList });

  await expectError(
    await api.get(`${url}/Revisions/LatestPublished`),
    404,
    20404,
    `^The requested resource /Flows/${created.sid}/Revisions/LatestPublished was not found$`,
  );
  const published = await read(await api.post(url, { form: { Status: 'published' } }));
  expect(published).toEqual({
    ...flow,
    status: 'published',
    revision: 2,
    commit_message: null,
    date_updated: time,
  });

  const revision = await read(await api.get(`${url}/Revisions/1`));
  const { webhook_url: _, warnings: __, links: ___, ...rest } = flow;
  expect(revision).toEqual({ ...rest, url: `${url}/Revisions/1` });
  for (const name of ['2', 'LatestPublished', 'LatestRevision']) {
    const found = await read(await api.get(`${url}/Revisions/${name}`));
    expect(found).toMatchObject({ revision: 2, status: 'published', url: `${url}/Revisions/2` });
  }
  for (const name of ['0x1', 'latest', '1.5', '-1', '']) {
    const response = await api.get(`${url}/Revisions/${name}${name === '' ? '%20' : ''}`);
    await expectError(response, 400, 81021, /must be an integer or enum\(LatestPublished, LatestRevision\)/);
  }
  await expectError(await api.get(`${url}/Revisions/3`), 404, 20404, /was not found/);
  const revisions = (await read(await api.get(`${url}/Revisions`))).revisions;
  expect(revisions).toMatchObject([
    { revision: 2, definition: null, valid: null, errors: null },
    { revision: 1, definition: null, valid: null, errors: null },
  ]);

  const deleted = await api.delete(url);
  expect([deleted.status(), await deleted.text()]).toEqual([204, '']);
  await expectError(await api.get(url), 404, 20404, `^The requested resource /Flows/${created.sid} was`);
  await expectError(await api.delete(url), 404, 20404, /was not found/);
});

test('a missing or invalid field is named, and nothing is stored', async ({ api }) => {
  const post = (form: Record<string, string>, path: string = paths.flows) => api.post(path, { form });
  for (const path of [paths.flows, paths.validate]) {
    for (const name of ['FriendlyName', 'Status', 'Definition'] as const) {
      const { [name]: _, ...others } = flowForm;
      const missing = `^Missing required parameter ${name} in the post body$`;
      await expectError(await post(others, path), 400, 20001, missing);
      await expectError(await post({ ...others, [name]: ' ' }, path), 400, 20001, missing);
    }
    const form = { ...flowForm, Status: 'archived' };
    await expectError(await post(form, path), 400, 20001, /Status.*draft or published/);
    for (const text of ['{', '{"states": [}', 'NaN', '"\\ud800']) {
      await expectError(await post({ ...flowForm, Definition: text }, path), 400, 20001, /Definition/);
    }
    await expectError(await api.post(path), 400, 20001, /FriendlyName/);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    await expectError(await post({ ...flowForm, Definition: deep }, path), 400, 20001, /Definition/);
  }
  expect((await read(await api.get(paths.flows))).flows).toEqual([]);
});

test('an invalid definition is rejected with the path of each error', async ({ api }) => {
  const flow = await storeFlow(api, { name: 'Stays as it is' });
  const faults: [change: object, place: string][] = [
    [{ initial_state: 'Nowhere' }, '#/initial_state'],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema' }, '#/$schema'],
    [{ description: 7 }, '#/description'],
    [{ states: [] }, '#/states'],
    [{ states: [{ name: 'Trigger', type: 'trigger' }] }, '#/states/0/transitions'],
    [{ flags: {} }, '#/flags/allow_concurrent_calls'],
    [
      { states: definition.states.map((state, at) => (at === 1 ? { ...state, type: 'no-such' } : state)) },
      '#/states/1/type',
    ],
  ];
  for (const [change, place] of faults) {
    const form = { ...flowForm, Definition: JSON.stringify({ ...definition, ...change }) };
    for (const path of [paths.flows, paths.validate, paths.flow(flow.sid)]) {
      const { details } = await expectError(await api.post(path, { form }), 400, 81022, /details/);
      expect(Object.keys(details)).toEqual(['errors', 'warnings']);
      expect(details.errors, place).toContainEqual({ message: expect.any(String), property_path: place });
    }
  }
  for (const text of ['null', '[]', '7', '"text"', '{}']) {
    const form = { ...flowForm, Definition: text };
    const { details } = await expectError(await api.post(paths.validate, { form }), 400, 81022, /./);
    expect(details.errors.length).toBeGreaterThan(0);
  }
  expect(await read(await api.post(paths.validate, { form: flowForm }))).toEqual({ valid: true });
  const { flows } = await read(await api.get(paths.flows));
  expect(flows).toMatchObject([{ friendly_name: 'Stays as it is', revision: 1 }]);
});

test('an execution is started, read by its links, ended and deleted', async ({ api, server, account }) => {
  const { sid: flow } = await storeFlow(api, { name: 'Wire' });
  const list = paths.executions(flow);
  const form = { To: '+15005557001', From: flowNumber, Parameters: '{"name": "guest"}' };
  const created = await read(await api.post(list, { form: { ...form, ExternalId: 'x' } }), 201);
  const url = `${server.url}${list}/${created.sid}`;
  const execution = {
    sid: sid('FN'),
    account_sid: account.sid,
    flow_sid: flow,
    contact_channel_address: form.To,
    contact_sid: sid('FC'),
    flow_version: 1,
    context: expect.objectContaining({ flow: expect.objectContaining({ data: { name: 'guest' } }) }),
    status: 'active',
    initiated_by: sid('RQ'),
    date_created: time,
    date_updated: created.date_updated,
    url,
    links: { steps: `${url}/Steps`, execution_context: `${url}/Context` },
  };
  expect(created).toEqual(execution);
  expect(created.date_updated ?? created.date_created).toEqual(time);
  expect(await read(await api.get(url))).toEqual(execution);
  expect((await read(await api.get(list))).executions).toEqual([{ ...execution, context: null }]);

  const refused = await expectError(await api.post(list, { form }), 409, 20409, created.sid);
  expect(refused.details).toEqual({ conflicting_execution_sid: created.sid });

  expect(await read(await api.get(created.links.execution_context))).toEqual({
    account_sid: account.sid,
    context: execution.context,
    flow_sid: flow,
    execution_sid: created.sid,
    url: `${url}/Context`,
  });
  const { steps } = await read(await api.get(created.links.steps));
  const own = { account_sid: account.sid, flow_sid: flow, execution_sid: created.sid };
  const step = {
    sid: sid('FT'),
    ...own,
    parent_step_sid: null,
    name: 'incomingRequest',
    context: null,
    transitioned_from: 'Trigger',
    transitioned_to: 'remind',
    type: 'trigger',
    date_created: time,
    date_updated: null,
    url: `${url}/Steps/${steps[0].sid}`,
    links: { step_context: `${url}/Steps/${steps[0].sid}/Context` },
  };
  expect(steps).toEqual([step]);
  expect(await read(await api.get(steps[0].url))).toEqual({ ...step, context: expect.any(Object) });
  const context = {
    ...own,
    context: expect.any(Object),
    step_sid: steps[0].sid,
    url: step.links.step_context,
  };
  expect(await read(await api.get(steps[0].links.step_context))).toEqual(context);

  await expectError(await api.post(url), 400, 20001, /Missing required parameter Status/);
  await expectError(await api.post(url, { form: { Status: 'paused' } }), 400, 20001, /Status/);
  expect(await read(await api.post(url, { form: { Status: 'active' } }))).toMatchObject({ status: 'active' });
  const ended = { status: 'ended', date_updated: time };
  expect(await read(await api.post(url, { form: { Status: 'ended' } }))).toMatchObject(ended);
  expect(await read(await api.post(url, { form: { Status: 'ended' } }))).toMatchObject(ended);
  const deleted = await api.delete(url);
  expect([deleted.status(), await deleted.text()]).toEqual([204, '']);
  for (const gone of [url, created.links.steps, created.links.execution_context, steps[0].url]) {
    await expectError(await api.get(gone), 404, 20404, /was not found/);
  }
});

test('starting an execution needs its fields and a published flow', async ({ api }) => {
  const { sid: flow } = await storeFlow(api, { name: 'Wire' });
  const { sid: draft } = await storeFlow(api, { name: 'Draft', status: 'draft' });
  const form = { To: '+15005557002', From: flowNumber };
  const start = (fields: Record<string, string>, of = flow) =>
    api.post(paths.executions(of), { form: fields });
  await expectError(await start({ From: form.From }), 400, 20001, /^Missing required parameter To in the/);
  await expectError(await start({ To: form.To }), 400, 20001, /^Missing required parameter From in the/);
  for (const Parameters of ['{', '[]', '7', '"text"', 'true']) {
    await expectError(await start({ ...form, Parameters }), 400, 20001, /Parameters/);
  }
  await expectError(await start({ ...form, To: `+${'1'.repeat(400)}` }), 400, 20001, /To/);
  await expectError(await start(form, draft), 400, 20001, /published/);
  await expectError(await start(form, `FW${nobody}`), 404, 20404, /was not found/);
  expect((await read(await api.get(paths.executions(flow)))).executions).toEqual([]);
});

test('lists are paged to their end by their links', async ({ api }) => {
  const flows = [];
  for (const index of Array.from({ length: 7 }, (_, at) => at)) {
    flows.push(await storeFlow(api, { name: `Flow ${index}` }));
  }
  const [flow] = flows;
  if (flow === undefined) throw new Error('There is no flow.');
  for (const _ of Array.from({ length: 4 })) {
    await read(await api.post(paths.flow(flow.sid), { form: { Status: 'published' } }));
  }
  const started = [];
  for (const index of Array.from({ length: 7 }, (_, at) => at)) {
    started.push(await startFlow(api, flow, `+150055580${index}0`));
  }
  const sids = (pages: { sid: string }[][]) => pages.flat().map((each) => each.sid);

  const flowPages = await walk(api, `${paths.flows}?PageSize=3`);
  expect(flowPages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(sids(flowPages)).toEqual(flows.map((each) => each.sid).toReversed());
  const executions = await walk(api, `${paths.executions(flow.sid)}?PageSize=2&status=active`);
  expect(executions.map((page) => page.length)).toEqual([2, 2, 2, 1]);
  expect(new Set(sids(executions))).toEqual(new Set(started.map((each) => each.sid)));
  const revisions = await walk(api, `${paths.revisions(flow.sid)}?PageSize=1`);
  expect(revisions.flat()).toMatchObject([5, 4, 3, 2, 1].map((revision) => ({ revision })));
  const steps = await walk(api, `${paths.steps(flow.sid, started[0]?.sid ?? '')}?PageSize=1`);
  expect(steps).toHaveLength(1);

  for (const list of [paths.flows, paths.executions(flow.sid), paths.revisions(flow.sid)]) {
    for (const size of ['0', '-1', '1001', 'many', '1.5', '99999999999999999999']) {
      await expectError(await api.get(`${list}?PageSize=${size}`), 400, 20001, /PageSize/);
    }
    await expectError(await api.get(`${list}?Page=-1`), 400, 20001, /Page/);
    for (const token of ['PA1', 'nothing', '%00', `PA${'f'.repeat(5000)}`]) {
      await expectError(await api.get(`${list}?PageToken=${token}`), 400, 20001, /PageToken/);
    }
    await read(await api.get(`${list}?PageSize=1000&Page=0`));
  }
  const { meta } = await read(await api.get(`${paths.flows}?PageSize=3`));
  const foreign = new URL(meta.next_page_url).searchParams.get('PageToken') ?? '';
  await expectError(
    await api.get(`${paths.executions(flow.sid)}?PageToken=${foreign}`),
    400,
    20001,
    /PageToken/,
  );
});

test('executions are filtered by status and creation date', async ({ api }) => {
  const { sid: flow } = await storeFlow(api, { name: 'Wire' });
  const first = await startFlow(api, { sid: flow }, '+15005557101');
  const second = await startFlow(api, { sid: flow }, '+15005557102');
  await read(await api.post(paths.execution(flow, first.sid), { form: { Status: 'ended' } }));
  const found = async (query: string) => {
    const { executions } = await read(await api.get(`${paths.executions(flow)}?${query}`));
    return executions.map((each: { sid: string }) => each.sid);
  };
  expect(await found('status=active')).toEqual([second.sid]);
  expect(await found('status=ended')).toEqual([first.sid]);
  expect(await found('')).toEqual([second.sid, first.sid]);
  const since = first.date_created;
  expect(await found(`DateCreatedFrom=${since}`)).toHaveLength(2);
  expect(await found(`DateCreatedTo=${since}`)).toEqual([]);
  expect(await found(`DateCreatedFrom=${since.replace('Z', '%2B00:00')}`)).toHaveLength(2);
  expect(await found('DateCreatedFrom=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await found('DateCreatedTo=2999-01-01&status=active')).toEqual([second.sid]);
  for (const query of ['status=running', 'DateCreatedFrom=soon', 'DateCreatedTo=2026-13-45']) {
    const named = query.split('=')[0] ?? '';
    await expectError(
      await api.get(`${paths.executions(flow)}?${query}`),
      400,
      20001,
      new RegExp(named, 'i'),
    );
  }
});

test('test users are replaced as a whole, each at most 300 bytes', async ({ api, server }) => {
  const { sid: flow } = await storeFlow(api, { name: 'Wire' });
  const address = paths.testUsers(flow);
  const post = (users: string[]) =>
    api.post(address, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: new URLSearchParams(users.map((user) => ['TestUsers', user])).toString(),
    });
  const resource = (test_users: string[]) => ({ sid: flow, test_users, url: `${server.url}${address}` });
  expect(await read(await api.get(address))).toEqual(resource([]));
  const users = ['+15005557201', 'client:anna', 'é'.repeat(150)];
  expect(await read(await post(users))).toEqual(resource(users));
  await expectError(await post(['é'.repeat(151)]), 400, 20001, /TestUsers.*300 bytes/);
  await expectError(await api.post(address), 400, 20001, /Missing required parameter TestUsers/);
  expect(await read(await api.get(address))).toEqual(resource(users));
});

test('requests without credentials and for other accounts’ resources are rejected', async ({
  api,
  account,
  server,
}) => {
  const flow = await storeFlow(api, { name: 'Wire' });
  const execution = await startFlow(api, flow, '+15005557301');
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const stranger = await request.newContext({ baseURL: server.url });
  const credentials = [
    undefined,
    basic(`${account.sid}:wrong`),
    basic(account.sid),
    basic(`:${account.token}`),
    basic(`AC${nobody}:${account.token}`),
    'Basic %%%',
    `Bearer ${account.token}`,
    basic(`${account.sid}:${account.token}\0`),
  ];
  for (const authorization of credentials) {
    for (const path of [paths.flows, flow.url, `${paths.flow(flow.sid)}/nothing`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await stranger.get(path, { headers });
      if (path.endsWith('nothing') && response.status() === 404) continue;
      const body = await expectError(response, 401, 20003, /^Authenticate$/);
      expect(body.details).toBeUndefined();
      expect(response.headers()['www-authenticate']).toMatch(/^Basic/);
    }
  }
  const { sid: owner, token } = server.account;
  const headers = { authorization: basic(`${owner}:${token}`) };
  const all = [flow.url, ...Object.values(flow.links), execution.url, ...Object.values(execution.links)];
  for (const path of [...all, paths.revision(flow.sid, 1), paths.executionAlone(execution.sid)]) {
    await expectError(await stranger.get(path, { headers }), 404, 20404, /was not found/);
  }
  await expectError(await stranger.delete(flow.url, { headers }), 404, 20404, /was not found/);
  expect((await api.get(flow.url)).status()).toBe(200);
  await stranger.dispose();
});

test('an invalid SID gets 404, and an oversized body gets 413', async ({ api }) => {
  const { sid: flow } = await storeFlow(api, { name: 'Wire' });
  const wrong = ['FW1', `FW${nobody}`, `FN${nobody}`, flow.toLowerCase(), `${flow}0`, 'null', '%00', "'--"];
  for (const each of wrong) {
    const addresses = [
      paths.flow(each),
      paths.revisions(each),
      paths.testUsers(each),
      paths.executions(each),
    ];
    for (const path of [...addresses, paths.execution(flow, each), paths.steps(flow, each)]) {
      await expectError(
        await api.get(path),
        404,
        20404,
        /^The requested resource \/Flows\/.* was not found$/,
      );
    }
  }
  const form = { ...flowForm, FriendlyName: 'x'.repeat(2 * 1024 * 1024) };
  await expectError(await api.post(paths.flows, { form }), 413, 20413, /larger than 2 MB/);
  const bodyOf = (type: string, text: string) =>
    api.post(paths.flows, { headers: { 'content-type': type }, data: Buffer.from(text) });
  await expectError(await bodyOf('application/xml', '<a/>'), 415, 20001, /form-encoded or JSON/);
  await expectError(await bodyOf('text/plain', 'FriendlyName=x'), 400, 20001, /form or a JSON object/);
  await expectError(await bodyOf('application/json', '{"FriendlyName":'), 400, 20001, /./);
  await expectError(await bodyOf('application/json', '[]'), 400, 20001, /form or a JSON object/);
});
