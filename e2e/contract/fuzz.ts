/** Requests at random: valid, nearly valid and hostile ones, at the whole API, by one account that knows another's SIDs. */

import fc from 'fast-check';
import { operations } from '#api/operations.ts';
import { requestsOf, type TestAccount } from './conformance.ts';
import { type HttpRequest, send } from './http-client.ts';
import type { KnownResources } from './known-resources.ts';

/** What the storm looks for in each response. */
export type FuzzTargets = {
  attacker: TestAccount;
  /** SIDs of another account, and the text that stands in everything it has. */
  victim: { known: KnownResources; marker: string };
  requests: number;
  seed: number;
};

export type Damage = { sent: number; statuses: Map<number, number>; faults: string[] };

const together = 20;
/** Would end the attacker's own access, and with it the storm. */
const spared = new Set(['RotateAuthToken']);

export async function fuzz(weather: FuzzTargets, onBatch: (sent: number) => Promise<void>): Promise<Damage> {
  const damage: Damage = { sent: 0, statuses: new Map(), faults: [] };
  const batches = Math.ceil(weather.requests / together);
  const anyBatch = fc.array(anyRequest(weather), { minLength: together, maxLength: together });
  await fc.assert(
    fc.asyncProperty(anyBatch, async (batch) => {
      await Promise.all(batch.map((request) => sendOne(weather, request, damage)));
      await onBatch(damage.sent);
    }),
    { numRuns: batches, seed: weather.seed, endOnFailure: true },
  );
  return damage;
}

async function sendOne(
  { attacker, victim }: FuzzTargets,
  request: HttpRequest,
  damage: Damage,
): Promise<void> {
  damage.sent += 1;
  const said = (fault: string) =>
    damage.faults.push(
      `${fault}: ${request.method} ${request.path.slice(0, 300)} ${String(request.body ?? '').slice(0, 300)}`,
    );
  try {
    const response = await send(attacker.base, request);
    damage.statuses.set(response.status, (damage.statuses.get(response.status) ?? 0) + 1);
    if (response.status >= 500) said(`answered ${response.status} ${response.body.slice(0, 200)}`);
    if (response.body.includes(victim.marker)) said('read what is another account’s');
    const { fault } = attacker.judge(request.method, request.path, response);
    if (fault !== null) said(`answered ${response.status}, ${fault}`);
  } catch (error) {
    said(`had no response (${error instanceof Error ? error.message : error})`);
  }
}

function anyRequest(weather: FuzzTargets): fc.Arbitrary<HttpRequest> {
  const good = fc
    .tuple(fc.constantFrom(...operations.filter(({ id }) => !spared.has(id))), fc.nat())
    .map(([operation, at]) => {
      const requests = requestsOf(operation, weather.attacker).filter(
        ({ body = '' }) => body.length < 100_000,
      );
      // Mostly as it should be, otherwise one of the ways in which it should not.
      return requests[at % 3 === 0 ? at % requests.length : 0] as HttpRequest;
    });
  const changed = fc.tuple(good, fc.array(anyChange(weather), { minLength: 1, maxLength: 3 }));
  return fc.oneof(
    { weight: 2, arbitrary: good },
    {
      weight: 5,
      arbitrary: changed.map(([request, changes]) => changes.reduce((sent, change) => change(sent), request)),
    },
  );
}

type Change = (request: HttpRequest) => HttpRequest;

function anyChange({ victim, attacker }: FuzzTargets): fc.Arbitrary<Change> {
  const foreign = fc.constantFrom(...[...victim.known.sids.values()].flat());
  return fc.oneof(
    { weight: 4, arbitrary: foreign.map(swapSid) },
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS').map(
      (method): Change =>
        (request) => ({ ...request, method }),
    ),
    anyText.map(
      (text): Change =>
        (request) => ({
          ...request,
          path: request.path.replace(/[^/?]+(?=[^/]*$)/, encodeURIComponent(text)),
        }),
    ),
    fc.tuple(anyName, anyText).map(
      ([name, text]): Change =>
        (request) => ({
          ...request,
          path: `${request.path}${request.path.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
        }),
    ),
    fc.tuple(anyName, anyText).map(([name, text]): Change => addField(name, text)),
    anyBody.map(
      (body): Change =>
        (request) =>
          request.method === 'GET' ? request : { ...request, body },
    ),
    anyType.map(
      (type): Change =>
        (request) => ({
          ...request,
          headers: { ...request.headers, 'content-type': type },
        }),
    ),
    anyAuthorization(attacker, victim.known).map(
      (authorization): Change =>
        (request) => ({
          ...request,
          headers: { ...request.headers, authorization },
        }),
    ),
    fc.constantFrom('/', '//', '/%2e%2e/', '/..;/', '%00', '%F0', '/Steps', '#x').map(
      (end): Change =>
        (request) => ({ ...request, path: request.path.replace(/(\?|$)/, `${end}$1`) }),
    ),
  );
}

/** One SID of the request, in its path or body, becomes one of the other account's of the same kind. */
function swapSid(sid: string): Change {
  const own = new RegExp(`${sid.slice(0, 2)}[0-9a-f]{32}`);
  return (request) => ({
    ...request,
    path: request.path.replace(own, sid),
    ...(typeof request.body === 'string' && { body: request.body.replace(own, sid) }),
  });
}

function addField(name: string, text: string): Change {
  return (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return request;
    const field = `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    return { ...request, body: request.body === undefined ? field : `${request.body}&${field}` };
  };
}

const wellFormed = fc.string({ unit: 'binary', maxLength: 40 });

const anyText = fc.oneof(
  wellFormed,
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '%',
    '%zz',
    "' or 1=1 --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'null',
    '-1',
    '1e309',
    '99999999999999999999',
    '\u202e',
    '{"__proto__": {"a": 1}}',
    '[[[[[[]]]]]]',
    'x'.repeat(9000),
    '🧵'.repeat(200),
    '{{ 1 | divided_by: 0 }}',
    '{% for a in (1..999999999) %}x{% endfor %}',
    '2026-02-31',
    '9999999999999-01-01',
    '['.repeat(3000),
    '{"a":'.repeat(3000),
    'LatestPublished',
    '+275760-09-13',
    '0001-01-01T00:00:00+23:59',
  ),
);

const anyName = fc.constantFrom(
  'FriendlyName',
  'Status',
  'Definition',
  'CommitMessage',
  'AuthorSid',
  'To',
  'From',
  'Parameters',
  'TestUsers',
  'Body',
  'CallSid',
  'MessageSid',
  'SmsSid',
  'CallStatus',
  'Digits',
  'NumMedia',
  'MediaUrl0',
  'FlowSid',
  'Address',
  'AccountSid',
  'AuthToken',
  'Username',
  'PageSize',
  'Page',
  'PageToken',
  'status',
  'DateCreatedFrom',
  'DateCreatedTo',
  'FlowEvent',
  'FlowWait',
  'FlowExecution',
  'LastEventId',
  'token',
  'url',
  'name',
  '__proto__',
  'constructor',
  'toString',
  '',
);

const anyBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  wellFormed,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    '['.repeat(100_000),
    '{"a":'.repeat(20_000),
    'a=1&'.repeat(20_000),
    '='.repeat(1000),
    '{"__proto__":{}}',
  ),
);

const anyType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/xml',
  'nonsense',
  '',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded; charset=latin1',
  'text/event-stream',
);

function anyAuthorization({ authorization }: TestAccount, victim: KnownResources): fc.Arbitrary<string> {
  const other = victim.values.get('own account') ?? '';
  const token = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')[1];
  return fc.constantFrom(
    'Basic',
    'Bearer x',
    'Basic ====',
    'Digest a=b',
    `Basic ${'A'.repeat(4000)}`,
    `Basic ${Buffer.from(`${other}:${token}`).toString('base64')}`,
    `Basic ${Buffer.from(`${other}:`).toString('base64')}`,
  );
}
