/** How long the built page takes to draw the comparison of two revisions with 1,000 widgets on the canvas. */

import { chromium, type Page } from 'playwright';
import { paths } from '#api/paths.ts';
import { findBrowser } from '../../e2e/browser.ts';
import { startServer } from '../../e2e/server.ts';
import { summarize, type Times } from './comparisons.ts';
import { editedFlows } from './edited-flows.ts';

/**
 * Milliseconds from the press on “Canvas” until the cards in view and the legend of the marks are painted, after one round to warm up. @throws Error when
 * the server refuses the flow
 */
export async function measureDrawing(rounds: number): Promise<Times> {
  const { base, ours } = editedFlows();
  const server = await startServer();
  const browser = await chromium.launch(await findBrowser());
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const post = async (path: string, form: Record<string, string>) => {
      const response = await context.request.post(server.url + path, {
        form,
        headers: { origin: server.url },
      });
      if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
      return response;
    };
    const { sid: AccountSid, token: AuthToken } = server.account;
    await post(paths.session, { AccountSid, AuthToken });
    const flow = { FriendlyName: 'Large', Status: 'draft' };
    const created = await post(paths.flows, { ...flow, Definition: JSON.stringify(base) });
    const { sid } = (await created.json()) as { sid: string };
    await post(paths.flow(sid), { ...flow, Definition: JSON.stringify(ours) });
    const page = await context.newPage();
    await page.goto(`${server.url}/flows/${sid}/history?compare=1..2&view=list`);
    await drawingTime(page);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await drawingTime(page));
    return summarize(times);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** From the list to the canvas and back. */
async function drawingTime(page: Page): Promise<number> {
  const choice = (name: string) => page.getByRole('radio', { name, exact: true });
  await choice('Canvas').waitFor();
  await page.evaluate(() => {
    addEventListener('pointerdown', () => Object.assign(globalThis, { pressed: performance.now() }), {
      capture: true,
      once: true,
    });
  });
  await choice('Canvas').click();
  const painted = await page.waitForFunction(
    () =>
      document.querySelector('.flow-canvas [data-card]') !== null &&
      document.querySelector('.comparison-tools') !== null &&
      performance.now() - (globalThis as unknown as { pressed: number }).pressed,
    undefined,
    { polling: 'raf' },
  );
  const time = Number(await painted.jsonValue());
  await choice('List').click();
  await page.waitForFunction(() => document.querySelector('.flow-canvas') === null);
  return time;
}
