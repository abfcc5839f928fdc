/**
 * What a spec finds ready: a server of its worker's own, the API with credentials, a page that is signed in, a
 * receiver for what flows post. Whatever the console of a page reports as an error fails its test.
 */

import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test as plain } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { HttpReceiver } from './external-systems/http-receiver.ts';
import { type RunningServer, startServer } from './server.ts';

type TestFixtures = {
  /** Requests with the account's credentials; addresses are relative to the server. */
  api: APIRequestContext;
  /** A page of the app, signed in, that has opened nothing yet. */
  signedIn: Page;
  /** A loopback server that records what flows send. */
  receiver: HttpReceiver;
  /** Console errors that the test provokes, matched against their text. */
  expectedErrors: RegExp[];
};

type WorkerFixtures = { server: RunningServer };

export const test = plain.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they need by taking it apart
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [[], { option: true }],
  api: async ({ playwright, server }, use) => {
    const { sid: username, token: password } = server.account;
    const api = await playwright.request.newContext({
      baseURL: server.url,
      httpCredentials: { username, password, send: 'always' },
    });
    await use(api);
    await api.dispose();
  },
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    const report = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
    };
    page.on('console', (message) => message.type() === 'error' && report(message.text()));
    page.on('pageerror', (error) => report(error.stack ?? error.message));
    waitForContentOnNavigation(page);
    await use(page);
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
  signedIn: async ({ page, server }, use) => {
    await signIn(page, server);
    await use(page);
  },
  receiver: async ({ playwright: _ }, use) => {
    const receiver = await HttpReceiver.start();
    await use(receiver);
    await receiver.stop();
  },
});

export { expect } from 'playwright/test';

/** How long a page may take to open on a busy machine. What is asserted of an open page has the short limit. */
const openTimeoutMs = 60_000;

/** `goto` and `reload` resolve once the page shows its content instead of placeholders, unless `waitUntil` says when. */
function waitForContentOnNavigation(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await waitForContent(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await waitForContent(page);
    return response;
  };
}

/** Resolves once the page has content and none of it is a placeholder. Pages that are not the app are open at once. */
async function waitForContent(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const root = document.getElementById('root');
      if (root === null) return true;
      const content = root.querySelector('main') ?? root;
      return content.childElementCount > 0 && content.querySelector('.skels') === null;
    },
    undefined,
    { timeout: openTimeoutMs },
  );
}

/** Gives the page's browser context the session cookie of the server's account. */
export async function signIn(page: Page, server: RunningServer): Promise<void> {
  const response = await page.request.post(`${server.url}${paths.session}`, {
    form: { AccountSid: server.account.sid, AuthToken: server.account.token },
    headers: { origin: server.url },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Shows the page in that theme from its next load on, as a person's choice would. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript((choice) => localStorage.setItem('patchbay.theme', choice), theme);
}

/**
 * Fails when the page as it stands has serious or critical faults of accessibility, naming each with its place.
 * `exempt` names rules that do not fit what is shown.
 */
export async function expectAccessible(page: Page, exempt: string[] = []): Promise<void> {
  // What the library of controls says aloud names elements that may be gone by now; it is spoken, not read.
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-live-announcer]')
    .disableRules(exempt)
    .analyze();
  const faults = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    );
  expect(faults).toEqual([]);
}
