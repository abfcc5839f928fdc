/** Who may receive the email of a host name: by TXT records of a DNS server, by the settings, on loopback. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceContext } from '../../platform/service-context.ts';
import { openNameServer, type TestNameServer, type Zone } from '../../testing/name-server.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import type { EmailCaller } from '../access/caller.ts';
import { checkParseSetting } from '../inbound/service/checklist.ts';
import { acceptsRecipient } from '../inbound/service/receive.ts';
import { proofRecordOf } from './proof-service.ts';
import { createParseSetting, fetchParseSetting } from './service.ts';

let server: TestServer;
let names: TestNameServer;
const zone: Zone = {};

beforeAll(async () => {
  server = await openTestServer({ SMTP_HOST: '0.0.0.0', INBOUND_HOSTS: 'allowed.test, *.under.test' });
  names = await openNameServer(zone);
});
afterAll(async () => {
  await server.close();
  await names.close();
});

const callerOf = (account: string): EmailCaller => ({
  account,
  user: null,
  role: 'owner',
  region: 'global',
  access: 'owner',
});
const first = () => callerOf(server.account.account_sid);
const other = () => callerOf(server.other.account_sid);
const dns = (timeout_ms = 5_000) => ({ servers: [names.address], timeout_ms });
const create = (caller: EmailCaller, hostname: string) =>
  createParseSetting(server.ctx, caller, { hostname, url: 'https://in.test/' }, dns());
const accepts = (hostname: string, ctx: ServiceContext = server.ctx) =>
  acceptsRecipient(ctx, `x@${hostname}`);
const proofCheck = async (caller: EmailCaller, hostname: string, ctx: ServiceContext = server.ctx) => {
  const { checks } = await checkParseSetting(ctx, caller, hostname, dns());
  return checks.find(({ name }) => name === 'proof');
};
/** Publishes the records of these callers, and no others. */
const publish = (hostname: string, ...callers: EmailCaller[]) => {
  const txt = callers.map(({ account }) => proofRecordOf(account, hostname).value);
  zone[`_patchbay.${hostname}`] = { txt: ['something else', ...txt] };
};

describe('a host name', () => {
  it('that is not proven gets no email, and its checks show the TXT record', async () => {
    await create(first(), 'unproven.test');
    expect(await accepts('unproven.test')).toBe(false);
    expect(await proofCheck(first(), 'unproven.test')).toEqual({
      name: 'proof',
      state: 'failed',
      text: 'Email to unproven.test is rejected until this TXT record proves that it is yours.',
      record: {
        name: '_patchbay.unproven.test',
        value: expect.stringMatching(/^patchbay-account=[0-9a-f]{32}$/),
      },
    });
  });

  it('is proven when a check finds the record, and stays so without it', async () => {
    await create(first(), 'later.test');
    publish('later.test', other());
    expect(await proofCheck(first(), 'later.test')).toMatchObject({ state: 'failed' });
    publish('later.test', other(), first());
    expect(await proofCheck(first(), 'later.test')).toEqual({
      ...{ name: 'proof', state: 'passed', text: 'later.test is proven to be yours.' },
    });
    expect(await accepts('later.test')).toBe(true);
    publish('later.test');
    expect(await proofCheck(first(), 'later.test')).toMatchObject({ state: 'passed' });
    expect(await accepts('later.test')).toBe(true);
  });

  it('is proven from the beginning where the record is there', async () => {
    publish('early.test', first());
    await create(first(), 'early.test');
    expect(await accepts('early.test')).toBe(true);
  });

  it('is neither proven nor refuted while DNS does not respond', async () => {
    zone['_patchbay.broken.test'] = 'broken';
    await create(first(), 'broken.test');
    expect(await accepts('broken.test')).toBe(false);
    expect(await proofCheck(first(), 'broken.test')).toMatchObject({
      state: 'unknown',
      record: { name: '_patchbay.broken.test' },
    });
  });

  it.each([
    ['allowed.test', true],
    ['a.under.test', true],
    ['a.b.under.test', true],
    ['under.test', false],
    ['not-under.test', false],
    ['not.allowed.test', false],
  ])('%s needs no proof where INBOUND_HOSTS names it: %s', async (hostname, isAllowed) => {
    await create(first(), hostname);
    expect(await accepts(hostname)).toBe(isAllowed);
    expect((await proofCheck(first(), hostname))?.state).toBe(isAllowed ? 'passed' : 'failed');
  });

  it('needs no proof while SMTP listens on loopback only', async () => {
    const { ctx } = server;
    await create(first(), 'local.test');
    for (const host of ['127.0.0.1', '::1', 'localhost']) {
      const local = { ...ctx, config: { ...ctx.config, smtp: { ...ctx.config.smtp, host } } };
      expect(await accepts('local.test', local)).toBe(true);
      expect(await proofCheck(first(), 'local.test', local)).toMatchObject({ state: 'passed' });
    }
    expect(await accepts('local.test')).toBe(false);
  });
});

describe('two accounts', () => {
  it('cannot hold one host name: who has it first keeps it from who does not prove it', async () => {
    await create(first(), 'held.test');
    const record = proofRecordOf(server.other.account_sid, 'held.test');
    await expect(create(other(), 'held.test')).rejects.toMatchObject({
      details: {
        errors: [
          {
            field: 'hostname',
            help: expect.objectContaining({ text: expect.stringContaining(record.value) }),
          },
        ],
      },
    });
    expect(await fetchParseSetting(server.ctx, first(), 'held.test')).toBeDefined();
  });

  it('want one host name: who proves it gets it', async () => {
    await create(first(), 'won.test');
    publish('won.test', other());
    await create(other(), 'won.test');
    expect(await accepts('won.test')).toBe(true);
    await expect(fetchParseSetting(server.ctx, first(), 'won.test')).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(create(first(), 'won.test')).rejects.toMatchObject({ kind: 'bad-request' });
  });

  it('prove one host name: who has it keeps it', async () => {
    publish('both.test', first(), other());
    await create(first(), 'both.test');
    await expect(create(other(), 'both.test')).rejects.toMatchObject({ kind: 'bad-request' });
    publish('both.test', other());
    await create(other(), 'both.test');
    expect(await fetchParseSetting(server.ctx, other(), 'both.test')).toMatchObject({
      proven_at: server.ctx.clock.now(),
    });
  });
});
