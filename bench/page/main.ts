/**
 * Benchmark of the whole page of the designer in the built application, with a flow of 1,000 widgets and 1,500 cords:
 * frame times under real input beside those of plain elements in the same run, the work between an edit and its findings,
 * and the time from a key in the search to its results. `node bench/page/main.ts [rounds]`, with `--quick` for one round.
 */

import { type Browser, type BrowserContext, chromium, type Page, request } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { type RunningServer, startServer } from '../../e2e/server.ts';
import { bigFlow } from '../big-flow.ts';
import {
  type Cell,
  framesIn,
  lasting,
  measure,
  percentile,
  recordedFrames,
  recordFrames,
  rest,
  type Subject,
  size,
} from '../designer/measure.ts';
import { servePages } from '../designer/pages.ts';
import { plainElements } from '../designer/plain-elements.ts';
import { middleBox } from '../designer/plain-graph.ts';
import { recordLastChange, recordLongestTask, waitForRecord } from './records.ts';

const gestures: readonly Cell[] = [
  'pan at fit',
  'zoom at fit',
  'drag at fit',
  'pan at 100 %',
  'zoom at 100 %',
  'drag at 100 %',
  'zoom through all levels',
];

const designer: Subject = {
  name: 'the page',
  path: '',
  middle: middleBox,
  zoomTo: (page) => page.keyboard.press('Shift+Digit0'),
  hasMoved: `!document.querySelector('button[aria-label^="Undo"]').disabled`,
  connecting: null,
  selected: null,
};

const edits = 20;

/** The names of the rows in their order, each with one number for each round. */
const rows = new Map<string, number[]>();
const rounds = process.argv.includes('--quick')
  ? 1
  : Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 3);

const server = await startServer();
const pages = await servePages();
const browser = await chromium.launch(await findBrowser());
try {
  const context = await signedIn(browser, server);
  for (let round = 0; round < rounds; round++) {
    const plain = await measure(browser, pages.base, plainElements, gestures);
    for (const cell of gestures) {
      add(`p95 frame, ${cell}, ms`, await onFreshPage(context, (page) => framesIn(page, cell, designer)));
      add(`… plain elements, ${cell}`, plain.frames.get(cell) ?? Number.NaN);
    }
    add('p95 frame, typing a message, ms', await onFreshPage(context, framesOfTyping));
    add('p95 frame, undo and redo of moves of a widget, ms', await onFreshPage(context, framesOfUndo));
    const ofAll = (page: Page) => framesOfUndo(page, true);
    add('… of moves of all 1,000', await onFreshPage(context, ofAll));
    const tasks = await onFreshPage(context, tasksAfterEdits);
    add('longest task after an edit, with its findings, median, ms', percentile(tasks, 0.5));
    add('… slowest of 20', Math.max(...tasks));
    const searches = await onFreshPage(context, searchTimes);
    add('key in the search to results, median, ms', percentile(searches, 0.5));
    add('… slowest of 10', Math.max(...searches));
  }
} finally {
  await browser.close();
  pages.close();
  await server.stop();
}
console.log(`1,000 widgets, 1,500 cords, ${size.width} × ${size.height}, the built page, ${rounds} rounds\n`);
console.log('| | median | rounds |\n|---|---|---|');
for (const [name, values] of rows) {
  const each = values.map((value) => value.toFixed(0)).join(', ');
  console.log(`| ${name} | ${percentile(values, 0.5).toFixed(0)} | ${each} |`);
}

function add(name: string, value: number): void {
  rows.set(name, [...(rows.get(name) ?? []), value]);
}

async function signedIn(from: Browser, { url, account }: RunningServer): Promise<BrowserContext> {
  const context = await from.newContext({ viewport: size, reducedMotion: 'reduce' });
  await context.request.post(`${url}/session`, {
    form: { AccountSid: account.sid, AuthToken: account.token },
    headers: { origin: url },
  });
  return context;
}

/** A flow of its own for each measurement: edits are kept by the server. Everything is in view when it begins. */
async function onFreshPage<T>(context: BrowserContext, run: (page: Page) => Promise<T>): Promise<T> {
  const { sid, token } = server.account;
  const api = await request.newContext({
    baseURL: server.url,
    httpCredentials: { username: sid, password: token, send: 'always' },
  });
  const form = { FriendlyName: 'Page', Status: 'draft', Definition: JSON.stringify(bigFlow()) };
  const flow = (await (await api.post('/v2/Flows', { form })).json()) as { sid: string };
  await api.dispose();
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}/flows/${flow.sid}`);
    await page.locator('[data-card]').first().waitFor();
    await page.getByText(/^Problems/).waitFor();
    await page.keyboard.press('Shift+Digit1');
    await rest(page);
    return await run(page);
  } finally {
    await page.close();
  }
}

/** Selects a widget that sends a message. */
async function selectMessage(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('send');
  await page
    .getByRole('option', { name: /Send message/ })
    .nth(1)
    .click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
}

/** Opens the message of a widget, with the caret at its end. */
async function openMessage(page: Page): Promise<void> {
  await selectMessage(page);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.click();
  await page.keyboard.press('ControlOrMeta+End');
  await rest(page);
}

async function framesOfTyping(page: Page): Promise<number> {
  await openMessage(page);
  await recordFrames(page);
  const begin = performance.now();
  while (performance.now() - begin < lasting) await page.keyboard.type(' and more', { delay: 30 });
  return percentile(await recordedFrames(page), 0.95);
}

/** Four moves, undone and redone again and again. */
async function framesOfUndo(page: Page, ofAll = false): Promise<number> {
  if (!ofAll) await selectMessage(page);
  await page.locator('.flow-canvas').focus();
  if (ofAll) await page.keyboard.press('ControlOrMeta+a');
  for (let move = 0; move < 4; move++) {
    await page.keyboard.press('ArrowRight');
    // What follows at once would belong to the same edit.
    await page.waitForTimeout(1_500);
  }
  await rest(page);
  await recordFrames(page);
  const begin = performance.now();
  for (let step = 0; performance.now() - begin < lasting; step++)
    await page.keyboard.press(step % 8 < 4 ? 'ControlOrMeta+z' : 'ControlOrMeta+Shift+z', { delay: 50 });
  return percentile(await recordedFrames(page), 0.95);
}

/** The longest task in the half second after each of 20 letters, in which the flow is validated and its findings are shown. */
async function tasksAfterEdits(page: Page): Promise<number[]> {
  await openMessage(page);
  const tasks: number[] = [];
  for (let edit = 0; edit < edits; edit++) {
    await recordLongestTask(page, 500);
    await page.keyboard.type('a');
    tasks.push(await waitForRecord(page));
  }
  return tasks;
}

/** From a letter in the search to the frame that shows its results. */
async function searchTimes(page: Page): Promise<number[]> {
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('searchbox');
  await field.waitFor();
  const times: number[] = [];
  for (const letter of 'send reply') {
    await recordLastChange(page, '.search-panel', 400);
    await field.pressSequentially(letter);
    times.push(await waitForRecord(page));
  }
  return times;
}
