/** /v3/user, /v3/teammates and /v3/subusers through the unmodified client library. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

describe.each(databaseKinds)('the account of a key, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const [, body] = await client.request({ method: 'GET', url, headers });
    return body as Record<string, unknown>;
  };
  const code = (url: string) =>
    client.request({ method: 'GET', url }).then(
      ([{ statusCode }]) => statusCode,
      (error: { code: number }) => error.code,
    );
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(mail.url + path, {
      method: 'POST',
      headers: { authorization: basicAuthorization(mail.account) },
      body: new URLSearchParams(form),
    });
    expect([path, response.status < 300]).toEqual([path, true]);
    return (await response.json()) as Record<string, string>;
  };

  it('has no address and no names before it has an owner', async () => {
    expect(await code(emailPaths.userEmail)).toBe(404);
    expect(await get(emailPaths.userProfile)).toMatchObject({ first_name: '', last_name: '', zip: '' });
    expect(await get(emailPaths.teammates)).toEqual({ result: [] });
  });

  it('has those of its first owner then, and members with what their role comes to', async () => {
    const owner = { Name: 'Ann Marie Lee', Email: 'ann@shop.test', Password: 'a plain long sentence' };
    await post(paths.firstOwner, owner);
    expect(await get(emailPaths.userEmail)).toEqual({ email: 'ann@shop.test' });
    expect(await get(emailPaths.userProfile)).toMatchObject({ first_name: 'Ann Marie', last_name: 'Lee' });
    const ann = {
      ...{ username: 'ann@shop.test', email: 'ann@shop.test', first_name: 'Ann Marie', last_name: 'Lee' },
      ...{ user_type: 'owner', is_admin: true },
    };
    expect(await get(emailPaths.teammates)).toEqual({ result: [ann] });
    expect(await get(`${emailPaths.teammates}?limit=1&offset=1`)).toEqual({ result: [] });
    const shown = await get(emailPaths.teammate('ANN@shop.test'));
    expect(shown).toMatchObject(ann);
    expect(shown.scopes).toContain('mail.send');
    expect(await code(emailPaths.teammate('eve@shop.test'))).toBe(404);
    await post(paths.invitations, { Email: 'ben@shop.test', Role: 'viewer' });
    const { result } = (await get(emailPaths.pendingTeammates)) as { result: Record<string, unknown>[] };
    expect(result).toMatchObject([{ email: 'ben@shop.test', is_admin: false }]);
    expect(result[0]?.scopes).toContain('stats.read');
    expect(result[0]?.scopes).not.toContain('mail.send');
    expect(result[0]?.token).toMatch(/^IV/);
  });

  it('has a name, and subaccounts for which it acts', async () => {
    const own = await get(emailPaths.userName);
    expect(own).toEqual({ username: expect.any(String), user_id: expect.any(Number) });
    const { sid = '' } = await post(paths.accounts, { FriendlyName: 'Branch', Username: 'branch' });
    await post(paths.accounts, { FriendlyName: 'Depot' });
    const subusers = (await get(emailPaths.subusers)) as unknown as { username: string; disabled: boolean }[];
    expect(subusers.map(({ username }) => username)).toEqual([expect.stringMatching(/^AC/), 'branch']);
    expect(await get(`${emailPaths.subusers}?username=branch`)).toMatchObject([
      { disabled: false, email: '' },
    ]);
    expect(await get(`${emailPaths.subusers}?limit=1&offset=1`)).toMatchObject([{ username: 'branch' }]);
    expect(await get(emailPaths.userName, { 'on-behalf-of': 'branch' })).toMatchObject({
      username: 'branch',
    });
    expect(await get(emailPaths.subusers, { 'on-behalf-of': 'branch' })).toEqual([]);
    await post(paths.account(sid), { Status: 'closed' });
    expect(await get(`${emailPaths.subusers}?username=branch`)).toMatchObject([{ disabled: true }]);
  });

  it('has a reputation by what came of its email', async () => {
    expect(await get(emailPaths.userAccount)).toEqual({ type: 'paid', reputation: 100 });
    for (const to of ['ann@reader.test', 'ben@reader.test', 'bounce@mailbox.test']) {
      const id = await mail.send(to);
      await mail.waitForEvents(id, ['processed', to.startsWith('bounce') ? 'bounce' : 'delivered']);
    }
    expect(await get(emailPaths.userAccount)).toEqual({ type: 'paid', reputation: 66.7 });
  });

  it('needs the scopes, and says that changes are not built', async () => {
    const made = await mail.call('POST', emailPaths.keys, { name: 'Sender', scopes: ['mail.send'] });
    const key = `Bearer ${((await made.json()) as { api_key: string }).api_key}`;
    for (const path of [
      emailPaths.userAccount,
      emailPaths.userEmail,
      emailPaths.teammates,
      emailPaths.subusers,
    ]) {
      expect((await mail.call('GET', path, undefined, key)).status).toBe(403);
    }
    const refused = await mail.call('PUT', emailPaths.userEmail, { email: 'eve@shop.test' });
    expect([refused.status, await refused.json()]).toMatchObject([
      ...[404, { errors: [{ message: 'not found: changing the user is not built here' }] }],
    ]);
  });
});
