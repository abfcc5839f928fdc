/** /v3/access_settings through the unmodified client library: what the audit log has of tokens, keys and sessions. */

import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { openSendingServer, type SendingServer } from '../testing/sending-server.ts';

describe.each(databaseKinds)('addresses that an account is used from, %s', (kind) => {
  let mail: SendingServer;
  beforeAll(async () => {
    mail = await openSendingServer(kind);
  }, startTimeoutMs);
  afterAll(() => mail.close());

  const get = async (url: string) => (await client.request({ method: 'GET', url }))[1];
  const refused = (url: string) =>
    client.request({ method: 'GET', url }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  const post = (path: string, form: Record<string, string>, by = basicAuthorization(mail.account)) =>
    fetch(mail.url + path, {
      method: 'POST',
      headers: { ...(by !== '' && { authorization: by }) },
      body: new URLSearchParams(form),
    });
  const seconds = () => Math.floor(mail.host.clock.now() / 1000);

  it('are those of its audit log, one for each way and result, the latest first', async () => {
    const [login, password] = ['ann@shop.test', 'a plain long sentence'];
    expect((await post(paths.firstOwner, { Name: 'Ann', Email: login, Password: password })).ok).toBe(true);
    const first = seconds();
    mail.advanceClock(3_600_000);
    await mail.call('POST', emailPaths.groups, { name: 'News', description: 'What is new' });
    const address = { ip: '127.0.0.1', location: '' };
    const { result } = (await get(emailPaths.accessActivity)) as { result: Record<string, unknown>[] };
    expect(result[0]).toMatchObject({ ...address, allowed: true, auth_method: 'API' });
    expect(result[0]?.first_at).toBeLessThanOrEqual(first);
    expect(result[0]?.last_at).toBeGreaterThanOrEqual(first + 3_600);
    mail.advanceClock(60_000);
    for (let count = 0; count < 11; count += 1)
      await post(paths.session, { Email: login, Password: 'a guess' }, '');
    expect(await get(`${emailPaths.accessActivity}?limit=1`)).toMatchObject({
      result: [{ ...address, allowed: false, auth_method: 'Web' }],
    });
    mail.advanceClock(3_600_000);
    expect((await post(paths.session, { Email: login, Password: password }, '')).ok).toBe(true);
    expect(await get(emailPaths.accessActivity)).toMatchObject({
      result: [
        { ...address, allowed: true, auth_method: 'Web' },
        { ...address, allowed: false, auth_method: 'Web' },
        { ...address, allowed: true, auth_method: 'API' },
      ],
    });
    for (const limit of ['0', '501', 'x'])
      expect(await refused(`${emailPaths.accessActivity}?limit=${limit}`)).toBe(400);
  });

  it('are not restricted', async () => {
    expect(await get(emailPaths.allowedAddresses)).toEqual({ result: [] });
    expect(await refused(`${emailPaths.allowedAddresses}/1`)).toBe(404);
    const response = await mail.call('POST', emailPaths.allowedAddresses, { ips: [{ ip: '192.0.2.1' }] });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { errors: [{ message: 'not found: restricting addresses is not built here' }] },
    ]);
  });
});
