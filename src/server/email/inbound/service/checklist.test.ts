/** The MX check, by the responses of a DNS server. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNameServer, type TestNameServer } from '../../../testing/name-server.ts';
import { openTestServer, type TestServer } from '../../../testing/server.ts';
import { createParseSetting } from '../../parse-settings/service.ts';
import { checkParseSetting } from './checklist.ts';

let names: TestNameServer;
let server: TestServer;

beforeAll(async () => {
  names = await openNameServer({
    'here.test': { a: ['192.0.2.1'] },
    'mx.here.test': { a: ['192.0.2.1'] },
    'mx.elsewhere.test': { a: ['198.51.100.7'] },
    'named.test': { mx: [[10, 'here.test']] },
    'second.test': {
      mx: [
        [20, 'MX.here.test'],
        [10, 'mx.elsewhere.test'],
      ],
    },
    'away.test': { mx: [[10, 'mx.elsewhere.test']] },
    'nowhere.test': { mx: [[10, 'mx.unknown.test']] },
    'none.test': { a: ['192.0.2.1'] },
    'never.test': { mx: [[0, '']] },
    'broken.test': 'broken',
    'silent.test': 'silent',
  });
  server = await openTestServer({ PUBLIC_URL: 'https://here.test' });
});
afterAll(async () => {
  await server.close();
  await names.close();
});

it.each([
  ['named.test', 'passed', 'The MX of named.test points to this server: here.test (192.0.2.1).'],
  [
    'second.test',
    'passed',
    'The MX of second.test points to this server: mx.elsewhere.test (198.51.100.7); mx.here.test (192.0.2.1).',
  ],
  [
    'away.test',
    'unknown',
    'The MX of away.test is mx.elsewhere.test (198.51.100.7), which is not a known address of this server.',
  ],
  ['nowhere.test', 'failed', 'The MX of nowhere.test is mx.unknown.test, which has no address.'],
  ['none.test', 'failed', 'none.test has no MX record.'],
  ['missing.test', 'failed', 'missing.test has no MX record.'],
  ['never.test', 'failed', 'The MX of never.test is a null MX: the host accepts no email.'],
  ['broken.test', 'unknown', 'DNS did not respond for broken.test.'],
  ['silent.test', 'unknown', 'DNS did not respond for silent.test.'],
])('reports the MX of %s as %s', async (hostname, state, text) => {
  const { ctx, account } = server;
  const caller = {
    account: account.account_sid,
    user: null,
    region: 'global',
    access: 'owner',
    role: 'owner',
  } as const;
  await createParseSetting(ctx, caller, { hostname, url: 'https://in.test/' });
  const timeout_ms = hostname === 'silent.test' ? 100 : 5_000;
  const dns = { servers: [names.address], timeout_ms };
  const { checks } = await checkParseSetting(ctx, caller, hostname, dns);
  expect(checks.find(({ name }) => name === 'mx')).toEqual({ name: 'mx', state, text });
});
