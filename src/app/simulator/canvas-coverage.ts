/** Coverage as the canvas draws it. Pure. */

import type { CanvasCoverage } from '../canvas/canvas-props.ts';
import type { OutletCoverage } from './kept-test-results.ts';

/** The tests of each outlet, by the ids of widget and outlet with a space between. */
export function canvasCoverage(outlets: readonly OutletCoverage[]): CanvasCoverage {
  return new Map(outlets.map(({ widget, outlet, tests }) => [`${widget} ${outlet}`, tests]));
}
