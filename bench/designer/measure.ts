/** Measures one page in a browser: time to painted, frames under real input, bytes, heap. */

import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { middleBox } from './plain-graph.ts';

export type Gesture = 'pan' | 'zoom' | 'drag';
export type Scale = '100 %' | 'fit';

/** Times in ms, sizes in KB. `frames` is the 95th percentile of the time between two frames. */
export type Measured = {
  painted: number;
  gzip: number;
  heap: number;
  frames: Record<`${Gesture} ${Scale}`, number>;
};

/** One of the pages. `lookClose` brings the middle of the flow into view at 100 %; both run inside the page. */
export type Subject = { name: string; path: string; lookClose: string; hasMoved: string };

const size = { width: 1440, height: 900 };
const lasting = 3000;

export async function measure(browser: Browser, base: string, subject: Subject): Promise<Measured> {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text().slice(0, 300));
  });
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(response.url())) return;
    bodies.push(response.body().then((body) => gzipSync(body).length / 1024));
  });
  await page.goto(`${base}/${subject.path}`, { waitUntil: 'commit' });
  const painted = await paintedAt(page);
  const gzip = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0);
  const heap = await usedHeap(page);
  const frames = {} as Measured['frames'];
  for (const scale of ['fit', '100 %'] as const) {
    for (const gesture of ['pan', 'zoom', 'drag'] as const) {
      await page.reload({ waitUntil: 'commit' });
      await paintedAt(page);
      if (scale === '100 %') await page.evaluate(subject.lookClose);
      await rest(page);
      frames[`${gesture} ${scale}`] = await underInput(page, gesture, subject);
    }
  }
  await context.close();
  if (faults.length > 0) throw new Error(`${subject.name}: ${faults.join('; ')}`);
  return { painted, gzip, heap, frames };
}

async function paintedAt(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.paintedAt, undefined, { timeout: 60_000 });
  return (await handle.jsonValue()) ?? Number.NaN;
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}

/** Waits until ten frames in a row came in time, so that no gesture pays for what came before it. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let calm = 0;
        let last = performance.now();
        const frame = (now: number) => {
          calm = now - last < 25 ? calm + 1 : 0;
          last = now;
          if (calm >= 30) resolve();
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );
}

async function underInput(page: Page, gesture: Gesture, subject: Subject): Promise<number> {
  const at = gesture === 'drag' ? await screenPlace(page) : { x: size.width / 2, y: size.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.move(at.x + 1, at.y);
  if (gesture === 'drag') await page.mouse.down();
  if (gesture === 'zoom') await page.keyboard.down('Control');
  await page.evaluate(() => {
    const intervals: number[] = [];
    Object.assign(window, { intervals, recording: true });
    let last = 0;
    const frame = (now: number) => {
      if (last > 0) intervals.push(now - last);
      last = now;
      if ((window as unknown as { recording: boolean }).recording) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const start = performance.now();
  for (let step = 0; performance.now() - start < lasting; step++) {
    if (gesture === 'drag') {
      const turn = step / 12;
      await page.mouse.move(at.x + 90 * Math.sin(turn), at.y + 70 * (1 - Math.cos(turn)));
    } else if (gesture === 'pan') {
      const turn = step / 25;
      await page.mouse.wheel(26 * Math.cos(turn), 26 * Math.sin(turn));
    } else await page.mouse.wheel(0, step % 60 < 30 ? -12 : 12);
  }
  const intervals = await page.evaluate(() => {
    Object.assign(window, { recording: false });
    return (window as unknown as { intervals: number[] }).intervals;
  });
  if (gesture === 'drag') {
    await page.mouse.move(at.x + 60, at.y + 60);
    await page.mouse.up();
  }
  if (gesture === 'zoom') await page.keyboard.up('Control');
  if (gesture === 'drag' && !(await page.evaluate(subject.hasMoved))) {
    throw new Error(`${subject.name}: the drag moved nothing.`);
  }
  return percentile(intervals, 0.95);
}

/** Where the middle widget is on the screen, read from the transform of whatever carries the cards. */
function screenPlace(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(({ x, y }) => {
    const world = document.querySelector<HTMLElement>('.react-flow__viewport, .world');
    const { a, e, f } = new DOMMatrix(world?.style.transform);
    return { x: (x + 120) * a + e, y: (y + 30) * a + f };
  }, middleBox);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
