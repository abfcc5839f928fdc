/** The fixtures of `fixtures.ts` with a new account for each test, so that its lists are empty. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test as onServer } from './fixtures.ts';
import type { RunningServer } from './server.ts';

export type Account = RunningServer['account'];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Creates an account by the command line while the server runs on the same data. */
export async function addAccount(server: RunningServer, name: string): Promise<Account> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/server/cli.ts', 'account', 'add', name],
    { cwd: root, env: { ...process.env, DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' } },
  );
  const { account_sid: sid, auth_token: token } = JSON.parse(stdout);
  return { sid, token };
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
