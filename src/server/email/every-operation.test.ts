/** The unmodified client library calls every operation of docs/reference/email-operations.md: what is built, and what is not. */

import { readFileSync } from 'node:fs';
import ready from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notBuiltArea } from '#api/email/not-built.ts';
import { paths } from '#api/paths.ts';
import { EventReceiver } from '../testing/event-receiver.ts';
import { openNameServer, type TestNameServer, type Zone } from '../testing/name-server.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';
import { domainDns } from './sending-domains/service.ts';
import { openSendingServer, type SendingServer } from './testing/sending-server.ts';
import { openSmtpRelay, type SmtpRelay } from './testing/smtp-relay.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Operation = { method: Method; path: string; state: string };

const page = readFileSync(new URL('../../../docs/reference/email-operations.md', import.meta.url), 'utf8');
const table = [...page.matchAll(/^\| ([A-Z]+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
  ([, method = '', path = '', state = '']): Operation => ({ method: method as Method, path, state }),
);
const built = table.filter(({ state }) => state !== 'no');

/** Names of parameters do not matter, and where several could be meant the one without. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
function operationOf(method: string, url: string): Operation | undefined {
  const [path = ''] = url.split('?');
  const fits = built.filter((row) => row.method === method && patternOf(row.path).test(path));
  return fits.find((row) => row.path === path) ?? fits.toSorted((a, b) => literals(b) - literals(a))[0];
}
const literals = ({ path }: Operation) => path.split('/').filter((part) => !part.startsWith('{')).length;

type Json = Record<string, unknown>;

describe.each(databaseKinds)('the unmodified client on %s', (kind) => {
  let relay: SmtpRelay;
  let server: SendingServer;
  let names: TestNameServer;
  let receiver: EventReceiver;
  const zone: Zone = { 'mail.host.test': { a: ['192.0.2.7'] } };
  const called = new Set<Operation>();

  beforeAll(async () => {
    relay = await openSmtpRelay();
    receiver = await new EventReceiver().start();
    server = await openSendingServer(kind, {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      PUBLIC_URL: 'https://mail.host.test',
      MAIL_FROM: 'desk@host.test',
    });
    names = await openNameServer(zone);
    domainDns(server.host).options = { servers: [names.address], timeout_ms: 1_000 };
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    await names.close();
    await relay.close();
    await receiver.stop();
  });

  /** The status, also of an error, which the library throws; and the body. */
  async function ask(method: Method, url: string, body?: object): Promise<[number, Json]> {
    try {
      const [response, answer] = await ready.request({ method, url, ...(body !== undefined && { body }) });
      return [response.statusCode, answer as Json];
    } catch (error) {
      const { code, response } = error as { code: number; response: { body: Json } };
      return [code, response.body];
    }
  }

  /** Expects `status` of an operation that is built. */
  async function call(status: number, method: Method, url: string, body?: object): Promise<Json> {
    const operation = operationOf(method, url);
    if (operation === undefined) throw new Error(`${method} ${url} is no operation of the table`);
    const [got, answer] = await ask(method, url, body);
    expect([method, url, got, got === status ? undefined : answer]).toEqual([method, url, status, undefined]);
    called.add(operation);
    return answer;
  }
  const days = 'start_date=2026-11-01&end_date=2026-11-03';

  it('keeps keys', async () => {
    await call(200, 'GET', '/v3/scopes');
    const { api_key_id: id } = await call(201, 'POST', '/v3/api_keys', { name: 'A', scopes: ['mail.send'] });
    await call(200, 'GET', '/v3/api_keys');
    await call(200, 'GET', `/v3/api_keys/${id}`);
    await call(200, 'PATCH', `/v3/api_keys/${id}`, { name: 'B' });
    await call(200, 'PUT', `/v3/api_keys/${id}`, { name: 'C', scopes: ['mail.send', 'stats.read'] });
    await call(204, 'DELETE', `/v3/api_keys/${id}`);
  });

  it('keeps sending domains and link domains', async () => {
    const path = '/v3/whitelabel/domains';
    const made = await call(201, 'POST', path, { domain: 'shop.test', default: true });
    await call(200, 'GET', path);
    await call(200, 'GET', `${path}/default`);
    await call(200, 'GET', `${path}/${made.id}`);
    await call(200, 'PATCH', `${path}/${made.id}`, { custom_spf: true });
    const { dkim2 } = made.dns as Record<string, { host: string; data: string }>;
    zone[dkim2?.host ?? ''] = { txt: [dkim2?.data ?? ''] };
    await call(200, 'POST', `${path}/${made.id}/validate`, {});
    await call(200, 'POST', `${path}/${made.id}/rotate`, {});
    await call(204, 'DELETE', `${path}/${made.id}`);
    const links = '/v3/whitelabel/links';
    const link = await call(201, 'POST', links, { domain: 'shop.test', subdomain: 'go', default: true });
    await call(200, 'GET', links);
    await call(200, 'GET', `${links}/default`);
    await call(200, 'GET', `${links}/${link.id}`);
    await call(200, 'PATCH', `${links}/${link.id}`, { default: false });
    await call(200, 'POST', `${links}/${link.id}/validate`, {});
    await call(204, 'DELETE', `${links}/${link.id}`);
  });

  it('verifies senders', async () => {
    const path = '/v3/verified_senders';
    const from_email = 'ann@shop.test';
    const sender = { nickname: 'Desk', from_email, reply_to: 'desk@shop.test' };
    const { id } = await call(201, 'POST', path, sender);
    await call(200, 'GET', path);
    await call(200, 'PATCH', `${path}/${id}`, { ...sender, nickname: 'Front desk' });
    server.advanceClock(61_000);
    await call(204, 'POST', `${path}/resend/${id}`, {});
    const text = relay.messages.findLast(({ recipient }) => recipient === from_email)?.text ?? '';
    const [, token = ''] = /\?t=([0-9a-f]+)/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? [];
    await call(204, 'GET', `${path}/verify/${token}`);
    await call(200, 'GET', `${path}/steps_completed`);
    await call(200, 'GET', `${path}/domains`);
    await call(200, 'GET', `${path}/rule`);
    await call(200, 'PATCH', `${path}/rule`, { known_only: false });
    await call(204, 'DELETE', `${path}/${id}`);
  });

  it('writes templates', async () => {
    const path = '/v3/templates';
    const { id } = await call(201, 'POST', path, { name: 'Plan', generation: 'dynamic' });
    await call(200, 'GET', `${path}?generations=dynamic&page_size=10`);
    await call(200, 'GET', `${path}/${id}`);
    await call(200, 'PATCH', `${path}/${id}`, { name: 'Plans' });
    const copy = await call(201, 'POST', `${path}/${id}`, { name: 'Copy' });
    const version = { name: 'First', subject: 'Plan', html_content: '<p>{{day}}</p>', active: 1 };
    const made = await call(201, 'POST', `${path}/${id}/versions`, version);
    await call(200, 'GET', `${path}/${id}/versions/${made.id}`);
    await call(200, 'PATCH', `${path}/${id}/versions/${made.id}`, { name: 'Second' });
    await call(200, 'POST', `${path}/${id}/versions/${made.id}/activate`, {});
    await call(204, 'DELETE', `${path}/${id}/versions/${made.id}`);
    await call(204, 'DELETE', `${path}/${copy.id}`);
  });

  it('validates an address, with a key of its own', async () => {
    const key = { name: 'Validation', scopes: ['validations.email.create'] };
    const made = await server.call('POST', '/v3/api_keys', key, basicAuthorization(server.account));
    server.setKey(((await made.json()) as { api_key: string }).api_key);
    await call(200, 'POST', '/v3/validations/email', { email: 'guest@reader.test', source: 'signup' });
    server.setKey();
  });

  it('says whose it is', async () => {
    const owner = { Name: 'Ann Lee', Email: 'ann@shop.test', Password: 'a plain long sentence' };
    const made = await fetch(server.url + paths.firstOwner, {
      method: 'POST',
      headers: { authorization: basicAuthorization(server.account) },
      body: new URLSearchParams(owner),
    });
    expect(made.ok).toBe(true);
    for (const name of ['account', 'email', 'profile', 'username'])
      await call(200, 'GET', `/v3/user/${name}`);
    await call(200, 'GET', '/v3/teammates?limit=10');
    await call(200, 'GET', '/v3/teammates/pending');
    await call(200, 'GET', '/v3/teammates/ann%40shop.test');
    await call(200, 'GET', '/v3/subusers?limit=10');
    await call(200, 'GET', '/v3/access_settings/activity?limit=10');
    await call(200, 'GET', '/v3/access_settings/whitelist');
  });

  it('keeps settings of sending', async () => {
    await call(200, 'GET', '/v3/tracking_settings');
    for (const name of ['click', 'google_analytics', 'open', 'subscription']) {
      await call(200, 'GET', `/v3/tracking_settings/${name}`);
      await call(200, 'PATCH', `/v3/tracking_settings/${name}`, { enabled: false });
    }
    await call(200, 'GET', '/v3/mail_settings');
    await call(200, 'GET', '/v3/mail_settings/footer');
    await call(200, 'PATCH', '/v3/mail_settings/footer', { enabled: true, plain_content: 'Shop' });
  });

  it('keeps alerts', async () => {
    const alert = { type: 'stats_notification', email_to: 'desk@shop.test', frequency: 'daily' };
    const { id } = await call(201, 'POST', '/v3/alerts', alert);
    await call(200, 'GET', '/v3/alerts');
    await call(200, 'GET', `/v3/alerts/${id}`);
    await call(200, 'PATCH', `/v3/alerts/${id}`, { frequency: 'weekly' });
    await call(204, 'DELETE', `/v3/alerts/${id}`);
  });

  it('sends, holds back and counts', async () => {
    const { batch_id } = await call(201, 'POST', '/v3/mail/batch', {});
    await call(200, 'GET', `/v3/mail/batch/${batch_id}`);
    const path = '/v3/user/scheduled_sends';
    await call(201, 'POST', path, { batch_id, status: 'pause' });
    await call(200, 'GET', path);
    await call(200, 'GET', `${path}/${batch_id}`);
    await call(204, 'PATCH', `${path}/${batch_id}`, { status: 'cancel' });
    await call(204, 'DELETE', `${path}/${batch_id}`);
    await call(202, 'POST', '/v3/mail/send', {
      ...{ from: { email: 'desk@shop.test' }, subject: 'Monday', categories: ['plans'] },
      personalizations: [{ to: [{ email: 'guest@reader.test' }] }],
      content: [{ type: 'text/plain', value: 'The plan' }],
    });
    const query = encodeURIComponent('to_email="guest@reader.test"');
    const { messages } = await call(200, 'GET', `/v3/messages?query=${query}&limit=5`);
    const [{ msg_id } = { msg_id: '' }] = messages as { msg_id: string }[];
    await call(200, 'GET', `/v3/messages/${msg_id}`);
    await call(200, 'GET', `/v3/stats?${days}&aggregated_by=day`);
    await call(200, 'GET', `/v3/mailbox_providers/stats?${days}&mailbox_providers=Gmail`);
    await call(200, 'GET', '/v3/categories?limit=5');
    await call(200, 'GET', `/v3/categories/stats?${days}&categories=plans`);
    await call(200, 'GET', `/v3/categories/stats/sums?${days}&sort_by_metric=requests`);
  });

  it('keeps suppressions', async () => {
    const recipient_emails = ['left@reader.test'];
    for (const list of ['bounces', 'blocks', 'invalid_emails', 'spam_reports', 'unsubscribes']) {
      const path = `/v3/suppression/${list}`;
      await call(201, 'POST', path, { recipient_emails });
      await call(200, 'GET', path);
      await call(200, 'GET', `${path}/left%40reader.test`);
      await call(204, 'DELETE', `${path}/left%40reader.test`);
      await call(204, 'DELETE', path, { delete_all: true });
    }
    const classifications = '/v3/suppression/bounces/classifications';
    await call(200, 'GET', `${classifications}?${days}`);
    await call(200, 'GET', `${classifications}/Unclassified?${days}`);
    const global = '/v3/asm/suppressions/global';
    await call(201, 'POST', global, { recipient_emails });
    await call(200, 'GET', `${global}/left%40reader.test`);
    await call(204, 'DELETE', `${global}/left%40reader.test`);
    const groups = '/v3/asm/groups';
    const { id } = await call(201, 'POST', groups, { name: 'News', description: 'What is new' });
    await call(200, 'GET', groups);
    await call(200, 'GET', `${groups}/${id}`);
    await call(200, 'PATCH', `${groups}/${id}`, { name: 'Weekly news' });
    const members = `${groups}/${id}/suppressions`;
    await call(201, 'POST', members, { recipient_emails });
    await call(200, 'GET', members);
    await call(200, 'POST', `${members}/search`, { recipient_emails });
    await call(200, 'GET', '/v3/asm/suppressions');
    await call(200, 'GET', '/v3/asm/suppressions/left%40reader.test');
    await call(204, 'DELETE', `${members}/left%40reader.test`);
    await call(204, 'DELETE', `${groups}/${id}`);
  });

  it('sets up webhooks', async () => {
    const path = '/v3/user/webhooks/event/settings';
    const { id } = await call(201, 'POST', path, { url: receiver.url, enabled: true, processed: true });
    await call(200, 'GET', path);
    await call(200, 'PATCH', path, { friendly_name: 'Events' });
    await call(200, 'GET', `${path}/all`);
    await call(200, 'GET', `${path}/${id}`);
    await call(200, 'PATCH', `${path}/${id}`, { delivered: true });
    await call(200, 'PATCH', `${path}/signed`, { enabled: true });
    await call(200, 'GET', `${path}/signed`);
    await call(200, 'PATCH', `${path}/signed/${id}`, { enabled: false });
    await call(200, 'GET', `${path}/signed/${id}`);
    await call(204, 'POST', '/v3/user/webhooks/event/test', { id, url: receiver.url });
    await call(204, 'DELETE', `${path}/${id}`);
    const policies = '/v3/user/webhooks/security/policies';
    const made = await call(201, 'POST', policies, { name: 'Signed', signature: { enabled: true } });
    const { id: policy } = made.policy as Json;
    await call(200, 'GET', policies);
    await call(200, 'GET', `${policies}/${policy}`);
    await call(200, 'PATCH', `${policies}/${policy}`, { name: 'Signed still' });
    await call(204, 'DELETE', `${policies}/${policy}`);
    const parse = '/v3/user/webhooks/parse/settings';
    await call(201, 'POST', parse, { hostname: 'in.shop.test', url: receiver.url });
    await call(200, 'GET', parse);
    await call(200, 'GET', `${parse}/in.shop.test`);
    await call(200, 'PATCH', `${parse}/in.shop.test`, { send_raw: true });
    await call(204, 'DELETE', `${parse}/in.shop.test`);
    await call(200, 'GET', `/v3/user/webhooks/parse/stats?${days}`);
  });

  it('has called every operation that is built or partly built by now', () => {
    expect(built.filter((row) => !called.has(row)).map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    );
  });

  it('is told of every other one what is not built', async () => {
    const other = table.filter(({ state }) => state === 'no');
    expect(other.length).toBeGreaterThan(200);
    for (const { method, path } of other) {
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const body = method === 'GET' ? undefined : {};
      const [status, answer] = await ask(method, url, body);
      const message = `not found: ${notBuiltArea(method, url)} is not built here`;
      expect([method, url, status, answer]).toMatchObject([method, url, 404, { errors: [{ message }] }]);
    }
  }, 60_000);
});
