/** Requests at random, the same in each run: whatever comes, the server answers, and never with a fault of its own. */

import { paths } from '#api/paths.ts';
import { expect, test } from '../own-account.ts';
import { flowNumber, sampleDefinition, startFlow, storeFlow } from '../stored-flow.ts';

const requests = 500;

/** Numbers from 0 up to below 1 that are the same in each run (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oddTexts = [
  '',
  ' ',
  '\0',
  '%',
  '%zz',
  '%00',
  "' or 1=1 --",
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{ 1 | divided_by: 0 }}',
  '{% for a in (1..999999999) %}x{% endfor %}',
  'null',
  '-1',
  '1e309',
  '99999999999999999999',
  '\ud800',
  '\u202e\u0000',
  '{"__proto__": {"a": 1}, "constructor": 7}',
  '[[[[[[[[]]]]]]]]',
  'x'.repeat(20_000),
  '🧵'.repeat(200),
];
const names = [
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
  'CallStatus',
  'Digits',
  'NumMedia',
  'FlowSid',
  'Address',
  'AccountSid',
  'AuthToken',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const queries = [
  'PageSize',
  'Page',
  'PageToken',
  'status',
  'DateCreatedFrom',
  'DateCreatedTo',
  'FlowEvent',
  'FlowWait',
  'FlowExecution',
  'token',
  'From',
];
const contentTypes = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'application/json',
  'application/x-www-form-urlencoded; charset=latin1',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded, application/json',
  '/',
];

test(`${requests} requests at random are all answered, none with a fault of the server`, async ({
  api,
  account,
  server,
}) => {
  const flow = await storeFlow(api, { name: 'Target' });
  const execution = await startFlow(api, flow, '+15005559001');
  const { steps } = await (await api.get(execution.links.steps)).json();
  const chance = chanceFrom(20_261_121);
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)] as T;
  const text = () => one(oddTexts);

  const params = () => [
    one([
      flow.sid,
      flow.sid,
      flow.sid,
      flow.sid,
      encodeURIComponent(one(['FW1', "'", '<', '%', '../x', '🧵'])),
    ]),
    one([execution.sid, execution.sid, execution.sid, 'FN1', '%00']),
    one([steps[0].sid, steps[0].sid, `FT${'0'.repeat(32)}`, '%']),
  ];
  const route = (): string => {
    const [f = '', e = '', s = ''] = params();
    return one([
      paths.flows,
      paths.validate,
      paths.flow(f),
      paths.revisions(f),
      paths.revision(f, one(['1', 'LatestPublished', '99999999999999999999', '%00', '-0', '1e3'])),
      paths.testUsers(f),
      paths.executions(f),
      paths.execution(f, e),
      paths.executionContext(f, e),
      paths.steps(f, e),
      paths.step(f, e, s),
      paths.stepContext(f, e, s),
      paths.webhook(account.sid, f),
      paths.webhook(one(['AC1', '%00', account.sid]), f),
      paths.flowSummaries,
      paths.executionView(f, e),
      paths.executionAlone(e),
      paths.tasks,
      paths.task(s),
      paths.addresses,
      paths.messages,
      paths.calls,
      paths.call(e),
      paths.session,
      paths.definitionSchema,
      '/errors/81022',
      '/sign-in',
      '/healthz',
      `/${encodeURIComponent(text().toWellFormed())}`.slice(0, 2000),
    ]);
  };
  const good: Record<string, string> = {
    FriendlyName: 'Random',
    Status: 'draft',
    Definition: JSON.stringify(sampleDefinition('survey')),
    To: '+15005559002',
    From: flowNumber,
    Parameters: '{"a": 1}',
    Body: 'hello',
  };
  /** Mostly fields that fit, so that many requests come far, and some that do not. */
  const fields = (): [string, string][] => {
    const form = new Map(Object.entries(good).filter(() => chance() < 0.9));
    while (chance() < 0.4) form.set(one(names), text());
    return [...form];
  };
  const body = (type: string): string => {
    if (type.includes('json')) {
      return one([
        JSON.stringify(Object.fromEntries(fields())),
        '{',
        '[]',
        'null',
        '7',
        '"',
        '{"Status":[1]}',
      ]);
    }
    return chance() < 0.8 ? new URLSearchParams(fields()).toString() : `${text()}=${text()}&&=&%zz`;
  };

  const token = Buffer.from(`${account.sid}:${account.token}`).toString('base64');
  for (let count = 0; count < requests; count += 1) {
    const method = one(['GET', 'GET', 'POST', 'POST', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']);
    const query = new URLSearchParams(
      chance() < 0.5 ? [] : [[one(queries), text().slice(0, 3000)]],
    ).toString();
    const path = route();
    // What the requests are aimed at must stay.
    if (method === 'DELETE' && [flow.sid, execution.sid].some((sid) => path.endsWith(sid))) continue;
    const type = one(contentTypes);
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const sent = hasBody ? body(type) : undefined;
    const answer = await fetch(`${server.url}${path}${query && `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Basic ${token}`,
        ...(hasBody && { 'content-type': type }),
        ...(chance() < 0.05 && { cookie: 'patchbay_session=%zz; a=b;;=', origin: 'null' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const said = await answer.text();
    const tale = `${count}: ${method} ${path}?${query} ${type}\n${sent?.slice(0, 500)}\n${said.slice(0, 500)}`;
    expect(answer.status, tale).toBeLessThan(500);
    if (answer.status >= 400 && path.startsWith('/v2/') && method !== 'HEAD') {
      expect(JSON.parse(said), tale).toMatchObject({ status: answer.status, code: expect.any(Number) });
    }
  }
  expect((await api.get(flow.url)).status()).toBe(200);
  expect(server.output()).not.toContain('A request failed');
});
