/** Measures one page in a browser: time to paint, frame times under real input, transferred bytes, heap. */

import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright';

const gestures = ['pan', 'zoom', 'drag', 'select', 'connect', 'type'] as const;
type Gesture = (typeof gestures)[number];

/**
 * A gesture and its zoom. `type at 100 %` writes into the message of the middle widget. `zoom across the border` goes back and forth across the level-of-detail threshold at 35 %,
 * `zoom through all levels` from the whole flow to 100 % and back.
 */
export type Cell = `${Gesture} at ${'100 %' | 'fit'}` | 'zoom across the border' | 'zoom through all levels';

/** Jacks are too small to be hit when everything is in view, so cords are connected at 100 % only. */
export const cells: readonly Cell[] = [
  ...(['pan', 'zoom', 'drag', 'select'] as const).map((gesture): Cell => `${gesture} at fit`),
  ...(['pan', 'zoom', 'drag', 'select', 'connect'] as const).map((gesture): Cell => `${gesture} at 100 %`),
  'zoom across the border',
  'type at 100 %',
];

/** Times in ms, sizes in KB. `frames` is the 95th percentile of the time between two frames; a missing cell cannot be done. */
export type Measurement = {
  painted: number;
  gzip: number;
  heap: number;
  frames: Map<Cell, number>;
};

/** One of the pages, which is opened with the whole flow in view. All expressions run inside the page. */
export type Subject = {
  name: string;
  path: string;
  /** The corner of the middle widget, in the flow's coordinates. */
  middle: { x: number; y: number };
  /** Brings the middle of the flow into view at a zoom. */
  zoomTo(page: Page, zoom: number): Promise<unknown>;
  hasMoved: string;
  /** The element that a cord is drawn from, and whether one is being drawn; null where there are no cords to draw. */
  connecting: { jack: string; isDrawn: string } | null;
  /** The number of selected widgets; null where nothing can be selected. */
  selected: string | null;
  /** The field in which the message of the middle widget is written; left out where there is none. */
  field?: string;
  /** What is measured of it, if not every cell. */
  cells?: readonly Cell[];
};

/** The level-of-detail threshold of the canvas. */
const border = 0.35;

/** Wheel steps from the whole flow to about 100 %. */
const stepsThroughLevels = 20;

export const size = { width: 1440, height: 900 };
export const lasting = 3000;

export async function measure(
  browser: Browser,
  base: string,
  subject: Subject,
  wanted: readonly Cell[] = subject.cells ?? cells,
): Promise<Measurement> {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text().slice(0, 300));
  });
  const bodies: Promise<number>[] = [];
  const weigh = (response: Response) => {
    if (!/\.(js|css)$/.test(response.url())) return;
    bodies.push(response.body().then((body) => gzipSync(body).length / 1024));
  };
  page.on('response', weigh);
  await page.goto(`${base}/${subject.path}`, { waitUntil: 'commit' });
  const painted = await paintedAt(page);
  const gzip = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0);
  // What reloads receive is not weighed, and may be gone before it is read.
  page.off('response', weigh);
  const heap = await usedHeap(page);
  const frames: Measurement['frames'] = new Map();
  for (const cell of wanted) {
    const gesture = gestureOf(cell);
    if (gesture === 'connect' && subject.connecting === null) continue;
    if (gesture === 'select' && subject.selected === null) continue;
    if (gesture === 'type' && subject.field === undefined) continue;
    await page.reload({ waitUntil: 'commit' });
    await paintedAt(page);
    frames.set(cell, await framesIn(page, cell, subject));
  }
  await context.close();
  if (faults.length > 0) throw new Error(`${subject.name}: ${faults.join('; ')}`);
  return { painted, gzip, heap, frames };
}

function gestureOf(cell: Cell): Gesture {
  return cell.split(' ', 1)[0] as Gesture;
}

/** The 95th percentile of frame times while a gesture lasts, on a page that has just been opened. */
export async function framesIn(page: Page, cell: Cell, subject: Subject): Promise<number> {
  if (cell.endsWith('100 %')) await subject.zoomTo(page, 1);
  else if (cell.endsWith('border')) await subject.zoomTo(page, border * 1.05);
  await rest(page);
  const halfTurn = cell.endsWith('border') ? 10 : cell.endsWith('levels') ? stepsThroughLevels : 30;
  return framesUnder(page, gestureOf(cell), halfTurn, subject);
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

/** Waits for ten frames in a row within budget, so that earlier work does not affect the gesture. */
export async function rest(page: Page): Promise<void> {
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

/** Begins to record the times between frames. */
export function recordFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
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
}

/** The times between frames since then, in ms. */
export function recordedFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    Object.assign(window, { recording: false });
    return (window as unknown as { intervals: number[] }).intervals;
  });
}

/** The 95th percentile of frame times while a gesture lasts. The zoom direction reverses every `halfTurn` steps. */
async function framesUnder(
  page: Page,
  gesture: Gesture,
  halfTurn: number,
  subject: Subject,
): Promise<number> {
  const at = await startOf(page, gesture, subject);
  const before = gesture === 'type' ? await page.locator(subject.field ?? '').inputValue() : '';
  const isPress = gesture === 'drag' || gesture === 'select' || gesture === 'connect';
  await page.mouse.move(at.x, at.y);
  await page.mouse.move(at.x + 1, at.y);
  if (isPress) await page.mouse.down();
  if (gesture === 'type') await page.locator(subject.field ?? '').focus();
  if (gesture === 'zoom') await page.keyboard.down('Control');
  await recordFrames(page);
  const start = performance.now();
  for (let step = 0; performance.now() - start < lasting; step++) {
    if (gesture === 'pan') {
      const turn = step / 25;
      await page.mouse.wheel(26 * Math.cos(turn), 26 * Math.sin(turn));
    } else if (gesture === 'zoom') {
      await page.mouse.wheel(0, step % (2 * halfTurn) < halfTurn ? -12 : 12);
    } else if (gesture === 'type') {
      await page.keyboard.press('KeyA', { delay: 40 });
    } else {
      const turn = step / 12;
      const [width, height] = gesture === 'drag' ? [90, 70] : [300, 160];
      await page.mouse.move(at.x + width * Math.sin(turn), at.y + height * (1 - Math.cos(turn)));
    }
  }
  const intervals = await recordedFrames(page);
  if (gesture === 'drag') await page.mouse.move(at.x + 60, at.y + 60);
  if (gesture === 'select') await page.mouse.move(at.x + 300, at.y + 200);
  const isDrawn = gesture === 'connect' && (await page.evaluate(subject.connecting?.isDrawn ?? 'false'));
  if (isPress) await page.mouse.up();
  if (gesture === 'zoom') await page.keyboard.up('Control');
  const wasDone =
    gesture === 'type'
      ? (await page.locator(subject.field ?? '').inputValue()) !== before
      : gesture === 'drag'
        ? await page.evaluate(subject.hasMoved)
        : gesture === 'select'
          ? (await page.evaluate<number>(subject.selected ?? '0')) > 0
          : gesture !== 'connect' || isDrawn;
  if (!wasDone) throw new Error(`${subject.name}: nothing came of the gesture ${gesture}.`);
  return percentile(intervals, 0.95);
}

/** The start position of the pointer: on the middle widget, on a jack of it, on empty canvas beside it, or in the middle. */
async function startOf(page: Page, gesture: Gesture, subject: Subject): Promise<{ x: number; y: number }> {
  if (gesture === 'drag') return screenPlace(page, subject, { x: 120, y: 30 });
  // Between two columns of cards, where no cord is.
  if (gesture === 'select') return screenPlace(page, subject, { x: -60, y: 60 });
  if (gesture !== 'connect') return { x: size.width / 2, y: size.height / 2 };
  return page.evaluate<{ x: number; y: number }>(
    `(() => { const { x, y, width, height } = ${subject.connecting?.jack}.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
  );
}

/** Where a point beside the corner of the middle widget is on the screen, by the transform of the cards' container. */
function screenPlace(
  page: Page,
  { middle }: Subject,
  from: { x: number; y: number },
): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ({ x, y }) => {
      const world = document.querySelector<HTMLElement>('.react-flow__viewport, .world');
      const { a, e, f } = new DOMMatrix(world?.style.transform);
      const { left = 0, top = 0 } = world?.parentElement?.getBoundingClientRect() ?? {};
      return { x: left + x * a + e, y: top + y * a + f };
    },
    { x: middle.x + from.x, y: middle.y + from.y },
  );
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
