/**
 * Benchmark of the canvas beside plain elements with the same 1,000 widgets and 1,500 cords, in the same run. The last column
 * is the canvas with 10,000 widgets and 15,000 cords. `node bench/designer/main.ts [rounds]`, with `--quick` for one
 * round, with `--large` for the canvas with 1,000 and 10,000 widgets only.
 */

import { chromium } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { bigFlow } from '../big-flow.ts';
import { type Cell, cells, type Measurement, measure, percentile, type Subject } from './measure.ts';
import { servePages } from './pages.ts';
import { plainElements } from './plain-elements.ts';
import { middleBox, middleOf, plainGraph } from './plain-graph.ts';

const canvas = (name: string, widgets: number, middle: typeof middleBox): Subject => ({
  name,
  path: `bench.html?widgets=${widgets}&middle=${middle.id}`,
  middle,
  zoomTo: (page, zoom) => page.evaluate(`window.canvas.zoomTo(${zoom})`),
  hasMoved: 'window.moves > 0',
  connecting: {
    jack: `document.querySelector('[data-card="${middle.id}"] .jack')`,
    isDrawn: `document.querySelector('svg.cords.top .e.drawn') !== null`,
  },
  selected: 'window.selectedCount',
  field: '.typed',
});

const patchbay = canvas('Patchbay', 1000, middleBox);

/** Ten times of what a stored flow may have: at 1,000 the canvas is not near its edge. */
const large: Subject = {
  ...canvas('Patchbay, 10,000 widgets', 10_000, middleOf(plainGraph(bigFlow(10_000)).nodes)),
  cells: cells.filter((cell) => !/^(?:select|connect)/.test(cell)),
};

const subjects = process.argv.includes('--large') ? [patchbay, large] : [patchbay, plainElements, large];

const roundsNamed = process.argv.slice(2).find((word) => /^\d+$/.test(word));
const rounds = process.argv.includes('--quick') ? 1 : Number(roundsNamed ?? 3);
const pages = await servePages();
const browser = await chromium.launch(await findBrowser());
const results = new Map<string, Measurement[]>();
try {
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      const measurement = await measure(browser, pages.base, subject);
      results.set(subject.name, [...(results.get(subject.name) ?? []), measurement]);
    }
  }
} finally {
  await browser.close();
  pages.close();
}
print();

function print(): void {
  const rows: [string, (measurement: Measurement) => number | undefined][] = [
    ['painted, ms', ({ painted }) => painted],
    ...cells.map((cell: Cell): [string, (measurement: Measurement) => number | undefined] => [
      `p95 frame, ${cell}, ms`,
      ({ frames }) => frames.get(cell),
    ]),
    ['script + style, gzip KB', ({ gzip }) => gzip],
    ['JS heap, MB', ({ heap }) => heap],
  ];
  console.log(`1,000 widgets, 1,500 cords, 1440 × 900, medians of ${rounds} rounds\n`);
  console.log(`| | ${subjects.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|${subjects.map(() => '---').join('|')}|`);
  for (const [label, value] of rows) {
    const medians = subjects.map(({ name }) => {
      const values = (results.get(name) ?? []).flatMap((each) => value(each) ?? []);
      return values.length === 0 ? '–' : written(percentile(values, 0.5));
    });
    console.log(`| ${label} | ${medians.join(' | ')} |`);
  }
}

function written(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
