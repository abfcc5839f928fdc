/** The first account, on every database: created once by concurrent processes; the configured token. */

import { expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createServiceRuntime } from '../platform/service-runtime.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { ensureAccount, findCaller, rotateToken } from './service.ts';

describeOnEveryDatabase('the first account', ({ current }) => {
  const hostWith = (environment: Record<string, string> = {}) =>
    createServiceRuntime(readConfig({ LOG_LEVEL: 'silent', ...environment }), current(), () => 0).ctx;

  it('is created once by processes that start concurrently on an empty database', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => ensureAccount(hostWith())));
    expect(new Set(begun.map(({ account }) => account)).size).toBe(1);
    expect(begun.filter(({ created: made }) => made !== null)).toHaveLength(1);
  });

  it('keeps a rotated token until the configured one changes', async () => {
    const sid = `AC${'5'.repeat(32)}`;
    const settings = (token: string) => hostWith({ PATCHBAY_ACCOUNT_SID: sid, PATCHBAY_AUTH_TOKEN: token });
    const ctx = settings('the token at first');
    await Promise.all([ensureAccount(ctx), ensureAccount(settings('the token at first'))]);
    const caller = await findCaller(ctx, sid, 'the token at first');
    expect(caller).toMatchObject({ account: sid });
    const { token } = await rotateToken(ctx, { account: sid, user: null, role: 'owner' }, sid);
    await ensureAccount(settings('the token at first'));
    expect(await findCaller(ctx, sid, 'the token at first')).toBeNull();
    expect(await findCaller(ctx, sid, token)).toEqual(caller);
    await ensureAccount(settings('the token after it'));
    expect(await findCaller(ctx, sid, token)).toBeNull();
    expect(await findCaller(ctx, sid, 'the token after it')).toEqual(caller);
  });
});
