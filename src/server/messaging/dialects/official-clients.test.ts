/** The carriers' own libraries: the stand-ins take what those send as they take ours, and sign as those verify. */

import { createRequire } from 'node:module';
import Telnyx from 'telnyx';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierDialect } from '#api/messaging/dialects.ts';
import type { CarrierCredentials, CarrierHttpRequest, CarrierRequest } from './dialect.ts';
import { dialectOf } from './table.ts';
import { standIns } from './testing/carriers.ts';
import { documentedBuilder, requireBuildable } from './testing/official-builders.ts';
import { StandIn } from './testing/stand-in.ts';

const [from, to] = ['+15559100', '+15550001'];
const url = 'https://flows.example/webhook?FlowEffect=1.call';
const statusUrl = 'https://flows.example/status?FlowEffect=1.call';

const requests: readonly CarrierRequest[] = [
  { do: 'send-message', from, to, body: 'Hello', media: [], content: null, statusUrl },
  { do: 'place-call', from, to, url, statusUrl, timeout_s: 30, record: false, options: {} },
  { do: 'hang-up', call: 'call-1', isRinging: false },
  { do: 'redirect', call: 'call-1', url },
];

type FormClient = ReturnType<typeof twilio>;

/** The same by a client of the common REST API. */
async function askByForms(client: Pick<FormClient, 'messages' | 'calls'>): Promise<void> {
  await client.messages.create({ from, to, body: 'Hello', statusCallback: statusUrl });
  await client.calls.create({ from, to, url, statusCallback: statusUrl });
  await client.calls('call-1').update({ status: 'completed' });
  await client.calls('call-1').update({ url });
}

const signalwire = createRequire(import.meta.url)('@signalwire/compatibility-api') as {
  RestClient: {
    new (account: string, token: string, options: object): FormClient;
    validateRequest(key: string, signature: string, url: string, fields: object): boolean;
  };
};

const clients: Readonly<Partial<Record<CarrierDialect, (carrier: StandIn) => Promise<void>>>> = {
  async default({ baseUrl, specification: { settings } }) {
    const { origin } = new URL(baseUrl);
    const client = twilio(settings.CarrierAccountSid, settings.AuthToken);
    client.api.baseUrl = origin;
    await askByForms(client);
  },
  async signalwire({ baseUrl, specification: { settings } }) {
    const { host } = new URL(baseUrl);
    const { RestClient } = signalwire;
    const options = { signalwireSpaceUrl: host };
    const client = new RestClient(settings.CarrierAccountSid ?? '', settings.AuthToken ?? '', options);
    // It speaks https only, and asks at the root of the space; the reference names the API's own path.
    client.api.baseUrl = baseUrl.replace(/\/2010-04-01$/, '');
    await askByForms(client);
  },
  async telnyx({ baseUrl, specification: { settings } }) {
    const client = new Telnyx({ apiKey: settings.AuthToken ?? '', baseURL: baseUrl, maxRetries: 0 });
    const account_sid = settings.CarrierAccountSid ?? '';
    await client.messages.send({ from, to, text: 'Hello', webhook_url: statusUrl });
    const call = { ApplicationSid: settings.ApplicationSid ?? '', From: from, To: to };
    await client.texml.accounts.calls.calls(account_sid, {
      body: { ...call, Url: url, StatusCallback: statusUrl },
    });
    await client.texml.accounts.calls.update('call-1', { account_sid, Status: 'completed' });
    await client.texml.accounts.calls.update('call-1', { account_sid, Url: url });
  },
};

describe.each(Object.entries(clients))('the client of %s', (name, ask) => {
  const dialect = name as CarrierDialect;
  let carrier: StandIn;

  beforeAll(async () => {
    carrier = await StandIn.start(standIns[dialect]);
  });
  afterAll(() => carrier.stop());

  it('asks for the same', async () => {
    for (const request of requests) await send(dialect, carrier, request);
    const ours = carrier.taken.splice(0);
    await ask(carrier);
    expect(carrier.taken).toEqual(ours);
    expect(ours.map(({ what }) => what)).toEqual(['message', 'call', 'hang-up', 'redirect']);
  });
});

async function send(dialect: CarrierDialect, carrier: StandIn, request: CarrierRequest): Promise<void> {
  const { settings } = carrier.specification;
  const credentials: CarrierCredentials = {
    ...{ baseUrl: carrier.baseUrl, conversationsUrl: '', account: settings.CarrierAccountSid ?? '' },
    ...{ token: settings.AuthToken ?? '', application: settings.ApplicationSid ?? '' },
  };
  const {
    method,
    headers,
    url: at,
    body,
  } = dialectOf({ dialect }).request(credentials, request) as CarrierHttpRequest;
  expect((await fetch(at, { method, headers, body })).ok).toBe(true);
}

describe('what a stand-in signs', () => {
  const event = { CallSid: 'call-1', From: from, To: to, CallStatus: 'ringing' };

  it.each(['right', 'wrong'] as const)('the library of Telnyx verifies with the %s key', async (which) => {
    const { sign, write, settings } = standIns.telnyx;
    const { body } = write({ MessageSid: 'm', From: from, To: to, Body: 'Hi' }, 'message');
    const signed = sign({ url, body, event, now: Date.now() }, which === 'wrong' ? 'wrong' : undefined);
    const client = new Telnyx({ apiKey: 'KEY', publicKey: settings.SigningKey ?? '' });
    const verified = client.webhooks.unwrap(body, { headers: { ...signed } });
    if (which === 'wrong') await expect(verified).rejects.toThrow(/signature/i);
    else expect(await verified).toMatchObject({ data: { event_type: 'message.received' } });
  });

  it.each(['right', 'wrong'] as const)('the library of SignalWire verifies with the %s key', (which) => {
    const { sign, settings } = standIns.signalwire;
    const post = { url, body: '', event, now: 0 };
    const signature = sign(post, which === 'wrong' ? 'wrong' : undefined)['x-signalwire-signature'] ?? '';
    const { validateRequest } = signalwire.RestClient;
    expect(validateRequest(settings.SigningKey ?? '', signature, url, event)).toBe(which === 'right');
  });
});

it.each([
  '<Response><Say rate="1">Hi</Say></Response>',
  '<Response><Speak>Hi</Speak></Response>',
  '<Response><Say><Dial>1</Dial></Say></Response>',
])('the builder does not make %s', (document) => {
  expect(() => requireBuildable(document, documentedBuilder, 'voice')).toThrow(/The builder has no/);
});

it('the schema of jambonz refuses a dial without a target', () => {
  expect(() => standIns.jambonz.read('[{"verb":"dial","actionHook":"https://x"}]')).toThrow(
    /The schema refuses/,
  );
});
