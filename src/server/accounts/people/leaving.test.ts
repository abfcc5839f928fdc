/** A member who leaves: the page, a key, a personal token and open event streams end within five seconds, in every process. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { survey } from '../../flows/testing/flows.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  type ServerInstance,
} from '../../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';

const longestMs = 5_000;
const password = 'a quiet lamp at noon';

describe.each(databaseKinds)('a member who is blocked, %s', (kind) => {
  let cluster: MultiServer;
  let servers: ServerInstance[];

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    servers = [await cluster.start(), await cluster.start()];
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });

  it('loses the page, their key, their token and their streams', async () => {
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new Error('There are two servers.');
    const authorization = basicAuthorization(cluster.account);
    const flow = await addFlow(one, cluster.account, survey);
    const form = { Email: 'leaver@example.org', Role: 'admin' };
    const invited = await (await post(one.url + paths.invitations, form, { authorization })).json();
    const Token = new URL(invited.link).hash.slice(1);
    const joined = await post(one.url + paths.personLinkUse, { Token, Name: 'A Leaver', Password: password });
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const sameOrigin = { cookie, 'sec-fetch-site': 'same-origin' };
    const key = await (await post(one.url + paths.apiKeys, { FriendlyName: 'Script' }, sameOrigin)).json();
    const keyed = { authorization: basicAuthorization({ account_sid: key.sid, auth_token: key.secret }) };
    const token = await (await post(one.url + paths.tokens, { FriendlyName: 'Own' }, sameOrigin)).json();
    const tokened = { authorization: `Bearer ${token.sid}.${token.secret}` };
    const credentials = [sameOrigin, keyed, tokened];

    const streams = await Promise.all(
      servers.flatMap(({ url }) =>
        credentials.flatMap((headers) =>
          [paths.flowEvents(flow), paths.workingCopyEvents(flow)].map((path) =>
            fetch(url + path, { headers }),
          ),
        ),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const ends = streams.map(async (response) => {
      await response.text();
      return performance.now();
    });

    const blocked = await post(
      one.url + paths.member((await joined.json()).person.sid),
      { Status: 'blocked' },
      { authorization },
    );
    const at = performance.now();
    expect(blocked.status).toBe(200);
    for (const { url } of servers)
      for (const headers of credentials)
        expect((await fetch(url + paths.flows, { headers })).status).toBe(401);
    for (const end of await Promise.all(ends)) expect(end - at).toBeLessThan(longestMs);
  });

  it('while streams of others go on', async () => {
    const [one] = servers;
    if (one === undefined) throw new Error('There are two servers.');
    const flow = await addFlow(one, cluster.account, survey);
    const headers = { authorization: basicAuthorization(cluster.account) };
    const reading = new AbortController();
    const stream = await fetch(one.url + paths.flowEvents(flow), { headers, signal: reading.signal });
    const end = stream.text().catch(() => 'aborted by the reader');
    setTimeout(() => reading.abort(), longestMs);
    expect(await end).toBe('aborted by the reader');
  });
});
