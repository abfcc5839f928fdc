/**
 * Benchmark of opening the designer: the whole page of the built application, from the address to the first cards of a
 * flow of 1,000 widgets and 1,500 cords, with a warm HTTP cache. `node bench/opening/main.ts [times]`.
 */

import { chromium, type Page, request } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { startServer } from '../../e2e/server.ts';
import { bigFlow } from '../big-flow.ts';
import { percentile } from '../designer/measure.ts';

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
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${server.url}/session`, {
    form: { AccountSid: sid, AuthToken: token },
    headers: { origin: server.url },
  });
  await context.addInitScript(recordFirstCards);
  const opened: number[] = [];
  for (let time = -2; time < times; time++) {
    const page = await context.newPage();
    await page.goto(`${server.url}/flows/${flow.sid}`, { waitUntil: 'commit' });
    const milliseconds = await firstCardsOf(page);
    // The first two fill the caches of the browser and of the server.
    if (time >= 0) opened.push(milliseconds);
    await page.close();
  }
  const all = opened.map((each) => Math.round(each)).join(' ');
  console.log(`address to cards, ms: median ${Math.round(percentile(opened, 0.5))} of ${all}`);
} finally {
  await browser.close();
  await server.stop();
}

/** Runs in the page: notes when the first frame with cards begins to be painted, in ms since the navigation began. */
function recordFirstCards(): void {
  const look = () => {
    if (document.querySelector('[data-card]') === null) requestAnimationFrame(look);
    else Object.assign(window, { firstCardsAt: performance.now() });
  };
  requestAnimationFrame(look);
}

async function firstCardsOf(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (window as { firstCardsAt?: number }).firstCardsAt);
  return handle.jsonValue() as Promise<number>;
}
