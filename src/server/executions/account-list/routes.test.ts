/** The list over all flows: filters, paging both ways, bounded search, masked contacts and the file, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountExecution } from '#api/executions/account-execution.ts';
import type { AccountExecutionPage } from '#api/executions/account-list.ts';
import { paths } from '#api/paths.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { findAccountExecutions } from './store.ts';

const asking = flowOf(
  widget(
    'send-and-wait-for-reply',
    'ask',
    { body: 'Yes?', from: '{{flow.channel.address}}', timeout: '3600' },
    { incomingMessage: null, timeout: null, deliveryFailure: null },
  ),
);
const brief = flowOf(
  widget('set-variables', 'note', { variables: [{ key: 'a', value: '1', type: 'string' }] }, { next: null }),
);
const failing = flowOf(
  widget(
    'run-subflow',
    'lost',
    { flow_sid: `FW${'0'.repeat(32)}`, flow_revision: 'LatestPublished', parameters: [] },
    {
      completed: null,
      failed: null,
    },
  ),
);

describe.each(databaseKinds)('the executions of an account, %s', (kind) => {
  const lines: string[] = [];
  let server: RunningServer;
  let flows: { waiting: string; ended: string; failed: string };
  let first: string;
  const contact = '+447700900142';
  const started: number[] = [];

  beforeAll(async () => {
    server = await openRunningServer(kind, { log: { level: 'info', to: (line) => lines.push(line) } });
    const waiting = await server.addFlow(asking);
    const ended = await server.addFlow(brief);
    const failed = await server.addFlow(failing);
    flows = { waiting, ended, failed };
    first = await server.startExecution(waiting, contact);
    for (const flow of [waiting, ended, failed, waiting, ended, waiting]) {
      server.advanceClock(60_000);
      started.push(server.ctx.clock.now());
      await server.startExecution(flow, server.contact());
    }
  }, startTimeoutMs);
  afterAll(() => server.close());

  const get = async (query: Record<string, string> = {}) => {
    const response = await server.send(`${paths.accountExecutions}?${new URLSearchParams(query)}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AccountExecutionPage>();
  };
  const found = async (query: Record<string, string>) => (await get(query)).executions;
  const flowsOf = (executions: AccountExecution[]) => executions.map(({ flow_sid }) => flow_sid);

  it('are listed newest first over all flows, with the widget, the event and the error', async () => {
    const all = await found({});
    const { waiting, ended, failed } = flows;
    expect(flowsOf(all)).toEqual([waiting, ended, waiting, failed, ended, waiting, waiting]);
    expect(all[3]).toMatchObject({ status: 'ended', event: 'failed', error_code: 81024, widget: null });
    expect(all.at(-1)).toMatchObject({
      sid: first,
      status: 'active',
      contact_masked: '+44 ••• ••42',
      widget: 'ask',
      waiting_for: 'reply',
      event: 'incomingRequest',
      error_code: null,
      channel: '+15559999',
    });
  });

  it.each([
    ['status', { Status: 'active' }, 4],
    ['ended status', { Status: 'ended' }, 3],
    ['contact', { Contact: contact }, 1],
    ['an unknown contact', { Contact: '+1' }, 0],
    ['channel', { Channel: '+15559999' }, 7],
    ['another channel', { Channel: '+1' }, 0],
    ['event', { Event: 'failed' }, 1],
    ['any error', { Error: 'any' }, 1],
    ['the error', { Error: '81024' }, 1],
    ['another error', { Error: '1' }, 0],
    ['revision', { Revision: '1' }, 7],
    ['another revision', { Revision: '2' }, 0],
    ['contact and status', { Contact: contact, Status: 'ended' }, 0],
  ])('are filtered by %s', async (_, query, count) => {
    expect(await found(query as unknown as Record<string, string>)).toHaveLength(count);
  });

  it('are filtered by flow, by widget, and by both with the status', async () => {
    const { waiting, failed } = flows;
    expect(await found({ FlowSid: waiting })).toHaveLength(4);
    expect(await found({ FlowSid: failed, Error: 'any' })).toHaveLength(1);
    expect(await found({ FlowSid: waiting, Widget: 'ask' })).toHaveLength(4);
    expect(await found({ Widget: 'ask', Status: 'active' })).toHaveLength(4);
    expect(await found({ FlowSid: waiting, Widget: 'nowhere' })).toEqual([]);
    expect(await found({ FlowSid: waiting, Widget: 'ask', Status: 'ended' })).toEqual([]);
  });

  it('are filtered by when they started', async () => {
    const [from, to] = [started[1], started[3]].map((at) => new Date(at ?? 0).toISOString());
    const between = await found({ DateCreatedFrom: from ?? '', DateCreatedTo: to ?? '' });
    expect(flowsOf(between)).toEqual([flows.failed, flows.ended]);
  });

  it('are found by the execution whose subflows they are', async () => {
    const child = await server.addFlow(brief);
    const parent = await server.addFlow(
      flowOf(
        widget(
          'run-subflow',
          'run',
          { flow_sid: child, flow_revision: 'LatestPublished', parameters: [] },
          { completed: null, failed: null },
        ),
      ),
    );
    const sid = await server.startExecution(parent, server.contact());
    const { steps } = await server.view(parent, sid);
    const step = steps.find(({ type }) => type === 'run-subflow')?.sid;
    const children = await found({ ParentSid: sid });
    expect(children).toMatchObject([{ flow_sid: child, parent_sid: sid, parent_step_sid: step }]);
    for (const each of [sid, children[0]?.sid ?? '']) {
      const flow = each === sid ? parent : child;
      await server.send(paths.execution(flow, each), { method: 'DELETE' });
    }
  });

  it('are paged both ways without a gap', async () => {
    const older: string[] = [];
    let page = await get({ PageSize: '3', Channel: '+15559999' });
    for (;;) {
      older.push(...page.executions.map(({ sid }) => sid));
      if (page.meta.next_page_url === null) break;
      page = (await server.send(page.meta.next_page_url)).json();
    }
    const newer: string[] = page.executions.map(({ sid }) => sid);
    while (page.meta.previous_page_url !== null) {
      page = (await server.send(page.meta.previous_page_url)).json();
      newer.unshift(...page.executions.map(({ sid }) => sid));
    }
    expect(older).toHaveLength(7);
    expect(new Set(older).size).toBe(7);
    expect(newer).toEqual(older);
  });

  it('are searched a bounded number at a time, and the page says how far it came', async () => {
    const { account } = server;
    const search = (position: string | null) =>
      findAccountExecutions(
        server.ctx.database.read,
        account.account_sid,
        { event: 'failed' },
        { size: 5, from: position === null ? null : { direction: 'older', position } },
        3,
      );
    const one = await search(null);
    expect(one).toMatchObject({ rows: [], older: true, searchedTo: expect.any(String) });
    const two = await search(one.searchedTo);
    expect(two.rows).toMatchObject([{ event: 'failed' }]);
    const three = await search(two.searchedTo);
    expect(three).toMatchObject({ rows: [], older: false, searchedTo: null });
  });

  it('are fetched by their SIDs, those of others left out', async () => {
    expect(await found({ Sids: `${first},FN${'0'.repeat(32)}` })).toMatchObject([{ sid: first }]);
    const foreign = await server.send(`${paths.accountExecutions}?Sids=${first}`, { by: server.other });
    expect(foreign.json<AccountExecutionPage>().executions).toEqual([]);
    const others = await server.send(`${paths.accountExecutions}?FlowSid=${flows.waiting}`, {
      by: server.other,
    });
    expect(others.json<AccountExecutionPage>().executions).toEqual([]);
  });

  it('refuse a filter that cannot be, by name', async () => {
    for (const [name, value] of [
      ['Error', 'x'],
      ['FlowSid', 'FW1'],
      ['Revision', '0'],
      ['DateCreatedFrom', 'soon'],
      ['Sids', 'FN1'],
    ]) {
      const response = await server.send(`${paths.accountExecutions}?${name}=${value}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ details: { field: name } });
    }
  });

  it('are a CSV file with masked contacts', async () => {
    const response = await server.send(
      `${paths.accountExecutionsCsv}?Contact=${encodeURIComponent(contact)}`,
    );
    expect(response.headers['content-type']).toContain('text/csv');
    const [head, line, ...rest] = response.body.split('\r\n');
    expect(head).toMatch(/^sid,status,contact_masked,/);
    expect(line).toContain(`${first},active,+44 ••• ••42,${flows.waiting},1,`);
    expect(rest).toEqual(['']);
    const all = await server.send(paths.accountExecutionsCsv);
    expect(all.body.split('\r\n')).toHaveLength(9);
  });

  it('are found at a widget by each of its names, with the present one', async () => {
    const named = (name: string) => {
      const { states, ...rest } = asking;
      const renamed = states.map((state) => (state.name === 'ask' ? { ...state, name } : state));
      const text = JSON.stringify({ ...rest, states: renamed });
      return text.replaceAll('"next":"ask"', `"next":"${name}"`);
    };
    const flow = await server.addFlow(asking);
    const sids = [await server.startExecution(flow, server.contact())];
    for (const name of ['ask_first', 'ask_day']) {
      const form = { Status: 'published', Definition: named(name) };
      expect((await server.send(paths.flow(flow), { form })).statusCode).toBe(200);
      server.advanceClock(1_000);
      sids.unshift(await server.startExecution(flow, server.contact()));
    }
    for (const Widget of ['ask', 'ask_first', 'ask_day']) {
      const page = await get({ FlowSid: flow, Widget });
      expect(page.executions.map(({ sid }) => sid)).toEqual(sids);
      expect(page.widget).toBe('ask_day');
      const counted = await server.send(
        `${paths.executionCounts}?${new URLSearchParams({ FlowSid: flow, Widget })}`,
      );
      expect(counted.json()).toMatchObject({ count: 3 });
    }
    const foreign = await server.send(
      `${paths.accountExecutions}?${new URLSearchParams({ FlowSid: flow, Widget: 'ask' })}`,
      { by: server.other },
    );
    expect(foreign.json()).toMatchObject({ executions: [], widget: 'ask' });
  });

  it('reveal the contact of one, which is logged without the address', async () => {
    const response = await server.send(paths.executionContact(first), { method: 'POST' });
    expect(response.json()).toEqual({ sid: first, contact_channel_address: contact });
    const logged = lines.filter((line) => line.includes('Contact revealed'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(first);
    expect(logged[0]).not.toContain(contact);
    const foreign = await server.send(paths.executionContact(first), { method: 'POST', by: server.other });
    expect(foreign.statusCode).toBe(404);
  });

  it('keep the error of a step when they go on', async () => {
    const ask = { body: 'Again?', from: '{{flow.channel.address}}', timeout: '3600' };
    const subflow = { flow_sid: `FW${'0'.repeat(32)}`, flow_revision: 'LatestPublished', parameters: [] };
    const flow = await server.addFlow(
      flowOf(
        widget('run-subflow', 'lost', subflow, { completed: null, failed: 'ask' }),
        widget('send-and-wait-for-reply', 'ask', ask, { incomingMessage: null, timeout: null }),
      ),
    );
    const someone = server.contact();
    await server.startExecution(flow, someone);
    const failed = { FlowSid: flow, Error: '81024' };
    expect(await found(failed)).toMatchObject([{ status: 'active' }]);
    await server.postWebhook(flow, {
      MessageSid: `SM${'e'.repeat(32)}`,
      From: someone,
      To: '+15559999',
      Body: 'no',
    });
    expect(await found(failed)).toMatchObject([{ status: 'ended', error_code: 81024 }]);
  });

  it('are paged without a gap where several began in the same millisecond', async () => {
    const flow = await server.addFlow(brief);
    const begun = [0, 1, 2].map(() => server.startExecution(flow, server.contact()));
    const sids = await Promise.all(begun);
    await server.ctx.database.write((tx) =>
      tx
        .updateTable('executions')
        .set({ created_at: started[0] ?? 0 })
        .where('flow', '=', flow)
        .execute(),
    );
    const seen: string[] = [];
    let page = await get({ PageSize: '1', FlowSid: flow });
    for (;;) {
      seen.push(...page.executions.map(({ sid }) => sid));
      if (page.meta.next_page_url === null) break;
      page = (await server.send(page.meta.next_page_url)).json();
    }
    expect(seen).toEqual(sids.toSorted().reverse());
  });
});
