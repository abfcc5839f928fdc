/** What every inbound post is made of: addresses in one form, no payment fields, and the execution that it is for. */

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
const service = `MG${'5'.repeat(32)}`;

describe.each(databaseKinds)('an inbound post, %s', (kind) => {
  let server: RunningServer;
  const fresh = () => server.contact();
  const replies = (xml: string) => readMarkup(xml).children.map(({ text }) => text);

  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const everything = async (flow: string) => {
    const executions = await server.executionsOf(flow);
    const views = await Promise.all(executions.map(({ sid }) => server.view(flow, sid)));
    return JSON.stringify(views);
  };
  const steps = async (flow: string) => {
    const executions = await server.executionsOf(flow);
    return Promise.all(executions.map(async ({ sid }) => await server.view(flow, sid)));
  };

  describe('through a messaging service', () => {
    it('continues the execution whose channel is that service', async () => {
      const flow = await server.addFlow(survey);
      const contact = fresh();
      const form = { To: contact, From: service };
      const started = await server.send(paths.executions(flow), { form });
      expect(started.statusCode).toBe(201);
      const reply = {
        MessageSid: `SM${contact.slice(1)}`,
        MessagingServiceSid: service,
        From: contact,
        To: '+15551234',
        Body: 'Ann',
      };
      const response = await server.postWebhook(flow, reply);
      expect(readMarkup(response.body).children).toMatchObject([
        { name: 'Message', text: 'Hello Ann', attributes: {} },
      ]);
      expect((await server.postWebhook(flow, reply)).body).toBe(response.body);
      const executions = await server.executionsOf(flow);
      expect(executions).toMatchObject([{ status: 'ended' }]);
    });

    it('is for the number where the service has no execution', async () => {
      const flow = await server.addFlow(survey);
      const contact = fresh();
      const sid = await server.startExecution(flow, contact);
      const fields = { MessagingServiceSid: service, From: contact, To: channel, Body: 'Ann' };
      expect(replies((await server.postWebhook(flow, fields)).body)).toEqual(['Hello Ann']);
      expect(await server.executionsOf(flow)).toMatchObject([{ sid, status: 'ended' }]);
    });
  });

  describe('with addresses', () => {
    it('finds the execution of a phone number in any spelling', async () => {
      const flow = await server.addFlow(survey);
      const contact = fresh();
      const spelled = `${contact.slice(0, 2)} (${contact.slice(2, 5)}) ${contact.slice(5, 8)}-${contact.slice(8)}`;
      const form = { To: spelled, From: '+1-555-9999' };
      const started = await server.send(paths.executions(flow), { form });
      expect(started.json()).toMatchObject({ contact_channel_address: contact });
      const conflict = { To: contact, From: channel };
      expect((await server.send(paths.executions(flow), { form: conflict })).statusCode).toBe(409);
      const message = { From: spelled, To: '+1 555 9999', Body: 'Ann' };
      expect(replies((await server.postWebhook(flow, message)).body)).toEqual(['Hello Ann']);
      const [view] = await steps(flow);
      expect(view?.execution.context).toMatchObject({
        widgets: { ask: { inbound: { From: contact, To: channel } } },
      });
    });

    it('finds the flow of a number, and the draft of a test user, in any spelling', async () => {
      const flow = await server.addFlow(survey);
      const [address, tester] = [fresh(), fresh()];
      // As iOS copies a number of the address book: between bidi marks.
      const spelled = (number: string) =>
        `\u202a${number.slice(0, 2)} ${number.slice(2, 6)} ${number.slice(6)}\u202c`;
      const point = await server.send(paths.addresses, {
        form: { Address: spelled(address), FlowSid: flow },
      });
      expect(point.json()).toMatchObject({ address });
      const users = await server.send(paths.testUsers(flow), { form: { TestUsers: spelled(tester) } });
      expect(users.json()).toMatchObject({ test_users: [tester] });
      const definition = JSON.stringify(flowOf(send('new', 'The draft', null)));
      await server.send(paths.flow(flow), { form: { Status: 'draft', Definition: definition } });
      const form = { From: spelled(tester), To: spelled(address), Body: 'Hi' };
      expect((await server.send(paths.messages, { form })).json()).toMatchObject({
        from: tester,
        to: address,
      });
      const query = new URLSearchParams({ To: spelled(tester) });
      const { messages } = (await server.send(`${paths.messages}?${query}`)).json<MessagePage>();
      expect(messages.map(({ body }) => body)).toEqual(['The draft']);
    });

    it.each(['hello world', 'x'.repeat(400), '<script>', `+${'1'.repeat(20)}`, 'client:two words'])(
      'is refused with the field that holds %j',
      async (junk) => {
        const flow = await server.addFlow(survey);
        for (const field of ['From', 'To']) {
          const form = { From: '+15550100', To: channel, [field]: junk };
          const refusals = [
            await server.send(paths.executions(flow), { form }),
            await server.postWebhook(flow, { ...form, Body: 'Hi' }),
            await server.postWebhook(flow, { ...form, CallSid: 'CA1' }),
          ];
          for (const refusal of refusals) {
            expect(refusal.json()).toMatchObject({ code: 20001, status: 400, details: { field } });
          }
        }
        const address = await server.send(paths.addresses, { form: { Address: junk, FlowSid: flow } });
        expect(address.json()).toMatchObject({ status: 400, details: { field: 'Address' } });
        expect(await server.executionsOf(flow)).toEqual([]);
      },
    );

    it.each(['72555', 'whatsapp:+15550100', 'sip:ann@example.org', 'ann@example.org', 'client:ann', 'ACME'])(
      'may come from %s',
      async (From) => {
        const flow = await server.addFlow(survey);
        expect((await server.postWebhook(flow, { From, To: channel, Body: 'Hi' })).statusCode).toBe(200);
        const [execution] = await server.executionsOf(flow);
        expect(execution?.contact_channel_address).toBe(From);
      },
    );
  });

  describe('with payment fields', () => {
    const payment = {
      PaymentCardNumber: '4111111111111111',
      Cvc: 'secret-code',
      CardNumber: '4111111111111111',
    };
    const leak = /41111111|secret-code/;

    it('as a message stores none', async () => {
      const flow = await server.addFlow(survey);
      const contact = fresh();
      const fields = { From: contact, To: channel, Body: 'Hi', Custom: 'kept', ...payment };
      await server.postWebhook(flow, fields);
      await server.postWebhook(flow, { ...fields, Body: 'Ann' });
      const query = new URLSearchParams({ ...fields, From: fresh() });
      await server.send(`${paths.webhook(server.account.account_sid, flow)}?${query}`, { by: null });
      const text = await everything(flow);
      expect(text).toContain('"Custom":"kept"');
      expect(text).not.toMatch(leak);
    });

    it('as a message in a conversation stores none, also in its attributes', async () => {
      const flow = await server.addFlow(survey);
      await server.postWebhook(flow, {
        EventType: 'onMessageAdded',
        ConversationSid: `CH${fresh().slice(1).padStart(32, '0')}`,
        Author: 'kim',
        Body: 'Hi',
        Attributes: JSON.stringify({ custom: 'kept', card: payment }),
        ...payment,
      });
      const text = await everything(flow);
      expect(text).toContain('"custom":"kept"');
      expect(text).not.toMatch(leak);
    });

    it('as a call, its reports and its end stores none', async () => {
      const flow = await server.addFlow(
        flowOf(widget('gather-input-on-call', 'menu', { say: 'Press' }, { keypress: 'menu' })),
      );
      const call = {
        CallSid: `CA${fresh().slice(1)}`,
        From: fresh(),
        To: channel,
        Custom: 'kept',
        ...payment,
      };
      const first = readMarkup((await server.postWebhook(flow, call)).body).children[0];
      const { search } = new URL(first?.attributes.action ?? '');
      await server.postWebhook(flow, { ...call, Digits: '1' }, search);
      await server.postWebhook(flow, { ...call, CallStatus: 'completed' });
      const text = await everything(flow);
      expect(text).toContain('"Custom":"kept"');
      expect(text).not.toMatch(leak);
    });
  });

  describe('as a message while the pair is in a call', () => {
    const calling = (allow: boolean) => {
      const flow = flowOf(
        widget('gather-input-on-call', 'menu', { say: 'Press' }, { keypress: 'bye' }),
        widget('say-play', 'bye', { say: 'Bye', loop: 1 }, { audioComplete: null }),
        ask('ask', 'Well?', 3600, null, null),
      );
      const [trigger, ...states] = flow.states;
      const transitions = (trigger?.transitions ?? []).map((each) =>
        each.event === 'incomingMessage' ? { ...each, next: 'ask' } : each,
      );
      return {
        ...flow,
        flags: { allow_concurrent_calls: allow },
        states: [{ ...trigger, transitions }, ...states],
      };
    };

    it.each([[false], [true]])(
      'is noted with its text on the active execution and in its steps (concurrent calls %s)',
      async (allow) => {
        const flow = await server.addFlow(calling(allow));
        const contact = fresh();
        const call = { CallSid: `CA${contact.slice(1)}`, From: contact, To: channel };
        const gather = readMarkup((await server.postWebhook(flow, call)).body).children[0];
        const [execution] = await server.executionsOf(flow);
        for (const Body of ['Please call me back', 'It is urgent']) {
          const message = {
            MessageSid: `SM${contact.slice(1)}${Body.length}`,
            From: contact,
            To: channel,
            Body,
          };
          expect((await server.postWebhook(flow, message)).statusCode).toBe(200);
          if (allow) break;
        }
        const noted = allow ? ['Please call me back'] : ['Please call me back', 'It is urgent'];
        const sid = execution?.sid ?? '';
        const { notes } = await server.view(flow, sid);
        expect(notes).toEqual(
          noted.map((text) => ({ code: 81002, message: expect.stringContaining(`"${text}"`) })),
        );
        await server.postWebhook(
          flow,
          { ...call, Digits: '1' },
          new URL(gather?.attributes.action ?? '').search,
        );
        const step = (await server.view(flow, sid)).steps.find(({ name }) => name === 'keypress');
        expect(step?.notes).toEqual(notes);
      },
    );
  });
});
