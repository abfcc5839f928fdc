/** Live streams of a member who sees contacts masked: masked, whole during a reveal, and ended when that changes. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revealMinutes } from '#api/executions/reveal-limits.ts';
import { paths } from '#api/paths.ts';
import type { Role } from '#api/people/roles.ts';
import { survey } from '../flows/testing/flows.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  type ServerInstance,
  startExecution,
} from '../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../testing/running-server.ts';
import { basicAuthorization } from '../testing/server.ts';

const longestMs = 5_000;
const contact = '+447700900142';

describe.each(databaseKinds)('live streams of a viewer, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  let flow: string;
  let execution: string;

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
    flow = await addFlow(server, cluster.account, survey);
    execution = await startExecution(server, cluster.account, flow, contact);
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const post = (path: string, form: Record<string, string>, headers: Record<string, string>) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(form), headers });
  const asOwner = () => ({ authorization: basicAuthorization(cluster.account) });

  async function join(role: Role) {
    const form = { Email: `${role}@example.org`, Role: role };
    const invited = await (await post(paths.invitations, form, asOwner())).json();
    const Token = new URL(invited.link).hash.slice(1);
    const joined = await post(
      paths.personLinkUse,
      { Token, Name: `Some ${role}`, Password: 'a quiet lamp at noon' },
      {},
    );
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return {
      sid: (await joined.json()).person.sid as string,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    };
  }

  /** Opens a stream; `text` is what it sent, once it has ended, or until `reading` is aborted. */
  async function open(path: string, headers: Record<string, string>) {
    const reading = new AbortController();
    const response = await fetch(server.url + path, { headers, signal: reading.signal });
    expect(response.status).toBe(200);
    let text = '';
    const ended = (async () => {
      for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
    })().then(
      () => performance.now(),
      () => null,
    );
    await expect.poll(() => text).toContain('event: snapshot');
    return { text: () => text, ended, leave: () => reading.abort() };
  }

  it('are masked, and whole during a reveal, at whose end they end', async () => {
    const { headers } = await join('viewer');
    const ofFlow = await open(paths.flowEvents(flow), headers);
    const masked = await open(paths.executionEvents(flow, execution), headers);
    for (const stream of [ofFlow, masked]) {
      expect(stream.text()).toContain('+44 ••• ••42');
      expect(stream.text()).not.toContain('7700');
    }
    const reason = { Reason: 'A complaint by phone' };
    expect((await post(paths.executionReveals(execution), reason, headers)).status).toBe(201);
    const whole = await open(paths.executionEvents(flow, execution), headers);
    expect(whole.text()).toContain(contact);
    const second = await startExecution(server, cluster.account, flow, '+447700900143');
    await expect.poll(ofFlow.text).toContain(`${second}.started`);
    expect(ofFlow.text()).not.toContain('7700');
    cluster.advanceClock(revealMinutes * 60_000);
    const at = performance.now();
    expect(await whole.ended).toBeLessThan(at + longestMs);
    for (const stream of [ofFlow, masked]) stream.leave();
    // Nobody ended them before.
    expect([await ofFlow.ended, await masked.ended]).toEqual([null, null]);
  });

  it('end when another role masks them', async () => {
    const { sid, headers } = await join('support');
    const stream = await open(paths.flowEvents(flow), headers);
    expect(stream.text()).toContain(contact);
    expect((await post(paths.member(sid), { Role: 'viewer' }, asOwner())).status).toBe(200);
    const at = performance.now();
    expect(await stream.ended).toBeLessThan(at + longestMs);
    const again = await open(paths.flowEvents(flow), headers);
    expect(again.text()).not.toContain('7700');
    again.leave();
  });
});
