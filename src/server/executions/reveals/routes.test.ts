/** What a viewer sees over HTTP: everything masked, no answer to a guess, and one execution for a while, with a reason. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxRevealsPerHour, revealMinutes } from '#api/executions/reveal-limits.ts';
import { paths } from '#api/paths.ts';
import type { Role } from '#api/people/roles.ts';
import { survey } from '../../flows/testing/flows.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { addMember } from '../../testing/members.ts';
import {
  basicAuthorization,
  openTestServer,
  type TestRequest,
  type TestServer,
} from '../../testing/server.ts';

const contact = '+447700900142';
const flowAddress = '+15005550006';
const words = 'My name is Sunflower';

let server: TestServer;
let flow: string;
let sid: string;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.freshAccounts();
  const form = { FriendlyName: 'Survey', Status: 'published', Definition: JSON.stringify(survey) };
  flow = (await server.send({ url: '/v2/Flows', form })).json().sid;
  await server.send({ url: paths.addresses, form: { FlowSid: flow, Address: flowAddress } });
  sid = await start(contact);
  await server.send({ url: paths.messages, form: { From: contact, To: flowAddress, Body: words } });
});
afterAll(() => server.close());

const start = async (To: string): Promise<string> =>
  (await server.send({ url: paths.executions(flow), form: { To, From: flowAddress } })).json().sid;

/** Requests of a member of that role by the page's session. */
const memberOf = async (role: Role) => (await addMember(server, role)).send;

type Member = Awaited<ReturnType<typeof memberOf>>;

const reveal = (member: Member, Reason = 'A complaint by phone', execution = sid) =>
  member({ url: paths.executionReveals(execution), form: { Reason } });

/** All that reads the one execution. */
const addresses = () => [
  paths.execution(flow, sid),
  paths.executionV1(flow, sid),
  paths.executionContext(flow, sid),
  paths.executionView(flow, sid),
  paths.executionAlone(sid),
  paths.steps(flow, sid),
  `${paths.messages}?ExecutionSid=${sid}`,
  `${paths.calls}?ExecutionSid=${sid}`,
];

async function readAll(member: Member): Promise<string> {
  const answers = await Promise.all(addresses().map((url) => member({ url })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  return answers.map(({ body }) => body).join('\n');
}

describe('a viewer', () => {
  it('reads executions, contexts and messages masked, where support reads them whole', async () => {
    const [viewer, support] = [await memberOf('viewer'), await memberOf('support')];
    const masked = await readAll(viewer);
    expect(masked).not.toContain(contact.slice(1));
    expect(masked).not.toContain('Sunflower');
    expect(masked).toContain('+44 ••• ••42');
    const whole = await readAll(support);
    expect(whole).toContain(contact);
    expect(whole).toContain(words);
    // The keys and the shape are the same.
    const [ofViewer, ofSupport] = await Promise.all(
      [viewer, support].map(async (member) => (await member({ url: paths.execution(flow, sid) })).json()),
    );
    expect(Object.keys(ofViewer.context)).toEqual(Object.keys(ofSupport.context));
    expect(ofViewer).toMatchObject({ sid, status: 'ended', contact_sid: null });
    expect(ofSupport.contact_sid).toMatch(/^FC/);
  });

  it('gets no answer to a guess', async () => {
    const [viewer, support] = [await memberOf('viewer'), await memberOf('support')];
    const guess = encodeURIComponent(contact);
    const guesses = [
      `${paths.accountExecutions}?Contact=${guess}`,
      `${paths.executionCounts}?Contact=${guess}`,
      `${paths.accountExecutionsCsv}?Contact=${guess}`,
      `${paths.messages}?From=${guess}`,
      `${paths.messages}?To=${guess}&ExecutionSid=${sid}`,
      `${paths.syncObjects}/${guess}`,
      '/v3/suppression/bounces?email=jane%40home.example',
      '/v3/suppression/bounces/jane%40home.example',
      '/v3/asm/suppressions/global/jane%40home.example',
    ];
    for (const url of guesses) {
      const refused = await viewer({ url });
      expect([url, refused.statusCode, refused.body]).toEqual([
        url,
        403,
        expect.stringContaining('contacts.unmasked'),
      ]);
      expect([200, 404], url).toContain((await support({ url })).statusCode);
    }
  });

  it('is refused what makes no sense masked', async () => {
    const viewer = await memberOf('viewer');
    for (const url of [paths.recordedRuns(flow), paths.outboundEmailSource(`EM${'0'.repeat(32)}`)]) {
      const refused = await viewer({ url });
      expect([refused.statusCode, refused.json().details]).toEqual([
        403,
        { permission: 'contacts.unmasked' },
      ]);
    }
  });
});

describe('a reveal', () => {
  it('shows one execution to one person for a while', async () => {
    const [viewer, other] = [await memberOf('viewer'), await memberOf('viewer')];
    const second = await start('+447700900199');
    expect((await viewer({ url: paths.executionReveals(sid) })).json()).toEqual({ reveals: [] });
    const made = await reveal(viewer);
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { execution_sid: sid, date_expires: server.dateIn(15 * 60_000) },
    ]);
    expect((await viewer({ url: paths.executionReveals(sid) })).json().reveals).toEqual([made.json()]);
    const shown = await readAll(viewer);
    expect(shown).toContain(contact);
    expect(shown).toContain(words);
    // Nothing else is shown: not to others, not in lists, not of another execution.
    expect(await readAll(other)).not.toContain(contact);
    for (const url of [paths.executions(flow), paths.messages, paths.execution(flow, second)])
      expect((await viewer({ url })).body).not.toContain('7700');
    server.advanceClock(revealMinutes * 60_000);
    expect(await readAll(viewer)).not.toContain(contact);
    expect((await viewer({ url: paths.executionReveals(sid) })).json()).toEqual({ reveals: [] });
  });

  it('needs a reason, an execution of the account and a person', async () => {
    const viewer = await memberOf('viewer');
    for (const reason of ['', 'no', '   ', 'x'.repeat(201)])
      expect((await reveal(viewer, reason)).statusCode, reason).toBe(400);
    expect((await reveal(viewer, 'A complaint', `FN${'0'.repeat(32)}`)).statusCode).toBe(404);
    const secret = server.ctx.ids.token();
    const key = server.ctx.ids.sid('SK');
    await server.ctx.database.write((tx) =>
      tx
        .insertInto('account_keys')
        .values({
          ...{ sid: key, account: server.account.account_sid, name: 'Reads', secret_hash: hashToken(secret) },
          ...{ created_at: 0, approves_publishing: 0, role: 'viewer', made_by: null, personal: 0 },
        })
        .execute(),
    );
    const authorization = basicAuthorization({ account_sid: key, auth_token: secret });
    const byKey = (request: TestRequest) => server.send({ ...request, by: null, headers: { authorization } });
    expect((await reveal(byKey)).json()).toMatchObject({
      message: expect.stringContaining('Only a person who is signed in'),
    });
    expect(await readAll(byKey)).not.toContain(contact);
  });

  it('is bounded in an hour', async () => {
    const viewer = await memberOf('viewer');
    for (let n = 0; n < maxRevealsPerHour; n += 1) expect((await reveal(viewer)).statusCode).toBe(201);
    const refused = await reveal(viewer);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await reveal(await memberOf('viewer'))).statusCode).toBe(201);
    server.advanceClock(3_600_000);
    expect((await reveal(viewer)).statusCode).toBe(201);
  });
});
