/** What an author may try live: the newest draft, for test users and test numbers, and nothing of it reaches anybody else. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { flowOf, send, widget } from '../flows/testing/flows.ts';
import { addMember, type TestMember } from '../testing/members.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

const [testNumber, testUser, stranger] = ['+15005550001', '+447700900142', '+447700900999'];
const [testAddress, realAddress] = ['+15005550006', '+447700900500'];

/** Writes to a stranger, greets the contact, and calls the stranger. */
const meddling = flowOf(
  widget(
    'send-message',
    'spread',
    { body: 'Psst', from: '{{flow.channel.address}}', to: stranger },
    { sent: 'greet', failed: null },
  ),
  send('greet', 'Hello {{trigger.message.Body}}{{flow.data.name}}', 'ring'),
  widget(
    'make-outgoing-call-v2',
    'ring',
    { from: '{{flow.channel.address}}', to: stranger, timeout: 60 },
    { answered: null, busy: null, noAnswer: null, failed: null },
  ),
);

let server: TestServer;
let author: TestMember;
let flow: string;

beforeAll(async () => {
  server = await openTestServer();
  author = await addMember(server, 'author');
  const carrier = await server.send({
    url: paths.carriers,
    form: {
      FriendlyName: 'Real',
      BaseUrl: 'https://carrier.example/2010',
      CarrierAccountSid: `AC${'1'.repeat(32)}`,
      AuthToken: 'secret',
    },
  });
  expect(carrier.statusCode, carrier.body).toBe(201);
  flow = await addFlow('draft');
  const assign = (Address: string, CarrierSid?: string) =>
    server.send({
      url: paths.addresses,
      form: { FlowSid: flow, Address, ...(CarrierSid && { CarrierSid }) },
    });
  await assign(testAddress);
  await assign(realAddress, carrier.json().sid);
  await server.send({ url: paths.testUsers(flow), form: { TestUsers: [testUser] } });
});
afterAll(() => server.close());

const addFlow = async (Status: 'draft' | 'published') => {
  const form = { FriendlyName: 'Meddling', Status, Definition: JSON.stringify(meddling) };
  const response = await server.send({ url: '/v2/Flows', form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().sid;
};

const test = (form: Record<string, string>, of = flow) => author.send({ url: paths.testRuns(of), form });

const carrierMessages = async () => {
  const jobs = server.ctx.database.read.selectFrom('jobs').select('kind');
  return (await jobs.execute()).filter(({ kind }) => kind === 'carrier-message').length;
};

const sentBy = async (execution: string) => {
  const page = (await server.send({ url: `${paths.messages}?ExecutionSid=${execution}` })).json();
  return page.messages.map((each: Record<string, unknown>) => [each.to, each.body, each.carrier_sid]);
};

describe('an author', () => {
  it('starts a draft for a test user, and reaches nobody else by it', async () => {
    const response = await test({ To: testUser, From: realAddress, Parameters: '{"name":"Ann"}' });
    expect(response.statusCode, response.body).toBe(201);
    const { sid, initiated_by } = response.json();
    expect(initiated_by).toMatch(/^TR/);
    expect(await sentBy(sid)).toEqual(
      expect.arrayContaining([
        [stranger, 'Psst', null],
        [testUser, 'Hello Ann', expect.stringMatching(/^CR/)],
      ]),
    );
    expect(await carrierMessages()).toBe(1);
  });

  it('starts a draft for a test number by a message, at the test carrier alone', async () => {
    const before = await carrierMessages();
    const response = await test({ To: testNumber, From: realAddress, Body: 'you' });
    expect(response.statusCode, response.body).toBe(201);
    const { sid } = response.json();
    expect(await sentBy(sid)).toEqual(
      expect.arrayContaining([
        [testNumber, 'Hello you', null],
        [stranger, 'Psst', null],
      ]),
    );
    const { calls } = (await server.send({ url: `${paths.calls}?ExecutionSid=${sid}` })).json();
    expect(calls).toMatchObject([{ to: stranger, carrier_sid: null, status: 'ringing' }]);
    expect(await carrierMessages()).toBe(before);
  });

  it('starts it for nobody else, nothing that is published, and no execution of contacts', async () => {
    const refused = await test({ To: stranger, From: testAddress });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringContaining('must be a test user'),
    ]);
    const published = await addFlow('published');
    const noDraft = await test({ To: testNumber, From: '+15005550007' }, published);
    expect([noDraft.statusCode, noDraft.json().message]).toEqual([
      400,
      expect.stringContaining('save a draft'),
    ]);
    const foreign = await test({ To: testNumber, From: testAddress }, `FW${'0'.repeat(32)}`);
    expect(foreign.statusCode).toBe(404);
    const start = await author.send({
      url: paths.executions(flow),
      form: { To: testUser, From: testAddress },
    });
    expect(start.statusCode).toBe(403);
    const support = await addMember(server, 'support');
    const tried = await support.send({
      url: paths.testRuns(flow),
      form: { To: testNumber, From: testAddress },
    });
    expect([tried.statusCode, tried.body]).toEqual([403, expect.stringContaining('flows.write')]);
  });

  it('plays no contact in the test phone, and nobody at a number of a carrier', async () => {
    const play = (From: string, To: string, url: string = paths.messages) =>
      author.send({ url, form: { From, To, ...(url === paths.messages && { Body: 'Hi' }) } });
    for (const url of [paths.messages, paths.calls]) {
      for (const [from, to] of [
        [stranger, testAddress],
        [testUser, realAddress],
        [testNumber, realAddress],
      ] as const) {
        const response = await play(from, to, url);
        expect([response.statusCode, response.body]).toEqual([
          403,
          expect.stringContaining('executions.create'),
        ]);
      }
    }
    const played = await play(testUser, testAddress);
    expect(played.statusCode, played.body).toBe(201);
  });
});
