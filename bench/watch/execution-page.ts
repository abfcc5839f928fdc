/**
 * The page of an execution in a browser: how long one of a thousand steps takes to open, the frames while it is scrubbed
 * (beside plain elements), how long a context of a megabyte holds the page up, and how late a step reaches the page while
 * a hundred are taken in a second.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { type RunningServer, startServer } from '../../e2e/server.ts';
import { percentile } from '../designer/measure.ts';
import { phoneOf, start, startLarge, startLong, stepsOfMessage, storeCircle } from './long-execution.ts';

const size = { width: 1440, height: 900 };
const opens = 5;
const scrubMs = 3_000;
const stepsPerSecond = 100;
const watchedEveryMs = 300;
const contacts = 20;

type Frames = { p95: number; longest: number };

/** Prints a table; `environment` is that of the server's database. */
export async function measureExecutionPage(name: string, environment: Record<string, string>): Promise<void> {
  const server = await startServer({ env: environment });
  const browser = await chromium.launch(await findBrowser());
  try {
    const flow = await storeCircle(server);
    const long = await startLong(server, flow);
    const large = await startLarge(server, flow);
    const context = await signIn(browser, server);
    const pathOf = ({ sid }: { sid: string }) => `${server.url}/flows/${flow.sid}/executions/${sid}`;

    const page = await context.newPage();
    const opened: number[] = [];
    for (let nth = 0; nth < opens; nth += 1) opened.push(await openingTime(page, pathOf(long), 1_000));
    const scrubbed = await scrub(page, page.getByRole('slider'));
    const plain = await scrubPlainElements(context);
    const largeOpened = await openingTime(page, pathOf(large), 1);
    const largeFrames = await framesDuring(page, () => wait(1_000));
    await page.close();
    const delays = await delaysOfSteps(context, server, flow, pathOf);

    console.log(`### ${name}: the page of an execution\n`);
    console.log('| | measured | bound |\n|---|---:|---:|');
    const row = (title: string, measured: number, bound: number | null) =>
      console.log(`| ${title} | ${measured.toFixed(0)} | ${bound ?? '–'} |`);
    row('an execution of 1,000 steps opens, median of 5 (ms)', percentile(opened, 0.5), 1_000);
    row('p95 of a frame while it is scrubbed (ms)', scrubbed.p95, 17);
    row('longest frame while it is scrubbed (ms)', scrubbed.longest, null);
    row('… with plain elements: p95 (ms)', plain.p95, null);
    row('… with plain elements: longest (ms)', plain.longest, null);
    row('an execution with a context of 1 MB opens (ms)', largeOpened, 1_000);
    row('… longest frame in the second after that (ms)', largeFrames.longest, null);
    row(`a step reaches the page, ${stepsPerSecond} a second: median (ms)`, percentile(delays, 0.5), null);
    row(`a step reaches the page, ${stepsPerSecond} a second: p95 (ms)`, percentile(delays, 0.95), 300);
    console.log('');
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function signIn(browser: Browser, { url, account }: RunningServer): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: size });
  const form = { AccountSid: account.sid, AuthToken: account.token };
  const response = await context.request.post(`${url}/session`, { form, headers: { origin: url } });
  if (!response.ok()) throw new Error(`No session: ${response.status()}`);
  return context;
}

/** From the navigation until the step, the path and the variables are there, in ms. */
async function openingTime(page: Page, path: string, step: number): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(
    (seq) =>
      document.querySelector(`[data-seq="${seq}"]`) !== null &&
      document.querySelector('[data-card]') !== null &&
      document.querySelector('.ctx .tree') !== null &&
      performance.now(),
    step,
    { timeout: 60_000, polling: 'raf' },
  );
  return Number(await handle.jsonValue());
}

async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const intervals: number[] = [];
    Object.assign(window, { intervals, isRecording: true });
    let last = 0;
    const frame = (now: number) => {
      if (last > 0) intervals.push(now - last);
      last = now;
      if ((window as unknown as { isRecording: boolean }).isRecording) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await work();
  const intervals = await page.evaluate(() => {
    Object.assign(window, { isRecording: false });
    return (window as unknown as { intervals: number[] }).intervals;
  });
  return { p95: percentile(intervals, 0.95), longest: Math.max(...intervals) };
}

/** Drags the thumb back and forth over the whole track. @throws Error when the slider does not follow */
async function scrub(page: Page, slider: ReturnType<Page['locator']>): Promise<Frames> {
  await wait(500);
  const track = await page.locator('.track').boundingBox();
  if (track === null) throw new Error('The scrubber has no track.');
  const y = track.y + track.height / 2;
  const xAt = (part: number) => track.x + 4 + (track.width - 8) * part;
  await page.mouse.move(xAt(1), y);
  await page.mouse.down();
  const values = new Set<string>();
  const frames = await framesDuring(page, async () => {
    const began = performance.now();
    for (let step = 0; performance.now() - began < scrubMs; step += 1) {
      await page.mouse.move(xAt((1 + Math.cos(step / 40)) / 2), y);
      if (step % 10 === 9) values.add(await slider.inputValue());
    }
  });
  await page.mouse.up();

  if (values.size < 2) throw new Error('Nothing came of scrubbing.');
  return frames;
}

/** The physical limit: a list of as many buttons and a slider that marks one of them; no framework. */
async function scrubPlainElements(context: BrowserContext): Promise<Frames> {
  const page = await context.newPage();
  const rows = Array.from(
    { length: 1_000 },
    (_, nth) => `<li><button>${nth} reply ask → split</button></li>`,
  );
  await page.setContent(
    `<ol style="height:400px;overflow:auto">${rows.join('')}</ol><div class="track"><input type="range" min="1" max="1000" value="1000" style="width:100%"></div>`,
  );
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('button')];
    let chosen: HTMLElement | undefined;
    document.querySelector('input')?.addEventListener('input', ({ target }) => {
      if (chosen !== undefined) chosen.style.background = '';
      chosen = all[Number((target as HTMLInputElement).value) - 1];
      if (chosen === undefined) return;
      chosen.style.background = 'yellow';
      chosen.scrollIntoView({ block: 'nearest' });
    });
  });
  const frames = await scrub(page, page.locator('input'));
  await page.close();
  return frames;
}

/**
 * How long after a message is sent its last step stands in the page, in ms, while other contacts keep the service at its
 * steps a second.
 */
async function delaysOfSteps(
  context: BrowserContext,
  server: RunningServer,
  flow: Awaited<ReturnType<typeof storeCircle>>,
  pathOf: (execution: { sid: string }) => string,
): Promise<number[]> {
  const numberOf = (nth: number) => `+1500555${2000 + nth}`;
  const phones: ReturnType<typeof phoneOf>[] = [];
  for (let nth = 0; nth < contacts; nth += 1) {
    await start(server, flow, numberOf(nth));
    phones.push(phoneOf(flow, numberOf(nth)));
  }
  const watched = await start(server, flow, numberOf(contacts));
  const phone = phoneOf(flow, numberOf(contacts));
  const page = await context.newPage();
  await page.goto(pathOf(watched));
  await page.locator('[data-seq="1"]').waitFor();
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>('[data-seq]')) {
        const seq = row.dataset.seq ?? '';
        seen[seq] ??= performance.timeOrigin + performance.now();
      }
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  const everyMs = (1_000 * stepsOfMessage) / stepsPerSecond;
  let isOver = false;
  const background = async () => {
    const began = performance.now();
    for (let nth = 0; !isOver; nth += 1) {
      await wait(Math.max(0, began + nth * everyMs - performance.now()));
      // Not awaited: the rate does not depend on the answers.
      void phones[nth % contacts]?.sendMessage('again').catch(() => undefined);
    }
  };
  const running = background();
  await wait(2_000);
  const sent: { last: number; at: number }[] = [];
  for (let nth = 1; nth <= 40; nth += 1) {
    sent.push({ last: 1 + nth * stepsOfMessage, at: performance.timeOrigin + performance.now() });
    await phone.sendMessage('yes');
    await wait(watchedEveryMs + ((nth * 37) % 100));
  }
  await page.waitForFunction(
    (seq) => (window as unknown as { seen: Record<string, number> }).seen[seq] !== undefined,
    String(sent.at(-1)?.last),
  );
  isOver = true;
  await running;
  const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  await page.close();
  return sent.map(({ last, at }) => (seen[String(last)] ?? Number.POSITIVE_INFINITY) - at);
}
