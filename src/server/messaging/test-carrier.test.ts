/** The test carrier and the built-in tasks, on every database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallPage, CallResource, MessagePage } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import type { TaskResource } from '#api/tasks/operations.ts';
import { flowOf, send, survey, widget } from '../flows/testing/flows.ts';
import { readMarkup } from '../testing/read-markup.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

const channel = '+15559999';

describe.each(databaseKinds)('test carrier and tasks, %s', (kind) => {
  let server: RunningServer;
  const fresh = () => server.contact();

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  describe('the test carrier', () => {
    const calling = flowOf(
      widget(
        'make-outgoing-call-v2',
        'call',
        { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30 },
        { answered: 'say', busy: 'text', noAnswer: 'text', failed: null },
      ),
      widget('say-play', 'say', { say: 'Your appointment', loop: 1 }, { audioComplete: null }),
      send('text', 'We could not reach you: {{widgets.call.CallStatus}}', null),
    );
    const callOf = async (execution: string) =>
      (await server.send(paths.calls))
        .json<CallPage>()
        .calls.find((call) => call.execution_sid === execution);

    it('lets a person answer a call that a flow places', async () => {
      const flow = await server.addFlow(calling);
      const sid = await server.startExecution(flow, fresh());
      const call = await callOf(sid);
      expect(call).toMatchObject({ status: 'ringing', direction: 'outbound', from: channel });
      const answered = await server.send(paths.call(call?.sid ?? ''), { form: { Status: 'in-progress' } });
      const markup = answered.json<CallResource>().markup ?? '';
      expect(readMarkup(markup).children[0]).toMatchObject({ name: 'Say', text: 'Your appointment' });
      const after = new URL(readMarkup(markup).children[1]?.text ?? '').search;
      const done = await server.postWebhook(
        flow,
        { CallSid: call?.sid ?? '', From: channel, To: call?.to ?? '', CallStatus: 'in-progress' },
        after,
      );
      expect(readMarkup(done.body).children.map(({ name }) => name)).toEqual(['Hangup']);
      expect((await callOf(sid))?.status).toBe('completed');
    });

    it.each([['busy'], ['no-answer']])('reports a call as %s', async (status) => {
      const flow = await server.addFlow(calling);
      const sid = await server.startExecution(flow, fresh());
      await server.send(paths.call((await callOf(sid))?.sid ?? ''), { form: { Status: status } });
      const view = await server.view(flow, sid);
      expect(view.steps.map((step) => step.name)).toEqual([
        'incomingRequest',
        status === 'busy' ? 'busy' : 'noAnswer',
        'sent',
      ]);
    });

    it('lets a call ring no longer than its timeout', async () => {
      const flow = await server.addFlow(calling);
      const sid = await server.startExecution(flow, fresh());
      server.advanceClock(29_000);
      await server.eventually(flow, sid, { at: 'call' });
      server.advanceClock(1_000);
      await server.eventually(flow, sid, { execution: { status: 'ended' } });
      expect((await server.view(flow, sid)).steps[1]).toMatchObject({ name: 'noAnswer' });
      expect((await callOf(sid))?.status).toBe('no-answer');
    });

    it('routes messages to the flow of their address', async () => {
      const flow = await server.addFlow(survey);
      const address = fresh();
      const point = await server.send(paths.addresses, { form: { Address: address, FlowSid: flow } });
      expect(point.statusCode).toBe(201);
      expect(point.json()).toMatchObject({ address, flow_sid: flow });
      const from = fresh();
      const sent = await server.send(paths.messages, { form: { From: from, To: address, Body: 'Hi' } });
      expect(sent.statusCode).toBe(201);
      expect(sent.json()).toMatchObject({ direction: 'inbound', from, to: address, flow_sid: flow });
      const list = (
        await server.send(`${paths.messages}?To=${encodeURIComponent(from)}`)
      ).json<MessagePage>();
      expect(list.messages.map(({ body }) => body)).toEqual(['Your name?']);
      const nowhere = await server.send(paths.messages, { form: { From: from, To: '+1', Body: 'Hi' } });
      expect(nowhere.json()).toMatchObject({ status: 400, details: { field: 'To' } });
      expect((await server.send(paths.addresses, { by: server.other })).json()).toMatchObject({
        addresses: [],
      });
      const { sid } = point.json<{ sid: string }>();
      const foreign = await server.send(paths.address(sid), { method: 'DELETE', by: server.other });
      expect(foreign.statusCode).toBe(404);
      expect((await server.send(paths.address(sid), { method: 'DELETE' })).statusCode).toBe(204);
    });

    it.each([
      ['a name', { to: 'reception' }],
      ['a number that is none', { to: '+1' }],
      ['a name beside the channel of another conversation', { to: 'reception', channel: 'CH1' }],
    ])('takes no message to %s, which leaves by failed', async (_, recipient) => {
      const flow = await server.addFlow(
        flowOf(
          widget(
            'send-message',
            'tell',
            { body: 'Somebody waits', from: '{{flow.channel.address}}', ...recipient },
            { sent: null, failed: 'sorry' },
          ),
          send('sorry', 'Nobody can be told', null),
        ),
      );
      const contact = fresh();
      const sid = await server.startExecution(flow, contact);
      const { steps, execution } = await server.view(flow, sid);
      expect(steps.map(({ name }) => name)).toEqual(['incomingRequest', 'failed', 'sent']);
      expect(steps[1]).toMatchObject({ notes: [{ code: 81011 }] });
      expect(execution.context).toMatchObject({
        widgets: { tell: { outbound: { Status: 'failed', ErrorCode: '81011' } } },
      });
      const { messages } = (await server.send(paths.messages)).json<MessagePage>();
      const sent = messages.filter(({ execution_sid }) => execution_sid === sid);
      expect(sent.map(({ to, body }) => [to, body])).toEqual([[contact, 'Nobody can be told']]);
    });

    it('starts a flow by a call and gives the markup', async () => {
      const flow = await server.addFlow(
        flowOf(widget('say-play', 'say', { say: 'Hello', loop: 1 }, { audioComplete: null })),
      );
      const address = fresh();
      await server.send(paths.addresses, { form: { Address: address, FlowSid: flow } });
      const call = await server.send(paths.calls, { form: { From: fresh(), To: address } });
      expect(call.statusCode).toBe(201);
      expect(readMarkup(call.json<CallResource>().markup ?? '').children[0]).toMatchObject({
        name: 'Say',
        text: 'Hello',
      });
    });
  });

  describe('tasks', () => {
    const agentDesk = widget(
      'send-to-flex',
      'agentDesk',
      {
        workflow: `WW${'1'.repeat(32)}`,
        channel: `TC${'1'.repeat(32)}`,
        attributes: '{"who":"{{contact.channel.address}}"}',
      },
      { callComplete: 'say', failedToEnqueue: null, callFailure: null },
    );
    const taskOf = async (execution: string) =>
      (await server.send(paths.tasks))
        .json<{ tasks: TaskResource[] }>()
        .tasks.find((task) => task.execution_sid === execution);

    it('are created by a conversation, which goes on, and completed by a person', async () => {
      const flow = await server.addFlow(flowOf(agentDesk, send('say', 'Somebody will write', null)));
      const from = fresh();
      const sid = await server.startExecution(flow, from);
      expect((await server.view(flow, sid)).execution.status).toBe('ended');
      const task = await taskOf(sid);
      expect(task).toMatchObject({
        status: 'pending',
        widget: 'agentDesk',
        attributes: { who: from },
        flow_sid: flow,
      });
      const done = await server.send(paths.task(task?.sid ?? ''), { form: { Status: 'completed' } });
      expect(done.json<TaskResource>()).toMatchObject({
        status: 'completed',
        date_updated: expect.any(String),
      });
      const again = await server.send(paths.task(task?.sid ?? ''), { form: { Status: 'completed' } });
      expect(again.json()).toEqual(done.json());
      expect((await server.send(paths.task(task?.sid ?? ''), { by: server.other })).statusCode).toBe(404);
      expect((await server.send(paths.task(task?.sid ?? ''), { form: { Status: 'lost' } })).statusCode).toBe(
        400,
      );
      expect((await server.send(`${paths.tasks}?Status=lost`)).statusCode).toBe(400);
    });

    it('keep a caller waiting until they are completed', async () => {
      const bye = widget('say-play', 'say', { say: 'Goodbye', loop: 1 }, { audioComplete: null });
      const flow = await server.addFlow(flowOf(agentDesk, bye));
      const call = {
        CallSid: `CA${fresh().slice(1)}`,
        From: fresh(),
        To: channel,
        CallStatus: 'in-progress',
      };
      const waiting = readMarkup((await server.postWebhook(flow, call)).body).children;
      expect(waiting.map(({ name }) => name)).toEqual(['Enqueue', 'Redirect']);
      expect(waiting[0]).toMatchObject({ text: `WW${'1'.repeat(32)}` });
      expect(waiting[0]?.attributes).not.toHaveProperty('waitUrl');
      const [execution] = await server.executionsOf(flow);
      await server.send(paths.task((await taskOf(execution?.sid ?? ''))?.sid ?? ''), {
        form: { Status: 'completed' },
      });
      const after = readMarkup(
        (await server.postWebhook(flow, call, new URL(waiting[1]?.text ?? '').search)).body,
      ).children;
      expect(after[0]).toMatchObject({ name: 'Say', text: 'Goodbye' });
    });

    it('of callers who hear waitUrl in a queue are cancelled when they hang up, and the execution leaves by callFailure', async () => {
      const properties = {
        ...agentDesk.properties,
        waitUrl: 'https://music.example/{{contact.channel.address}}',
        waitUrlMethod: 'GET',
      };
      const flow = await server.addFlow(
        flowOf(
          {
            ...agentDesk,
            properties,
            transitions: [
              { event: 'callComplete' },
              { event: 'failedToEnqueue' },
              { event: 'callFailure', next: 'gone' },
            ],
          },
          widget('set-variables', 'gone', { variables: [] }, { next: null }),
        ),
      );
      const from = fresh();
      const call = { CallSid: `CA${fresh().slice(1)}`, From: from, To: channel, CallStatus: 'in-progress' };
      const [queue] = readMarkup((await server.postWebhook(flow, call)).body).children;
      expect(queue).toMatchObject({
        name: 'Enqueue',
        attributes: { waitUrl: `https://music.example/${from}`, waitUrlMethod: 'GET' },
      });
      const [execution] = await server.executionsOf(flow);
      const sid = execution?.sid ?? '';
      expect(await taskOf(sid)).toMatchObject({ status: 'pending' });
      const gone = { ...call, CallStatus: 'completed', QueueResult: 'hangup' };
      await server.postWebhook(flow, gone, new URL(queue?.attributes.action ?? '').search);
      const view = await server.view(flow, sid);
      expect(view.steps.map(({ name }) => name)).toEqual(['incomingCall', 'callFailure', 'next']);
      expect(view.execution.context).toMatchObject({
        widgets: { agentDesk: { TaskSid: expect.stringMatching(/^WT/), QueueResult: 'hangup' } },
      });
      const task = await taskOf(sid);
      expect(task).toMatchObject({ status: 'canceled', date_updated: expect.any(String) });
      const late = await server.send(paths.task(task?.sid ?? ''), { form: { Status: 'completed' } });
      expect(late.json()).toEqual(task);
    });

    it('of callers are cancelled when the execution is ended, and when nobody completes them in time', async () => {
      const late = widget(
        'send-to-agentdesk',
        'agentDesk',
        { timeout: '60' },
        { callComplete: null, failedToEnqueue: null, callFailure: null },
      );
      const ring = async (flow: string) => {
        const call = { CallSid: `CA${fresh().slice(1)}`, From: fresh(), To: channel };
        await server.postWebhook(flow, { ...call, CallStatus: 'in-progress' });
        const [newest] = await server.executionsOf(flow);
        return newest?.sid ?? '';
      };
      const flow = await server.addFlow(flowOf(late));
      const ended = await ring(flow);
      await server.send(paths.execution(flow, ended), { form: { Status: 'ended' } });
      expect(await taskOf(ended)).toMatchObject({ status: 'canceled' });
      const other = await server.addFlow(flowOf(late));
      const timed = await ring(other);
      server.advanceClock(60_000);
      await server.eventually(other, timed, { execution: { status: 'ended' } });
      expect((await server.view(other, timed)).steps.at(-1)).toMatchObject({
        name: 'failedToEnqueue',
        notes: [{ code: 81009 }],
      });
      expect(await taskOf(timed)).toMatchObject({ status: 'canceled' });
    });
  });
});
