/** The errors of each carrier, as its API writes them: their words are on the carrier and on the step. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { type CarrierDialect, type ConnectionFailure, carrierDialects } from '#api/messaging/dialects.ts';
import { paths } from '#api/paths.ts';
import { flowOf, send, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { standIns } from './testing/carriers.ts';
import { StandIn } from './testing/stand-in.ts';

type Answer = { status: number; body: object | string };
type Told = { words: string; failure: ConnectionFailure; code?: string };

const of = (code: number | string, message: string, status: number): Answer => ({
  ...{ status, body: { code, message, status, more_info: 'https://carrier.example/errors' } },
});
const inList = (status: number, code: string, title: string, detail?: string): Answer => ({
  ...{ status, body: { errors: [{ code, title, ...(detail !== undefined && { detail }) }] } },
});

/** What none of the APIs writes, but proxies in front of them do. */
const common: readonly [Answer, Told][] = [
  [
    { status: 401, body: 'Unauthorized' },
    { words: 'The carrier answered with status 401', failure: 'credentials' },
  ],
  [
    { status: 404, body: '<h1>No</h1>' },
    { words: 'The carrier answered with status 404', failure: 'not-found' },
  ],
  [
    { status: 400, body: { errors: 'no list' } },
    { words: 'status 400', failure: 'rejected' },
  ],
  [
    { status: 400, body: { errors: [null], message: {} } },
    { words: 'status 400', failure: 'rejected' },
  ],
];

const errors: Readonly<Record<CarrierDialect, readonly [Answer, Told][]>> = {
  default: [
    [of(20003, 'Authenticate', 401), { words: 'Authenticate', failure: 'credentials', code: '20003' }],
    [
      of(21211, 'The number is not valid', 400),
      { words: 'The number is not valid', failure: 'rejected', code: '21211' },
    ],
  ],
  signalwire: [
    [
      of(20003, 'Authentication failed', 401),
      { words: 'Authentication failed', failure: 'credentials', code: '20003' },
    ],
    [
      { status: 422, body: { errors: [{ code: '30010', message: 'The price is exceeded' }] } },
      { words: 'The price is exceeded', failure: 'rejected', code: '30010' },
    ],
  ],
  somleng: [
    [of('20003', 'Authenticate', 401), { words: 'Authenticate', failure: 'credentials', code: '20003' }],
    [
      of('21215', 'Calling is restricted', 422),
      { words: 'Calling is restricted', failure: 'rejected', code: '21215' },
    ],
  ],
  jambonz: [
    [
      { status: 403, body: { msg: 'not allowed' } },
      { words: 'not allowed', failure: 'credentials' },
    ],
    [
      { status: 480, body: { msg: 'no feature server' } },
      { words: 'no feature server', failure: 'rejected' },
    ],
    [
      { status: 400, body: { error: 'bad parameter' } },
      { words: 'bad parameter', failure: 'rejected' },
    ],
  ],
  telnyx: [
    [
      inList(401, '10009', 'Authentication failed', 'The key could not be understood.'),
      { words: 'The key could not be understood.', failure: 'credentials', code: '10009' },
    ],
    [inList(422, '10015', 'Bad Request'), { words: 'Bad Request', failure: 'rejected', code: '10015' }],
  ],
};

describe.each(carrierDialects)('errors of %s', (dialect) => {
  let server: RunningServer;
  let carrier: StandIn;
  let sid: string;
  const address = '+15559100';
  const table = [...errors[dialect], ...common];

  beforeAll(async () => {
    server = await openRunningServer(databaseKinds[0] ?? 'embedded');
    carrier = await StandIn.start(standIns[dialect]);
    const form = {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ...carrier.specification.settings,
    };
    ({ sid } = (await server.send(paths.carriers, { form })).json<CarrierResource>());
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    carrier.stop();
  });

  const connection = async () => (await server.send(paths.carrier(sid))).json<CarrierResource>().connection;

  it.each(table)('%j at a test of the connection', async (answer, { words, failure }) => {
    await expect.poll(async () => (await connection()).status).not.toBe('unknown');
    carrier.readFailures.push(answer);
    await server.send(paths.carrier(sid), { form: { BaseUrl: carrier.baseUrl } });
    await expect.poll(connection).toMatchObject({ status: 'failed', failure });
    expect((await connection()).problem).toContain(words);
  });

  const flows = {
    message: flowOf(send('it', 'Hello', null)),
    call: flowOf(
      widget(
        'make-outgoing-call-v2',
        'it',
        { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', timeout: 30 },
        { answered: null, busy: null, noAnswer: null, failed: null },
      ),
    ),
  };

  it.each(
    table.flatMap(([answer, told]) =>
      (['message', 'call'] as const).map((kind) => [answer, kind, told] as const),
    ),
  )('%j at a %s', async (answer, kind, { words, code }) => {
    const flow = await server.addFlow(flows[kind]);
    carrier.failures.push(answer);
    const form = { To: server.contact(), From: address };
    const execution = (await server.send(paths.executions(flow), { form })).json<{ sid: string }>().sid;
    await server.eventually(flow, execution, { execution: { status: 'ended' } });
    const { steps, execution: ended } = await server.view(flow, execution);
    expect(steps.at(-1)).toMatchObject({ name: 'failed' });
    expect(
      steps
        .at(-1)
        ?.notes.map(({ message }) => message)
        .join(),
    ).toContain(words);
    type Output = { ErrorCode?: string; ErrorMessage?: string; outbound?: Output };
    const { it: output } = (ended.context as { widgets: Record<string, Output> }).widgets;
    const told = kind === 'message' ? output?.outbound : output;
    expect(told?.ErrorMessage ?? '').toContain(words);
    if (code !== undefined) expect(told?.ErrorCode).toBe(code);
  });
});
