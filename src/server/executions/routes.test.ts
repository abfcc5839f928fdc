/** The routes of executions and steps, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionPage, StepPage } from '#api/executions/operations.ts';
import type { ExecutionResource, ExecutionView, StepResource } from '#api/executions/schemas.ts';
import type { Problem } from '#api/operation/problem-responses.ts';
import { paths } from '#api/paths.ts';
import { survey } from '../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';

const unknownFlow = `FW${'0'.repeat(32)}`;
const unknownExecution = `FN${'0'.repeat(32)}`;
const unknownStep = `FT${'0'.repeat(32)}`;
const from = '+15559999';

describe.each(databaseKinds)('executions, %s', (kind) => {
  let server: RunningServer;
  let flow: string;
  const contact = () => server.contact();

  beforeAll(async () => {
    server = await openRunningServer(kind);
    flow = await server.addFlow(survey);
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('are created with 201 and the whole resource', async () => {
    const to = contact();
    const form = { To: to, From: from, Parameters: '{"plan":{"a":[1]}}', ExternalId: 'mine' };
    const response = await server.send(paths.executions(flow), { form });
    expect(response.statusCode).toBe(201);
    const execution = response.json<ExecutionResource>();
    expect(execution).toMatchObject({
      sid: expect.stringMatching(/^FN[0-9a-f]{32}$/),
      account_sid: server.account.account_sid,
      flow_sid: flow,
      contact_channel_address: to,
      flow_version: 1,
      status: 'active',
      contact_sid: expect.stringMatching(/^FC[0-9a-f]{32}$/),
      initiated_by: expect.stringMatching(/^RQ[0-9a-f]{32}$/),
      context: {
        flow: { data: { plan: { a: [1] } }, channel: { address: from }, sid: execution.sid },
        contact: { channel: { address: to } },
        trigger: { request: { to, from, parameters: { plan: { a: [1] } } } },
      },
      url: `http://flows.test/v2/Flows/${flow}/Executions/${execution.sid}`,
      links: {
        steps: `http://flows.test/v2/Flows/${flow}/Executions/${execution.sid}/Steps`,
        execution_context: `http://flows.test/v2/Flows/${flow}/Executions/${execution.sid}/Context`,
      },
    });
    const fetched = await server.send(paths.execution(flow, execution.sid));
    expect(fetched.json()).toEqual(execution);
    const context = await server.send(paths.executionContext(flow, execution.sid));
    expect(context.json()).toEqual({
      account_sid: server.account.account_sid,
      flow_sid: flow,
      execution_sid: execution.sid,
      context: execution.context,
      url: execution.links.execution_context,
    });
  });

  it.each([
    ['no To', { From: from }, 'To'],
    ['a blank To', { To: ' ', From: from }, 'To'],
    ['a To that is no number', { To: '+1', From: from }, 'To'],
    ['a To with a plus and too many digits', { To: '+1234567890123456', From: from }, 'To'],
    ['a To that is no short code', { To: '12', From: from }, 'To'],
    ['a To that is the name of nobody', { To: 'nobody', From: from }, 'To'],
    ['a To of words', { To: 'to whom it may concern', From: from }, 'To'],
    ['a To that is no number of a channel', { To: 'whatsapp:+1', From: from }, 'To'],
    ['a From that is no number', { To: '+15005550007', From: '+1' }, 'From'],
    ['no From', { To: '+1' }, 'From'],
    ['a very long To', { To: '1'.repeat(301), From: from }, 'To'],
    ['a To with a line break', { To: '+1\n2', From: from }, 'To'],
    ['Parameters that are no JSON', { To: '+1', From: from, Parameters: '{' }, 'Parameters'],
    ['Parameters that are a list', { To: '+1', From: from, Parameters: '[1]' }, 'Parameters'],
    ['Parameters that are null', { To: '+1', From: from, Parameters: 'null' }, 'Parameters'],
    ['Parameters that are text', { To: '+1', From: from, Parameters: '"a"' }, 'Parameters'],
  ])('refuses %s by name', async (_, form, field) => {
    const response = await server.send(paths.executions(flow), { form: form as Record<string, string> });
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>()).toMatchObject({ code: 20001, status: 400, details: { field } });
    expect(response.json<Problem>().message).toContain(field);
  });

  it('accept a messaging service as From', async () => {
    const form = { To: contact(), From: `MG${'1'.repeat(32)}` };
    expect((await server.send(paths.executions(flow), { form })).statusCode).toBe(201);
  });

  it('conflict with an active one of the address pair, and can be created after its end', async () => {
    const to = contact();
    const sid = await server.startExecution(flow, to);
    const form = { To: to, From: from };
    const response = await server.send(paths.executions(flow), { form });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({
      code: 20409,
      message: `Execution ${sid} is already active for this contact. End the active Execution before creating a new one`,
      more_info: 'http://flows.test/errors/20409',
      status: 409,
      details: { conflicting_execution_sid: sid },
    });
    const ended = await server.send(paths.execution(flow, sid), { form: { Status: 'ended' } });
    expect(ended.statusCode).toBe(200);
    expect(ended.json()).toMatchObject({ sid, status: 'ended' });
    expect((await server.send(paths.executions(flow), { form })).statusCode).toBe(201);
  });

  it('start exactly once for fifty concurrent requests', async () => {
    const form = { To: contact(), From: from };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => server.send(paths.executions(flow), { form })),
    );
    const created = responses.filter((response) => response.statusCode === 201);
    const conflicts = responses.filter((response) => response.statusCode === 409);
    expect([created.length, conflicts.length]).toEqual([1, 49]);
    const sid = created[0]?.json<ExecutionResource>().sid;
    for (const response of conflicts) {
      expect(response.json()).toMatchObject({ details: { conflicting_execution_sid: sid } });
    }
  });

  it('of one account and address pair have SIDs of one shard', async () => {
    const to = contact();
    const first = await server.startExecution(flow, to);
    await server.send(paths.execution(flow, first), { form: { Status: 'ended' } });
    const second = await server.startExecution(flow, to);
    expect(second).not.toBe(first);
    expect(second.slice(0, 4)).toBe(first.slice(0, 4));
  });

  it('run the published revision, and the newest draft for test users', async () => {
    const own = await server.addFlow(survey, 'draft');
    const tester = contact();
    const refused = await server.send(paths.executions(own), { form: { To: contact(), From: from } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<Problem>().message).toContain('published');
    await server.send(paths.testUsers(own), { form: { TestUsers: tester } });
    const drafted = await server.startExecution(own, tester);
    expect((await server.view(own, drafted)).execution.flow_version).toBe(1);
    await server.send(paths.flow(own), { form: { Status: 'published' } });
    await server.send(paths.flow(own), { form: { Status: 'draft', FriendlyName: 'Next' } });
    const live = await server.startExecution(own, contact());
    expect((await server.view(own, live)).execution.flow_version).toBe(2);
    await server.send(paths.execution(own, drafted), { form: { Status: 'ended' } });
    const newest = await server.startExecution(own, tester);
    expect((await server.view(own, newest)).execution.flow_version).toBe(3);
  });

  it('are updated: active changes nothing and revives nothing, ended ends once, other values are rejected', async () => {
    const sid = await server.startExecution(flow, contact());
    const update = (form: Record<string, string>) => server.send(paths.execution(flow, sid), { form });
    expect((await update({ Status: 'active' })).json()).toMatchObject({ status: 'active' });
    expect((await update({ Status: 'gone' })).statusCode).toBe(400);
    expect((await update({})).statusCode).toBe(400);
    expect((await server.view(flow, sid)).ended_by).toBeNull();
    expect((await update({ Status: 'ended' })).json()).toMatchObject({ status: 'ended' });
    const { steps, ended_by } = await server.view(flow, sid);
    expect(steps.at(-1)).toMatchObject({ name: 'stopped', transitioned_to: 'Ended' });
    expect(ended_by).toMatchObject({ name: null, key: null });
    expect((await update({ Status: 'ended' })).statusCode).toBe(200);
    expect((await update({ Status: 'active' })).json()).toMatchObject({
      ...{ status: 400, code: 20001, details: { field: 'Status' } },
      message: 'Parameter Status: an execution that has ended cannot become active again',
    });
    expect((await server.view(flow, sid)).steps).toHaveLength(steps.length);
  });

  it('are deleted with all their steps', async () => {
    const sid = await server.startExecution(flow, contact());
    const gone = await server.send(paths.execution(flow, sid), { method: 'DELETE' });
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    for (const url of [
      paths.execution(flow, sid),
      paths.steps(flow, sid),
      paths.executionContext(flow, sid),
    ]) {
      expect((await server.send(url)).statusCode).toBe(404);
    }
    expect((await server.send(paths.execution(flow, sid), { method: 'DELETE' })).statusCode).toBe(404);
  });

  it('are listed newest first, by status and time, in pages', async () => {
    const own = await server.addFlow(survey);
    const sids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      server.advanceClock(1_000);
      sids.unshift(await server.startExecution(own, contact()));
    }
    const last = sids[4] ?? '';
    await server.send(paths.execution(own, last), { form: { Status: 'ended' } });
    const list = async (query: string) =>
      (await server.send(`${paths.executions(own)}${query}`)).json<ExecutionPage>();
    const found = (page: ExecutionPage) => page.executions.map(({ sid }) => sid);

    const whole = await list('');
    expect(found(whole)).toEqual(sids);
    expect(whole.meta).toMatchObject({ key: 'executions', next_page_url: null, page_size: 50 });
    expect(whole.executions[0]).toMatchObject({ context: null, flow_version: 1 });
    expect(found(await list('?status=ended'))).toEqual([last]);
    expect(found(await list('?Status=active'))).toEqual(sids.slice(0, 4));

    const middle = (await server.view(own, sids[2] ?? '')).execution.date_created;
    const after = found(await list(`?DateCreatedFrom=${middle}`));
    const before = found(await list(`?DateCreatedTo=${middle}`));
    expect([...after, ...before]).toEqual(sids);
    expect(after).toContain(sids[2]);

    const pages: string[][] = [];
    let url: string | null = `${paths.executions(own)}?PageSize=2&status=active`;
    while (url !== null) {
      const page: ExecutionPage = (await server.send(url.replace('http://flows.test', ''))).json();
      pages.push(found(page));
      url = page.meta.next_page_url;
    }
    expect(pages).toEqual([sids.slice(0, 2), sids.slice(2, 4)]);
  });

  it.each([
    'status=gone',
    'DateCreatedFrom=yesterday',
    'DateCreatedTo=2026-13-01',
    'PageToken=x',
    'PageSize=0',
  ])('refuses a list with %s', async (query) => {
    const response = await server.send(`${paths.executions(flow)}?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().message.toLowerCase()).toContain(query.split('=')[0]?.toLowerCase());
  });

  it('list steps newest first, each with the context at its end', async () => {
    const to = contact();
    const sid = await server.startExecution(flow, to, { a: 1 });
    await server.postWebhook(flow, { MessageSid: `SM${to.slice(1)}`, From: to, To: from, Body: 'Ann' });
    const { steps, meta } = (await server.send(paths.steps(flow, sid))).json<StepPage>();
    expect(meta.key).toBe('steps');
    expect(steps.map((step) => [step.transitioned_from, step.name, step.transitioned_to, step.type])).toEqual(
      [
        ['greet', 'sent', 'Ended', 'send-message'],
        ['keep', 'next', 'greet', 'set-variables'],
        ['ask', 'incomingMessage', 'keep', 'send-and-wait-for-reply'],
        ['Trigger', 'incomingRequest', 'ask', 'trigger'],
      ],
    );
    const stepSid = steps[2]?.sid ?? '';
    const step = (await server.send(paths.step(flow, sid, stepSid))).json<StepResource>();
    expect(step).toMatchObject({ sid: stepSid, execution_sid: sid, flow_sid: flow, parent_step_sid: null });
    const context = (await server.send(paths.stepContext(flow, sid, stepSid))).json();
    expect(context).toMatchObject({
      step_sid: stepSid,
      context: { widgets: { ask: { inbound: { Body: 'Ann' } } }, flow: { data: { a: 1 }, variables: {} } },
    });
    const newest = (await server.send(paths.stepContext(flow, sid, steps[0]?.sid ?? ''))).json<{
      context: object;
    }>();
    const whole = (await server.send(paths.executionContext(flow, sid))).json<{ context: object }>();
    expect(newest.context).toEqual(whole.context);
    const page = (await server.send(`${paths.steps(flow, sid)}?PageSize=3`)).json<StepPage>();
    const rest = (
      await server.send((page.meta.next_page_url ?? '').replace('http://flows.test', ''))
    ).json<StepPage>();
    expect([...page.steps, ...rest.steps]).toEqual(steps);
  });

  it('are in the view of their execution a part at a time when they are large', async () => {
    const value = (text: string) => [{ key: 'x', value: text.repeat(16_000) }];
    const loop = await server.addFlow({
      description: '',
      initial_state: 'Trigger',
      states: [
        { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingRequest', next: 's0' }] },
        ...Array.from({ length: 30 }, (_, at) => ({
          name: `s${at}`,
          type: 'set-variables',
          transitions: [{ event: 'next', ...(at < 29 && { next: `s${at + 1}` }) }],
          properties: { variables: value(String.fromCodePoint(97 + (at % 26))) },
        })),
      ],
    });
    const sid = await server.startExecution(loop, contact());
    const seen: number[] = [];
    let responses = 0;
    for (let after: number | null = 0; after !== null; responses++) {
      const response = await server.send(`${paths.executionView(loop, sid)}?After=${after}`);
      const view = response.json<ExecutionView>();
      const context = JSON.stringify(view.execution.context).length;
      expect(response.body.length - context).toBeLessThan(300_000);
      expect(view.execution.context === null).toBe(after > 0);
      seen.push(...view.steps.map(({ seq }) => seq));
      after = view.next;
    }
    expect(responses).toBeGreaterThan(2);
    expect(seen).toEqual(Array.from({ length: 31 }, (_, at) => at + 1));
    const { steps } = (await server.send(paths.steps(loop, sid))).json<StepPage>();
    const before = (await server.send(paths.stepContext(loop, sid, steps[1]?.sid ?? ''))).json();
    expect(before).toMatchObject({ context: { flow: { variables: { x: 'c'.repeat(16_000) } } } });
  });

  it('share the work of their turn with their subflows', async () => {
    const dates = '{{ "now" | date: "%H" }}'.repeat(100);
    const child = await server.addFlow({
      description: '',
      initial_state: 'Trigger',
      states: [
        { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingParent', next: 'fill' }] },
        {
          name: 'fill',
          type: 'set-variables',
          transitions: [{ event: 'next' }],
          properties: { variables: [{ key: 'x', value: dates }] },
        },
      ],
    });
    const parent = await server.addFlow({
      description: '',
      initial_state: 'Trigger',
      states: [
        { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingRequest', next: 'a' }] },
        ...['a', 'b', 'c'].map((name, at) => ({
          name,
          type: 'run-subflow',
          transitions: [{ event: 'completed', ...(at < 2 && { next: 'bc'[at] }) }],
          properties: { flow_sid: child, flow_revision: 'LatestPublished' },
        })),
      ],
    });
    await server.startExecution(parent, contact());
    const lastSteps: (string | undefined)[] = [];
    for (const { sid } of await server.executionsOf(child)) {
      lastSteps.push((await server.view(child, sid)).steps.at(-1)?.name);
    }
    expect(lastSteps.sort()).toEqual(['limitExceeded', 'limitExceeded', 'next']);
  });

  it('keep the digits of numbers in parameters, of a form and of JSON, and give them back', async () => {
    const Parameters = '{"id":7615917337495251231,"rate":7.0,"small":[1,2.5]}';
    const form = { To: contact(), From: from, Parameters };
    const body = `{"To":"${contact()}","From":"${from}","Parameters":${Parameters}}`;
    const headers = { 'content-type': 'application/json' };
    for (const request of [{ form }, { body, headers }]) {
      const begun = await server.send(paths.executions(flow), request);
      expect([begun.statusCode, begun.body]).toEqual([201, expect.stringContaining(`"data":${Parameters}`)]);
      const { sid } = begun.json<ExecutionResource>();
      for (const path of [paths.executionContext(flow, sid), paths.executionView(flow, sid)]) {
        const response = await server.send(path);
        expect(response.body).toContain(Parameters);
      }
    }
  });

  it('are not begun with parameters that are too large or nested too deeply', async () => {
    // Over a socket: the rest of a body that is refused is read before the response.
    const url = (await server.listen()) + paths.executions(flow);
    const headers = { authorization: basicAuthorization(server.account) };
    const start = async (Parameters: string) => {
      const body = new URLSearchParams({ To: contact(), From: from, Parameters });
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await start(JSON.stringify({ a: 'x'.repeat(1_000_001) }))).toBe(413);
    expect(await start(`{"a":${'['.repeat(150)}${']'.repeat(150)}}`)).toBe(400);
    expect(await start(JSON.stringify({ a: 'x'.repeat(900_000) }))).toBe(201);
  });

  it('are hidden from other accounts and under other flows', async () => {
    const sid = await server.startExecution(flow, contact());
    const step = (await server.send(paths.steps(flow, sid))).json<StepPage>().steps[0]?.sid ?? '';
    const second = await server.addFlow(survey);
    const own = [
      paths.executions(flow),
      paths.execution(flow, sid),
      paths.executionContext(flow, sid),
      paths.steps(flow, sid),
      paths.step(flow, sid, step),
      paths.stepContext(flow, sid, step),
      paths.executionView(flow, sid),
      paths.executionAlone(sid),
    ];
    for (const url of own) {
      expect((await server.send(url)).statusCode).toBe(200);
      expect((await server.send(url, { by: server.other })).statusCode).toBe(404);
      expect((await server.send(url, { by: null })).statusCode).toBe(401);
      if (url !== paths.executions(flow) && url.includes(flow)) {
        expect((await server.send(url.replace(flow, second))).statusCode).toBe(404);
      }
    }
    const form = { Status: 'ended' };
    expect((await server.send(paths.execution(flow, sid), { form, by: server.other })).statusCode).toBe(404);
    const foreign = { method: 'DELETE', by: server.other } as const;
    expect((await server.send(paths.execution(flow, sid), foreign)).statusCode).toBe(404);
    const start = { form: { To: contact(), From: from }, by: server.other };
    expect((await server.send(paths.executions(flow), start)).statusCode).toBe(404);
  });

  it.each([
    paths.executions(unknownFlow),
    paths.executions('FW1'),
    paths.execution(unknownFlow, unknownExecution),
    paths.steps(unknownFlow, unknownExecution),
    paths.executionView(unknownFlow, unknownExecution),
    paths.executionAlone(unknownExecution),
    paths.step('%00', "'", '<'),
    paths.execution(unknownFlow, "FN' or 1=1 --"),
  ])('responds with 404 for %s', async (url) => {
    const response = await server.send(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 20404, status: 404 });
  });

  it('respond with 404 for a step of another execution', async () => {
    const sid = await server.startExecution(flow, contact());
    expect((await server.send(paths.step(flow, sid, unknownStep))).statusCode).toBe(404);
    expect((await server.send(paths.stepContext(flow, sid, unknownStep))).statusCode).toBe(404);
  });
});
