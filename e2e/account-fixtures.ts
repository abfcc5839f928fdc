/** The fixtures of `fixtures.ts` with a new account for each test, so that its lists are empty. */

import { type Account, addAccount } from './add-account.ts';
import { expect, test as onServer } from './fixtures.ts';

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
