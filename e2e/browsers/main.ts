/**
 * Ten journeys in Firefox and WebKit, by WebDriver: `node e2e/browsers/main.ts [Firefox] [WebKit]`. A browser that is not installed is
 * left out with a sentence; of what failed there is a picture in `test-results/browsers`. The last line is `N passed, N failed`.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { paths } from '#api/paths.ts';
import { type RunningServer, startServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import { BrowserPage } from './page.ts';
import { missingFor, startFirefox, startWebKit, type WebDriver } from './web-driver.ts';

const browsers = { Firefox: startFirefox, WebKit: startWebKit };
type BrowserName = keyof typeof browsers;

const card = (name: string) => ({ css: '[role=application] [role=group]', name: `${name}, ` });
const button = (name: string) => ({ css: 'button', name });
const message = { css: '[contenteditable=true]', name: 'Message' };

type Context = { page: BrowserPage; server: RunningServer; sid: string };
type Journey = (context: Context) => Promise<void>;

/** In this order: each goes on where the one before it has ended. */
const journeys: Record<string, Journey> = {
  open: async ({ page, server, sid }) => {
    await page.open(`${server.url}/sign-in?with=account`);
    await page.click({ css: 'input', name: 'Account SID' });
    await page.type(server.account.sid);
    await page.click({ css: 'input', name: 'Auth token' });
    await page.type(server.account.token);
    await page.press('Enter');
    await page.expect('the flows', 'return location.pathname === "/flows"');
    await page.open(`${server.url}/flows/${sid}`);
    await page.find(card('spare'));
    await page.expect('all of the page', 'return document.querySelector(".design")?.ariaBusy === "false"');
  },
  drag: async ({ page }) => {
    const from = await page.find(card('spare'));
    await page.drag([from, { x: from.x + 50, y: from.y + 30 }, { x: from.x + 100, y: from.y + 60 }]);
    await page.find(card('spare'), ({ x }) => x > from.x + 60);
  },
  connect: async ({ page }) => {
    const from = await page.find({ css: '[role=application] [role=img]', name: 'No reply, free' });
    const to = await page.find(card('spare'));
    await page.drag([from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to]);
    await page.find({ css: '[role=application] [role=img]', name: 'No reply, to spare' });
  },
  type: async ({ page }) => {
    await page.click(card('thank'));
    await page.click(message);
    await page.press('Control', 'a');
    await page.type('Grazie {{contact.channel.address}}!');
    await page.expectText(message.css, 'Grazie {{contact.channel.address}}!');
  },
  undo: async ({ page }) => {
    await page.click(button('Undo'));
    await page.expectText(message.css, 'You said');
    await page.click(button('Redo'));
    await page.expectText(message.css, 'Grazie');
  },
  save: async ({ page, server, sid }) => {
    await page.press('Control', 's');
    await page.expectText('body', 'All changes saved');
    const stored = JSON.stringify((await flowOf(server, sid)).definition);
    if (!stored.includes('Grazie')) throw new Error('The server does not have what was typed.');
  },
  publish: async ({ page, server, sid }) => {
    await page.click(button('Publish'));
    await page.click({ css: '[role=dialog] button', name: 'Publish' });
    await page.expectText('body', 'Published as revision');
    const { status } = await flowOf(server, sid);
    if (status !== 'published') throw new Error(`Its status is ${status}.`);
  },
  'test run': async ({ page }) => {
    await page.click(button('Test'));
    await page.click({ css: 'aside[aria-label="Test run"] input, aside[aria-label="Test run"] textarea' });
    await page.type('Hello');
    await page.press('Enter');
    await page.expectText('aside[aria-label="Test run"]', 'How are you?');
    await page.type('Well');
    await page.press('Enter');
    await page.expectText('aside[aria-label="Test run"]', 'Grazie');
  },
  history: async ({ page, server, sid }) => {
    await page.open(`${server.url}/flows/${sid}/history`);
    await page.find({ css: 'aside[aria-label=Revisions] a' });
    await page.expectText('aside[aria-label=Revisions] a', 'Published');
    await page.press('j');
    await page.expect('a row with the focus', 'return document.activeElement.matches("aside li a")');
  },
  list: async ({ page, server }) => {
    await page.open(`${server.url}/flows`);
    await page.find({ css: 'main a', name: 'Second' });
    await page.press('/');
    await page.type('First');
    await page.expect(
      'the first flow alone',
      'return !document.querySelector("main").textContent.includes("Second")',
    );
    await page.click({ css: 'main a', name: 'First' });
    await page.find(card('ask'));
  },
};

const wanted = (Object.keys(browsers) as BrowserName[]).filter(
  (each) => process.argv.length === 2 || process.argv.includes(each),
);
const counts = { passed: 0, failed: 0 };
for (const name of wanted) {
  const missing = missingFor(name);
  if (missing.length === 0) await runIn(name);
  else
    console.log(
      `SKIPPED ${name}: ${missing.join(' and ')} not installed (apt-get install ${missing.join(' ')}).`,
    );
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function runIn(name: BrowserName): Promise<void> {
  const server = await startServer();
  const began = performance.now();
  let driver: WebDriver | null = null;
  try {
    const sid = await storeFlow(server, 'First');
    await storeFlow(server, 'Second');
    driver = await browsers[name]();
    await driver.send('SetWindowRect', { x: 0, y: 0, width: 1440, height: 900 });
    const context = { page: new BrowserPage(driver), server, sid };
    for (const [journey, run] of Object.entries(journeys)) {
      await run(context);
      console.log(`passed ${name}: ${journey}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
      counts.passed += 1;
    }
  } catch (error) {
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : error}`);
    counts.failed += 1;
    if (driver !== null) {
      const picture = String(await driver.send('TakeScreenshot', {}));
      await mkdir('test-results/browsers', { recursive: true });
      await writeFile(`test-results/browsers/${name}.png`, Buffer.from(picture, 'base64'));
    }
  } finally {
    await driver?.close();
    await server.stop();
  }
}

async function storeFlow(server: RunningServer, name: string): Promise<string> {
  const fields = { FriendlyName: name, Status: 'draft', Definition: JSON.stringify(smallFlow()) };
  const { sid } = await request(server, paths.flows, { method: 'POST', body: new URLSearchParams(fields) });
  return String(sid);
}

function flowOf(server: RunningServer, sid: string): Promise<Record<string, unknown>> {
  return request(server, paths.flow(sid), {});
}

async function request(
  { url, account }: RunningServer,
  path: string,
  options: RequestInit,
): Promise<Record<string, unknown>> {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const response = await fetch(url + path, { ...options, headers: { authorization } });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
