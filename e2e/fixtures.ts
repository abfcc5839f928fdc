/**
 * Fixtures of all specs: one server per worker, the API with credentials, a signed-in page, and an HTTP receiver for
 * the requests of flows. A console error of the page fails its test, and so does a response of the API that
 * is not as it is described.
 */

import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test as plain } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { type Account, addAccount } from './add-account.ts';
import type { ResponseValidator } from './contract/response-validator.ts';
import { HttpReceiver } from './external-systems/http-receiver.ts';
import { type FilledAccount, fillAccount } from './filled-account.ts';
import { validatorOf, watchResponses } from './response-faults.ts';
import { type RunningServer, startServer } from './server.ts';
import { applyVariant, reasonToLeaveOut, variantErrors } from './variants.ts';

type TestFixtures = {
  /** Leaves out what the variant of the tests cannot have. */
  leftOut: undefined;
  /** Requests with the account's credentials; addresses are relative to the server. */
  api: APIRequestContext;
  /** A signed-in page that has not navigated yet. */
  signedIn: Page;
  /** A loopback server that records what flows send. */
  receiver: HttpReceiver;
  /** Console errors that the test provokes, by their text. */
  expectedErrors: RegExp[];
};

type WorkerFixtures = {
  server: RunningServer;
  validator: ResponseValidator;
  /** An account that has something on every screen, for tests that look and change nothing that others look at. */
  filled: { account: Account; content: FilledAccount };
};

export const test = plain.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      applyVariant(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  leftOut: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures declare their dependencies by destructuring
    async ({}, use, { title }) => {
      const reason = reasonToLeaveOut(title);
      plain.skip(reason !== null, reason ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures declare their dependencies by destructuring
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  validator: [async ({ server }, use) => use(await validatorOf(server)), { scope: 'worker' }],
  // Here instead of in a file of its own: a worker keeps its server only between specs with the same fixtures.
  filled: [
    async ({ playwright, server }, use) => {
      const account = await addAccount(server, 'Filled account');
      const api = await playwright.request.newContext({
        baseURL: server.url,
        httpCredentials: { username: account.sid, password: account.token, send: 'always' },
      });
      const content = await fillAccount(api);
      await api.dispose();
      await use({ account, content });
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
  page: async ({ page, expectedErrors, validator }, use) => {
    const errors: string[] = [];
    const report = (text: string) => {
      if (![...expectedErrors, ...variantErrors].some((pattern) => pattern.test(text))) errors.push(text);
    };
    page.on('console', (message) => message.type() === 'error' && report(message.text()));
    page.on('pageerror', (error) => report(error.stack ?? error.message));
    const responseFaults = watchResponses(page, validator);
    waitForContentOnNavigation(page);
    await use(page);
    expect(await responseFaults(), 'responses that are not as /openapi.json says').toEqual([]);
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

/** How long a page may take to open on a busy machine. Assertions on an open page have the short timeout. */
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

/** Resolves once the page has content without placeholders; at once on pages outside the app. */
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

/** Sets the theme of the page from its next load on. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript((choice) => {
    // Sandboxed frames, such as the preview of an email, have no storage.
    if (window === top) localStorage.setItem('patchbay.theme', choice);
  }, theme);
}

/**
 * Expects no serious or critical axe violations on the page as it is; the failure names each with its element.
 * `exempt` names axe rules that do not apply.
 */
export async function expectAccessible(page: Page, exempt: string[] = []): Promise<void> {
  expect(await axeViolations(page, { exempt })).toEqual([]);
}

/**
 * The serious and critical axe violations of the page as it is, or of the elements `within`: of the rules `only`, or of
 * all but the `exempt` ones.
 */
export async function axeViolations(
  page: Page,
  { exempt = [], only, within = [] }: { exempt?: string[]; only?: string[]; within?: string[] } = {},
): Promise<string[]> {
  await endMotion(page);
  await provideAxe(page);
  const axe = new AxeBuilder({ page, axeSource: 'undefined' })
    // In the page itself instead of a page of its own for each report, and without the nodes that pass: a fifth of the time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // Announcements of the component library may refer to removed elements.
    .exclude('[data-live-announcer]');
  for (const selector of within) axe.include(selector);
  if (only !== undefined) axe.withRules(only);
  else axe.disableRules(exempt);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    );
}

/**
 * Ends the transitions and animations of the page, so that colours and places are what they will be. One that ends can let
 * another begin, of what inherits its colour or is shown after it, so they are looked for until two frames have none.
 */
export async function endMotion(page: Page): Promise<void> {
  await page.evaluate(async (unpaintedMs) => {
    const endsByItself = ({ effect, playState }: Animation) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState === 'running' && typeof endTime === 'number' && Number.isFinite(endTime);
    };
    for (let still = 0; still < 2; still += 1) {
      const moving = document.getAnimations().filter(endsByItself);
      if (moving.length > 0) still = 0;
      for (const each of moving) each.finish();
      // Where nothing is painted there are no frames.
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, unpaintedMs);
      });
    }
  }, 1_000);
}

const { source: axeSource } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core');

/** Loads axe into the frames that do not have it yet. The builder would do so twice in each analysis, which costs as much as it. */
async function provideAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const provided = frame
      .evaluate(() => 'axe' in window)
      .then((isThere) => (isThere ? undefined : frame.evaluate(axeSource)));
    // A frame of the page that runs no script, or has gone, is not looked at.
    await (frame === page.mainFrame() ? provided : provided.catch(() => {}));
  }
}

/** The same for a state that is not reached again after a reload: in the dark theme, and then in the light one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectAccessible(page);
  }
}
