/**
 * The canvas beside React Flow alone and beside plain elements, with the same 1,000 widgets and 1,500 cords,
 * in the same run. `node bench/designer/main.ts [rounds]`, or with `--quick` for one round.
 */

import { chromium } from 'playwright';
import { findBrowser } from '../../e2e/browser.ts';
import { type Measured, measure, percentile, type Subject } from './measure.ts';
import { servePages } from './pages.ts';
import { middleBox } from './plain-graph.ts';

const [x, y] = [middleBox.x + 120, middleBox.y + 60];

const subjects: readonly Subject[] = [
  {
    name: 'Patchbay',
    path: 'bench.html',
    lookClose: 'window.canvas.zoomTo(1)',
    hasMoved: 'window.moves > 0',
  },
  {
    name: 'React Flow alone',
    path: 'react-flow.html',
    lookClose: `void window.flow.setCenter(${x}, ${y}, { zoom: 1 })`,
    hasMoved: `window.flow.getNode('${middleBox.id}').position.y !== ${middleBox.y}`,
  },
  {
    name: 'plain elements',
    path: 'plain.html',
    lookClose: `window.look(${720 - x}, ${450 - y}, 1)`,
    hasMoved: `document.querySelector('[data-id="${middleBox.id}"]').style.transform !== 'translate(${middleBox.x}px, ${middleBox.y}px)'`,
  },
];

const rounds = process.argv.includes('--quick') ? 1 : Number(process.argv[2] ?? 3);
const pages = await servePages();
const browser = await chromium.launch(await findBrowser());
const results = new Map<string, Measured[]>();
try {
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) {
      const measured = await measure(browser, pages.base, subject);
      results.set(subject.name, [...(results.get(subject.name) ?? []), measured]);
    }
  }
} finally {
  await browser.close();
  pages.close();
}
print();

function print(): void {
  const rows: [string, (measured: Measured) => number][] = [
    ['painted, ms', ({ painted }) => painted],
    ...(['pan', 'zoom', 'drag'] as const).flatMap((gesture) =>
      (['100 %', 'fit'] as const).map((scale): [string, (measured: Measured) => number] => [
        `p95 frame, ${gesture} at ${scale}, ms`,
        ({ frames }) => frames[`${gesture} ${scale}`],
      ]),
    ),
    ['script + style, gzip KB', ({ gzip }) => gzip],
    ['JS heap, MB', ({ heap }) => heap],
  ];
  console.log(`1,000 widgets, 1,500 cords, 1440 × 900, medians of ${rounds} rounds\n`);
  console.log('| | Patchbay | React Flow alone | plain elements | to React Flow | to plain |');
  console.log('|---|---|---|---|---|---|');
  for (const [label, value] of rows) {
    const [ours, flow, plain] = subjects.map(({ name }) =>
      percentile((results.get(name) ?? []).map(value), 0.5),
    ) as [number, number, number];
    const cells = [ours, flow, plain].map((each) => each.toFixed(each < 10 ? 1 : 0));
    console.log(
      `| ${label} | ${cells.join(' | ')} | ${(ours / flow).toFixed(2)} | ${(ours / plain).toFixed(2)} |`,
    );
  }
}
