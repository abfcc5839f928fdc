/** POST /v3/validations/email through the unmodified client library, with a name server of its own. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { openNameServer, type TestNameServer } from '../../testing/name-server.ts';
import { startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { domainDns } from '../sending-domains/service.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';
import { suggestedDomain } from './domains.ts';

let mail: SendingServer;
let names: TestNameServer;
beforeAll(async () => {
  mail = await openSendingServer('embedded');
  names = await openNameServer({
    'reader.test': { mx: [[10, 'mx.reader.test']] },
    'mx.reader.test': { a: ['192.0.2.1'] },
    'plain.test': { a: ['192.0.2.2'] },
    'null.test': { mx: [[0, '']], a: ['192.0.2.3'] },
    'empty.test': {},
    'silent.test': 'silent',
    'broken.test': 'broken',
    'box.mailinator.com': { mx: [[10, 'mx.reader.test']] },
    'xn--bcher-kva.test': { mx: [[10, 'mx.reader.test']] },
  });
  domainDns(mail.host).options = { servers: [names.address], timeout_ms: 200 };
  const made = await mail.call(
    ...(['POST', emailPaths.keys] as const),
    { name: 'Validation', scopes: ['validations.email.create'] },
    basicAuthorization(mail.account),
  );
  mail.setKey(((await made.json()) as { api_key: string }).api_key);
}, startTimeoutMs);
afterAll(async () => {
  await mail.close();
  await names.close();
});

async function validate(email: string, source?: string) {
  const body = { email, ...(source !== undefined && { source }) };
  const [response, answer] = await client.request({
    method: 'POST',
    url: emailPaths.addressValidation,
    body,
  });
  expect(response.statusCode).toBe(200);
  return (answer as { result: Record<string, unknown> }).result;
}

it('answers as documented', async () => {
  expect(await validate('Ann.Lee@Reader.test', 'signup')).toEqual({
    ...{ email: 'Ann.Lee@Reader.test', local: 'Ann.Lee', host: 'reader.test', verdict: 'Valid', score: 0.95 },
    checks: {
      domain: {
        ...{ has_valid_address_syntax: true, has_mx_or_a_record: true },
        is_suspected_disposable_address: false,
      },
      local_part: { is_suspected_role_address: false },
      additional: { has_known_bounces: false, has_suspected_bounces: false },
    },
    ...{ source: 'signup', ip_address: '127.0.0.1' },
  });
});

describe('the verdict', () => {
  it.each([
    ['ann@plain.test', 'Valid', {}],
    ['ann@bücher.test', 'Valid', { host: 'xn--bcher-kva.test' }],
    ['josé@reader.test', 'Valid', {}],
    ['sales+june@reader.test', 'Risky', { checks: { local_part: { is_suspected_role_address: true } } }],
    ['ann@box.mailinator.com', 'Risky', { checks: { domain: { is_suspected_disposable_address: true } } }],
    ['ann@silent.test', 'Risky', { checks: { domain: { has_mx_or_a_record: false } } }],
    ['ann@broken.test', 'Risky', { checks: { domain: { has_mx_or_a_record: false } } }],
    ['ann@null.test', 'Invalid', { checks: { domain: { has_mx_or_a_record: false } } }],
    ['ann@empty.test', 'Invalid', { score: 0 }],
    ['ann@gmial.com', 'Invalid', { suggestion: 'gmail.com' }],
    ['ann@localhost', 'Invalid', { checks: { domain: { has_valid_address_syntax: false } } }],
    ['ann@127.0.0.1', 'Invalid', { checks: { domain: { has_valid_address_syntax: false } } }],
    ['ann..lee@reader.test', 'Invalid', { checks: { domain: { has_valid_address_syntax: false } } }],
    ['a b@reader.test', 'Invalid', { checks: { domain: { has_valid_address_syntax: false } } }],
    ['ann', 'Invalid', { local: '', host: 'ann' }],
    [`${'a'.repeat(65)}@reader.test`, 'Invalid', { checks: { domain: { has_valid_address_syntax: false } } }],
  ])('of %s is %s', async (email, verdict, more) => {
    expect(await validate(email)).toMatchObject({ verdict, ...more });
  });

  it('knows what bounced', async () => {
    const id = await mail.call('POST', emailPaths.bounces, { recipient_emails: ['gone@reader.test'] });
    expect(id.status).toBe(201);
    await mail.call('POST', emailPaths.blocks, { recipient_emails: ['full@reader.test'] });
    const gone = { verdict: 'Invalid', checks: { additional: { has_known_bounces: true } } };
    expect(await validate('Gone@reader.test')).toMatchObject(gone);
    const full = { verdict: 'Risky', checks: { additional: { has_suspected_bounces: true } } };
    expect(await validate('full@reader.test')).toMatchObject(full);
  });
});

it('refuses what is no address at all, and keys without the scope', async () => {
  const post = (body: unknown, authorization?: string) =>
    mail.call('POST', emailPaths.addressValidation, body, authorization);
  expect((await post({ email: 'ann@reader.test' })).status).toBe(403);
  const owner = basicAuthorization(mail.account);
  for (const body of [{}, { email: '' }, { email: 7 }, { email: 'x'.repeat(1_001) }, []]) {
    expect((await post(body, owner)).status).toBe(400);
  }
});

it.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['hotnail.com', 'hotmail.com'],
  ['gmail.com', undefined],
  ['example.org', undefined],
  ['', undefined],
])('takes %s for %s', (host, meant) => {
  expect(suggestedDomain(host)).toBe(meant);
});
