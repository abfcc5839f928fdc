/** Services: embedded ones, requests to configured endpoints, and their failures, on every database. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { paths } from '#api/paths.ts';
import type {
  ChatChannelResource,
  ServiceEndpointResource,
  SyncObjectResource,
} from '#api/services/operations.ts';
import type { TaskResource } from '#api/tasks/operations.ts';
import type { State } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { flowOf, widget } from '../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

type ReceivedRequest = { headers: IncomingMessage['headers']; body: JsonObject };

/** Another system: records every request and responds as configured last. */
class Peer {
  readonly received: ReceivedRequest[] = [];
  answer: { status: number; body: string } = { status: 200, body: '{}' };
  readonly #server: Server = createServer(async (request, response) => {
    this.received.push({ headers: request.headers, body: JSON.parse(await text(request)) as JsonObject });
    response.writeHead(this.answer.status, { 'content-type': 'application/json' }).end(this.answer.body);
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/service`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const successful = { success: null, failed: null };

describe.each(databaseKinds)('services, %s', (kind) => {
  let server: RunningServer;
  const peer = new Peer();
  let url = '';

  beforeAll(async () => {
    server = await openRunningServer(kind);
    url = await peer.open();
  }, startTimeoutMs);
  afterAll(async () => {
    peer.close();
    await server.close();
  });

  /** Runs a flow of these widgets to its end. */
  async function ran(states: State[], parameters: object = {}): Promise<ExecutionView> {
    const flow = await server.addFlow(flowOf(...states));
    const sid = await server.startExecution(flow, server.contact(), parameters);
    await server.eventually(flow, sid, { execution: { status: 'ended' } });
    return server.view(flow, sid);
  }

  const outputOf = (view: ExecutionView, name: string) =>
    (view.execution.context?.widgets as JsonObject | undefined)?.[name] as JsonObject;
  const configure = (service: string, form: Record<string, string>) =>
    server.send(paths.serviceEndpoint(service), { form });
  const channels = async () =>
    (await server.send(paths.chatChannels)).json<{ chat_channels: ChatChannelResource[] }>().chat_channels;
  const objects = async () =>
    (await server.send(paths.syncObjects)).json<{ sync_objects: SyncObjectResource[] }>().sync_objects;

  describe('with nothing configured', () => {
    it('creates a task and continues', async () => {
      const view = await ran([widget('create-task', 'ask', { attributes: '{"a":1}' }, successful)]);
      expect(view.steps[1]).toMatchObject({ name: 'success', transitioned_from: 'ask' });
      const { tasks } = (await server.send(paths.tasks)).json<{ tasks: TaskResource[] }>();
      expect(tasks[0]).toMatchObject({
        sid: outputOf(view, 'ask').sid,
        attributes: { a: 1 },
        status: 'pending',
      });
    });

    it('creates a channel once and adds each member once', async () => {
      const open = {
        friendly_name: 'Visit',
        unique_name: '{{flow.data.id}}',
        attributes: '{"kind":"visit"}',
      };
      const add = { channel: '{{widgets.open.sid}}', identity: 'kim', role: 'guest' };
      const states = [
        widget('create-chat-channel', 'open', open, { success: 'add', failed: null }),
        widget('add-member-to-chat-channel', 'add', add, { success: 'self', failed: null }),
        widget('add-member-to-chat-channel', 'self', { channel: '{{flow.data.id}}' }, successful),
      ];
      const first = await ran(states, { id: 'visit-7' });
      expect(first.steps.map((step) => step.name)).toEqual([
        'incomingRequest',
        'success',
        'success',
        'success',
      ]);
      const second = await ran(states, { id: 'visit-7' });
      expect(outputOf(first, 'open').created).toBe(true);
      expect(outputOf(second, 'open')).toMatchObject({ created: false, sid: outputOf(first, 'open').sid });
      expect(outputOf(second, 'add').created).toBe(false);
      const [channel] = await channels();
      expect(channel).toMatchObject({ unique_name: 'visit-7', attributes: { kind: 'visit' } });
      expect(channel?.members.map(({ identity }) => identity)).toEqual([
        'kim',
        first.execution.contact_channel_address,
        second.execution.contact_channel_address,
      ]);
      const own = { by: server.other };
      expect((await server.send(paths.chatChannel(channel?.sid ?? ''), own)).statusCode).toBe(404);
    });

    it('fails without such a channel', async () => {
      const state = widget('add-member-to-chat-channel', 'add', { channel: 'nowhere' }, successful);
      expect((await ran([state])).steps[1]).toMatchObject({
        name: 'failed',
        notes: [{ message: 'There is no chat channel "nowhere".' }],
      });
    });

    it('merges into an object, and replaces it', async () => {
      const write = (data: string, mode: string) =>
        ran([widget('update-sync-object', 'put', { name: 'room', data, mode }, successful)]);
      await write('{"a":1,"b":1}', 'merge');
      expect(outputOf(await write('{"b":2}', 'merge'), 'put')).toMatchObject({
        data: { a: 1, b: 2 },
        revision: 2,
      });
      const last = await write('{"c":3}', 'replace');
      expect(outputOf(last, 'put')).toMatchObject({ data: { c: 3 }, revision: 3 });
      expect((await objects())[0]).toMatchObject({ name: 'room', data: { c: 3 }, revision: 3 });
    });

    it('loses no concurrent update of an object', async () => {
      const form = (index: number) => ({ Name: 'busy', Data: JSON.stringify({ [`k${index}`]: index }) });
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => server.send(paths.syncObjects, { form: form(index) })),
      );
      const object = (await server.send(paths.syncObject('busy'))).json<SyncObjectResource>();
      expect(Object.keys(object.data)).toHaveLength(12);
      expect(object.revision).toBe(12);
    });

    it('finds intents by keywords', async () => {
      const properties = {
        text: '{{flow.data.text}}',
        intents: [
          { key: 'book', value: 'book, appointment' },
          { name: 'cancel', keywords: ['cancel', 'call off'] },
        ],
      };
      const states = [widget('understand', 'read', properties, { next: null, cancel: null, failed: null })];
      const view = await ran(states, { text: 'Please CALL OFF my visit' });
      expect(outputOf(view, 'read')).toMatchObject({ intent: 'cancel', confidence: 1 });
      expect(view.steps[1]).toMatchObject({ name: 'cancel' });
      const other = await ran(states, { text: 'Recall offers' });
      expect(other.steps[1]).toMatchObject({ name: 'next' });
      expect(outputOf(other, 'read')).toMatchObject({ intent: '', confidence: 0 });
    });
  });

  describe('with an endpoint', () => {
    it.each([
      [
        'tasks',
        widget('create-task', 'w', { workflow: 'office' }, successful),
        { action: 'create-task', workflow: 'office', hands_over: false },
      ],
      [
        'tasks',
        widget(
          'send-to-agentdesk',
          'w',
          { workflow: 'desk', channel: 'chat' },
          { callComplete: null, failedToEnqueue: null },
        ),
        { action: 'create-task', workflow: 'desk', hands_over: true },
      ],
      [
        'chat',
        widget('create-chat-channel', 'w', { unique_name: 'u' }, successful),
        { action: 'create-channel', unique_name: 'u' },
      ],
      [
        'chat',
        widget('add-member-to-chat-channel', 'w', { channel: 'u', identity: 'kim' }, successful),
        { action: 'add-member', channel: 'u', identity: 'kim' },
      ],
      [
        'sync',
        widget('update-sync-object', 'w', { name: 'o', data: '{"a":1}' }, successful),
        { action: 'update-object', name: 'o', mode: 'merge', data: { a: 1 } },
      ],
      [
        'understand',
        widget(
          'understand',
          'w',
          { text: 'Hi', intents: [{ key: 'hi', value: 'hi' }] },
          { next: null, failed: null },
        ),
        { action: 'read', text: 'Hi', intents: [{ name: 'hi', keywords: ['hi'] }] },
      ],
    ])('asks %s as its contract says and keeps the answer', async (service, state, wanted) => {
      await configure(service, { Endpoint: url, Secret: 'open-sesame' });
      peer.answer = { status: 201, body: '{"sid":"X1","intent":"hi","more":{"a":[1]}}' };
      const view = await ran([state]);
      expect(outputOf(view, 'w')).toEqual({ sid: 'X1', intent: 'hi', more: { a: [1] } });
      expect(view.steps[1]?.notes).toEqual([]);
      const received = peer.received.at(-1);
      expect(received?.headers).toMatchObject({
        authorization: 'Bearer open-sesame',
        'content-type': 'application/json',
        'idempotency-key': expect.stringContaining(view.execution.sid),
      });
      expect(received?.body).toMatchObject({
        ...wanted,
        account_sid: server.account.account_sid,
        flow_sid: view.execution.flow_sid,
        execution_sid: view.execution.sid,
        widget: 'w',
        contact: view.execution.contact_channel_address,
      });
    });

    it.each([
      ['a status that is no success', 503, '{"reason":"closed"}', 'The service answered with the status 503'],
      ['what is no JSON', 200, '<p>', 'The service has not answered with a JSON object'],
      ['a list', 200, '[1]', 'The service has not answered with a JSON object'],
      ['too much', 200, JSON.stringify({ a: 'x'.repeat(70_000) }), 'The response is larger than 64 kB'],
    ])('fails by %s', async (_, status, body, message) => {
      await configure('sync', { Endpoint: url });
      peer.answer = { status, body };
      const view = await ran([widget('update-sync-object', 'w', { name: 'o' }, successful)]);
      expect(view.steps[1]).toMatchObject({ name: 'failed', notes: [{ code: 81014, message }] });
    });

    it('does not reach a private address', async () => {
      await configure('sync', { Endpoint: 'http://10.1.2.3/' });
      const view = await ran([widget('update-sync-object', 'w', { name: 'o' }, successful)]);
      expect(view.steps[1]).toMatchObject({ name: 'failed', notes: [{ code: 81014 }] });
    });

    it('never returns the secret, and removes it on request', async () => {
      const set = await configure('chat', { Endpoint: url, Secret: 'open-sesame' });
      expect(set.body).not.toContain('sesame');
      const endpointOf = async () =>
        (await server.send(paths.serviceEndpoint('chat'))).json<ServiceEndpointResource>();
      await configure('chat', { Endpoint: url });
      expect(await endpointOf()).toMatchObject({ endpoint: url, has_secret: true });
      await configure('chat', { Endpoint: url, Secret: '' });
      expect(await endpointOf()).toMatchObject({ endpoint: url, has_secret: false });
      const others = await server.send(paths.serviceEndpoints, { by: server.other });
      expect(
        others
          .json<{ endpoints: ServiceEndpointResource[] }>()
          .endpoints.every(({ endpoint }) => endpoint === null),
      ).toBe(true);
    });

    it('can be tested', async () => {
      await configure('understand', { Endpoint: url });
      peer.answer = { status: 200, body: '{"intent":"greet"}' };
      const tried = await server.send(paths.serviceTrials('understand'), { method: 'POST' });
      expect(tried.statusCode).toBe(202);
      const trial = async () =>
        (await server.send(paths.serviceEndpoint('understand'))).json<ServiceEndpointResource>().last_trial;
      await expect
        .poll(trial)
        .toMatchObject({ state: 'answered', status: 200, answer: { intent: 'greet' }, problem: null });
      expect(peer.received.at(-1)?.body).toMatchObject({ trial: true, action: 'read' });
      peer.answer = { status: 500, body: 'no' };
      await server.send(paths.serviceTrials('understand'), { method: 'POST' });
      await expect.poll(trial).toMatchObject({ state: 'failed', status: 500, answer: 'no' });
    });

    it('can be removed in favour of the embedded service', async () => {
      await configure('sync', { Endpoint: url });
      const gone = await server.send(paths.serviceEndpoint('sync'), { method: 'DELETE' });
      expect(gone.statusCode).toBe(204);
      const before = peer.received.length;
      await ran([widget('update-sync-object', 'w', { name: 'back' }, successful)]);
      expect(peer.received).toHaveLength(before);
      const refused = await server.send(paths.serviceTrials('sync'), { method: 'POST' });
      expect(refused.statusCode).toBe(400);
    });

    it.each([
      ['Endpoint', {}],
      ['Endpoint', { Endpoint: 'ftp://x.example' }],
      ['Endpoint', { Endpoint: 'https://u:p@x.example' }],
      ['Secret', { Endpoint: 'https://x.example', Secret: 'two words' }],
    ])('refuses an unfit %s', async (field, form) => {
      const answer = await configure('chat', form as Record<string, string>);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toContain(field);
    });
  });
});
