/** How large cards are, without measuring a text: the same in every browser and language. */

import { propertiesOf, type State } from '../definition.ts';
import { outletsOf } from '../graph.ts';
import { templateParts } from '../template/variable-references.ts';
import { englishSummary } from '../widgets/summary.ts';
import { widgetType } from '../widgets/widget-types.ts';

export type Size = { width: number; height: number };

/** The trigger rail, in canvas units. */
export const railSize: Size = { width: 680, height: 80 };

/** Average character width of the 12 unit summary text, and the horizontal padding of a line. */
const characterWidth = 6.2;
const padding = 24;

/**
 * The size of a widget's card in canvas units: 240 wide, 260 from the fourth outlet on and 60 more for
 * each further one; 100 high, 120 when the summary needs two lines. The trigger is a rail of 680 × 80.
 * Grows: n in transitions.
 */
export function cardSize(state: State): Size {
  if (state.type === 'trigger') return railSize;
  const outlets = outletsOf(state).length;
  const width = outlets < 4 ? 240 : 260 + 60 * (outlets - 4);
  const fits = (width - padding) / characterWidth;
  return { width, height: displayedSummary(state).length > fits ? 120 : 100 };
}

/** The summary as the card shows it: a variable chip has only the last segment of its path. */
function displayedSummary(state: State): string {
  // In English: a card has the same size in every language.
  const text = widgetType(state.type)?.summary(propertiesOf(state), state, englishSummary) ?? '';
  const parts = templateParts(text.replace(/\s+/g, ' ').trim());
  return parts
    .map((part) => (part.kind === 'variable' ? ` ${part.path.split('.').at(-1) ?? ''} ` : part.text))
    .join('');
}
