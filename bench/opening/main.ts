/**
 * Benchmark of opening the designer: the whole page of the built application, from the address to the first cards,
 * and to their cords, of a flow of 1,000 widgets and 1,500 cords, with a warm HTTP cache; and what comes over the wire until
 * pages show something, with an empty one. `node bench/opening/main.ts [times]`.
 */

import { type BrowserContext, chromium, type Page, request } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { noteFirst, weightUntil } from '../../e2e/page-weight.ts';
import { startServer } from '../../e2e/server.ts';
import { bigFlow } from '../big-flow.ts';
import { percentile } from '../designer/measure.ts';

/** In ms since the navigation began. */
type Opened = { cards: number; cords: number };

const times = Number(process.argv[2] ?? 9);
const server = await startServer();
const browser = await chromium.launch(await findBrowser());
try {
  const { sid, token } = server.account;
  const api = await request.newContext({
    baseURL: server.url,
    httpCredentials: { username: sid, password: token, send: 'always' },
  });
  const created = await api.post('/v2/Flows', {
    form: { FriendlyName: 'Opening', Status: 'draft', Definition: JSON.stringify(bigFlow()) },
  });
  const flow = (await created.json()) as { sid: string };
  await api.dispose();
  const pages = [
    ['every page', '/nowhere', 'h1'],
    ['list of flows', '/flows', 'td a.nm'],
    ['designer', `/flows/${flow.sid}`, '[data-card]'],
  ] as const;
  for (const [name, address, shown] of pages) {
    const fresh = await signedInContext();
    await noteFirst(fresh, shown);
    const page = await fresh.newPage();
    await page.goto(server.url + address);
    const { kilobytes, files } = await weightUntil(page, shown);
    console.log(`${name}, script and style on the wire: ${kilobytes.toFixed(1)} KB in ${files.length} files`);
    await fresh.close();
  }
  const context = await signedInContext();
  await context.addInitScript(recordFirst);
  const opened: Opened[] = [];
  for (let time = -2; time < times; time++) {
    const page = await context.newPage();
    await page.goto(`${server.url}/flows/${flow.sid}`, { waitUntil: 'commit' });
    const milliseconds = await openedOf(page);
    // The first two fill the caches of the browser and of the server.
    if (time >= 0) opened.push(milliseconds);
    await page.close();
  }
  for (const part of ['cards', 'cords'] as const) {
    const all = opened.map((each) => Math.round(each[part]));
    console.log(`address to ${part}, ms: median ${percentile(all, 0.5)} of ${all.join(' ')}`);
  }
} finally {
  await browser.close();
  await server.stop();
}

/** A context with an empty cache and the account's session. */
async function signedInContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${server.url}/session`, {
    form: { AccountSid: server.account.sid, AuthToken: server.account.token },
    headers: { origin: server.url },
  });
  return context;
}

/** Runs in the page: notes when the first frames with cards and cords begin to be painted, in ms since the navigation began. */
function recordFirst(): void {
  const at: Partial<Opened> = {};
  const look = () => {
    if (document.querySelector('[data-card]') !== null) at.cards ??= performance.now();
    if (document.querySelector('[data-cord]') !== null) at.cords ??= performance.now();
    if (at.cards === undefined || at.cords === undefined) requestAnimationFrame(look);
    else Object.assign(window, { openedAt: at });
  };
  requestAnimationFrame(look);
}

async function openedOf(page: Page): Promise<Opened> {
  const handle = await page.waitForFunction(() => (window as { openedAt?: Opened }).openedAt);
  return handle.jsonValue() as Promise<Opened>;
}
