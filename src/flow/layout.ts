/** Where widgets should stand: the size of their cards, the graph for the layouter, its result as an edit. */

import { propertiesOf, type State } from './definition.ts';
import { outletsOf } from './graph.ts';
import { widgetType } from './widgets.ts';

export type Size = { width: number; height: number };

/** The dark strip that is the trigger, in canvas units. */
export const railSize: Size = { width: 680, height: 80 };

/** Average width of a letter of the 12 unit summary text, and what the padding takes from a line. */
const letterWidth = 6.2;
const padding = 24;

/**
 * The size of a widget's card in canvas units: 240 wide, 260 from the fourth outlet on and 60 more for
 * each further one; 100 high, 120 when the summary needs two lines. The trigger is a rail of 680 × 80.
 */
export function cardSize(state: State): Size {
  if (state.type === 'trigger') return railSize;
  const outlets = outletsOf(state).length;
  const width = outlets < 4 ? 240 : 260 + 60 * (outlets - 4);
  const fits = (width - padding) / letterWidth;
  return { width, height: shownSummary(state).length > fits ? 120 : 100 };
}

/** The summary as the card shows it: of each variable only the last segment of its path. */
function shownSummary(state: State): string {
  const type = widgetType(state.type);
  if (type === undefined) return '';
  return type
    .summary(propertiesOf(state), state)
    .replace(/\{\{\s*([^}|]*?)\s*(?:\|[^}]*)?\}\}/g, (_, path: string) => `${path.split('.').at(-1) ?? ''}  `)
    .replace(/\s+/g, ' ')
    .trim();
}
