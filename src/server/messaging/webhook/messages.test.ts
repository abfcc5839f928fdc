/** Inbound messages at the webhook, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { ask, flowOf, send, survey, widget } from '../../flows/testing/flows.ts';
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

describe.each(databaseKinds)('webhook, %s', (kind) => {
  let server: RunningServer;
  const fresh = () => server.contact();

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  describe('messages', () => {
    it('start the flow, advance it, and get its replies', async () => {
      const flow = await server.addFlow(survey);
      const from = fresh();
      const first = await server.postWebhook(flow, text(from, 'Hi'));
      expect(first.headers['content-type']).toContain('text/xml');
      expect(replies(first.body)).toEqual(['Your name?']);
      expect(replies((await server.postWebhook(flow, text(from, 'Ann & Bob'))).body)).toEqual([
        'Hello Ann & Bob',
      ]);
      const [execution] = await server.executionsOf(flow);
      expect(execution?.status).toBe('ended');
      const view = await server.view(flow, execution?.sid ?? '');
      expect(view.execution.initiated_by).toBe(text(from, 'Hi').MessageSid);
      expect(view.steps.map((step) => step.name)).toEqual([
        'incomingMessage',
        'incomingMessage',
        'next',
        'sent',
      ]);
    });

    it('that are delivered twice change nothing and get the same replies', async () => {
      const flow = await server.addFlow(survey);
      const from = fresh();
      const one = await Promise.all(
        Array.from({ length: 5 }, () => server.postWebhook(flow, text(from, 'Hi'))),
      );
      expect(new Set(one.map((response) => response.body)).size).toBe(1);
      const two = await Promise.all(
        Array.from({ length: 5 }, () => server.postWebhook(flow, text(from, 'Ann'))),
      );
      expect(two.map((response) => replies(response.body))).toEqual(Array(5).fill(['Hello Ann']));
      const executions = await server.executionsOf(flow);
      expect(executions).toHaveLength(1);
      expect((await server.view(flow, executions[0]?.sid ?? '')).steps).toHaveLength(4);
    });

    it('of one contact that arrive concurrently start one execution', async () => {
      const flow = await server.addFlow(survey);
      const from = fresh();
      await Promise.all(['a', 'b', 'c', 'd'].map((body) => server.postWebhook(flow, text(from, body))));
      const executions = await server.executionsOf(flow);
      const lengths = await Promise.all(
        executions.map(async ({ sid }) => (await server.view(flow, sid)).steps.length),
      );
      // Each message either starts one, or is a reply to the active one.
      expect(lengths.toSorted()).toEqual([4, 4]);
    });

    it('are accepted by GET, and require a sender and a recipient', async () => {
      const flow = await server.addFlow(survey);
      const url = paths.webhook(server.account.account_sid, flow);
      const query = new URLSearchParams(text(fresh(), 'Hi')).toString();
      expect(replies((await server.send(`${url}?${query}`, { by: null })).body)).toEqual(['Your name?']);
      for (const form of [{ Body: 'x', To: '+1' }, { Body: 'x', From: '+1' }, { From: '+1', To: '+2' }, {}]) {
        const response = await server.postWebhook(flow, form as Record<string, string>);
        expect([response.statusCode, response.headers['content-type']]).toEqual([
          400,
          expect.stringContaining('application/json'),
        ]);
      }
    });

    it('for a flow that does not exist get 404', async () => {
      const flow = await server.addFlow(survey);
      const { account_sid } = server.other;
      for (const url of [
        paths.webhook(server.account.account_sid, `FW${'0'.repeat(32)}`),
        paths.webhook(account_sid, flow),
        paths.webhook('AC1', flow),
        paths.webhook(server.account.account_sid, 'x'),
      ]) {
        expect((await server.send(url, { form: text(fresh(), 'Hi'), by: null })).statusCode).toBe(404);
      }
      const draft = await server.addFlow(survey, 'draft');
      expect((await server.postWebhook(draft, text(fresh(), 'Hi'))).statusCode).toBe(400);
    });

    it('of test users run the newest draft', async () => {
      const flow = await server.addFlow(survey);
      const tester = fresh();
      await server.send(paths.testUsers(flow), { form: { TestUsers: tester } });
      const definition = JSON.stringify(flowOf(send('new', 'The draft', null)));
      await server.send(paths.flow(flow), { form: { Status: 'draft', Definition: definition } });
      expect(replies((await server.postWebhook(flow, text(tester, 'Hi'))).body)).toEqual(['The draft']);
      expect(replies((await server.postWebhook(flow, text(fresh(), 'Hi'))).body)).toEqual(['Your name?']);
    });
  });

  describe('timeouts', () => {
    it('fire when a contact does not reply', async () => {
      const flow = await server.addFlow(survey);
      const from = fresh();
      const sid = await server.startExecution(flow, from);
      server.advanceClock(59_000);
      await server.eventually(flow, sid, { at: 'ask' });
      server.advanceClock(1_000);
      await server.eventually(flow, sid, { at: null, execution: { status: 'ended' } });
      const names = (await server.view(flow, sid)).steps.map((step) => step.name);
      expect(names).toEqual(['incomingRequest', 'timeout', 'sent']);
      const { messages } = (
        await server.send(`${paths.messages}?To=${encodeURIComponent(from)}`)
      ).json<MessagePage>();
      expect(messages.map(({ body }) => body)).toEqual(['Too late', 'Your name?']);
    });

    it('and a concurrent reply make one transition', async () => {
      const flow = await server.addFlow(survey);
      const contacts = Array.from({ length: 20 }, fresh);
      const sids = await Promise.all(contacts.map((to) => server.startExecution(flow, to)));
      server.advanceClock(60_000);
      await Promise.all(contacts.map((from) => server.postWebhook(flow, text(from, 'Ann'))));
      await Promise.all(sids.map((sid) => server.eventually(flow, sid, { execution: { status: 'ended' } })));
      for (const sid of sids) {
        const { steps } = await server.view(flow, sid);
        const left = steps.filter((step) => step.transitioned_from === 'ask');
        expect(left).toHaveLength(1);
        expect(steps.map((step) => step.seq)).toEqual(steps.map((_, index) => index + 1));
      }
    });

    it('end an execution after 30 days, whatever it waits for', async () => {
      const flow = await server.addFlow(flowOf(ask('ask', 'Well?', 60 * 86_400, null, null)));
      const sid = await server.startExecution(flow, fresh());
      server.advanceClock(30 * 86_400_000 - 1_000);
      await server.eventually(flow, sid, { at: 'ask' });
      server.advanceClock(1_000);
      await server.eventually(flow, sid, { execution: { status: 'ended' } });
    });
  });

  describe('subflows', () => {
    it('run inside their parent and return their variables', async () => {
      const child = await server.addFlow(survey);
      const parent = await server.addFlow(
        flowOf(
          widget(
            'run-subflow',
            'sub',
            { flow_sid: child, flow_revision: 'LatestPublished', parameters: [{ key: 'k', value: 'v' }] },
            { completed: 'end', failed: null },
          ),
          send('end', 'Done with {{widgets.sub.name}}', null),
        ),
      );
      const from = fresh();
      expect(replies((await server.postWebhook(parent, text(from, 'Hi'))).body)).toEqual(['Your name?']);
      expect(replies((await server.postWebhook(parent, text(from, 'Ann'))).body)).toEqual([
        'Hello Ann',
        'Done with Ann',
      ]);
      const [inner] = await server.executionsOf(child);
      const [outer] = await server.executionsOf(parent);
      expect([inner?.status, outer?.status]).toEqual(['ended', 'ended']);
      const steps = (await server.send(paths.steps(parent, outer?.sid ?? ''))).json<{
        steps: { sid: string; type: string }[];
      }>();
      const began = steps.steps.find((step) => step.type === 'run-subflow');
      const list = (await server.send(paths.steps(child, inner?.sid ?? ''))).json<{
        steps: { parent_step_sid: string }[];
      }>();
      expect(list.steps.every((step) => step.parent_step_sid === began?.sid)).toBe(true);
    });

    it('end with their parent, and a missing one fails', async () => {
      const child = await server.addFlow(survey);
      const sub = (flow_sid: string) =>
        widget(
          'run-subflow',
          'sub',
          { flow_sid, flow_revision: 'LatestPublished' },
          { completed: null, failed: null },
        );
      const parent = await server.addFlow(flowOf(sub(child)));
      const sid = await server.startExecution(parent, fresh());
      expect((await server.executionsOf(child))[0]?.status).toBe('active');
      await server.send(paths.execution(parent, sid), { form: { Status: 'ended' } });
      expect((await server.executionsOf(child))[0]?.status).toBe('ended');
      const orphan = await server.addFlow(flowOf(sub(`FW${'0'.repeat(32)}`)));
      const failed = await server.startExecution(orphan, fresh());
      expect((await server.view(orphan, failed)).steps.at(-1)).toMatchObject({
        name: 'failed',
        notes: [{ code: 81024 }],
      });
    });
  });
});
