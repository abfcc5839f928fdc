/** The fixtures of `fixtures.ts` with a new account for each test, so that its lists are empty. */

import { addAccount as createAccount } from '#server/accounts/service.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createServiceRuntime, systemTime } from '#server/platform/service-runtime.ts';
import { expect, test as onServer } from './fixtures.ts';
import type { RunningServer } from './server.ts';

export type Account = RunningServer['account'];

/**
 * Makes a further account on the data of a running server, as `patchbay account add` does; a process for each test
 * would cost more than many tests take.
 */
export async function addAccount({ dataDir }: RunningServer, name: string): Promise<Account> {
  const { DATABASE_URL, SECRET_KEY } = process.env;
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL, SECRET_KEY });
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    const { ctx } = createServiceRuntime(config, database);
    const { account_sid: sid, auth_token: token } = await createAccount(ctx, name);
    return { sid, token };
  } finally {
    await database.close();
  }
}

/** `api` and `signedIn` belong to `account`, which is new. */
export const test = onServer.extend<{ account: Account }>({
  account: async ({ server }, use) => use(await addAccount(server, 'Account of one test')),
  api: async ({ playwright, server, account }, use) => {
    const { sid: username, token: password } = account;
    const api = await playwright.request.newContext({
      baseURL: server.url,
      httpCredentials: { username, password, send: 'always' },
    });
    await use(api);
    await api.dispose();
  },
  signedIn: async ({ page, server, account }, use) => {
    const response = await page.request.post('/session', {
      form: { AccountSid: account.sid, AuthToken: account.token },
      headers: { origin: server.url },
    });
    expect(response.status(), await response.text()).toBe(200);
    await use(page);
  },
});

export { expect } from './fixtures.ts';
