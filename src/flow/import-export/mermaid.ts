/** Writes a flow as a Mermaid flowchart, for documents and pull requests (https://mermaid.js.org/syntax/flowchart.html). */

import type { FlowDefinition, State } from '../definition.ts';
import { cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { widgetType } from '../widgets/widget-types.ts';

/** Names and conditions may have any length; a label that is longer is cut. */
const maxLabelLength = 80;

/**
 * The widgets with their types, and the cords with the labels of their outlets. Positions are left to Mermaid.
 * Grows: n in widgets.
 */
export function mermaidText(definition: FlowDefinition): string {
  const ids = widgetIds(definition);
  const nodeOf = new Map(ids.map((id, index) => [id, `w${index}`]));
  const nodes = definition.states.map((state, index) => `  w${index}${shaped(state, ids[index] ?? '')}`);
  const edges = cordsOf(definition).map(({ from, outlet, to }) => {
    const state = definition.states[ids.indexOf(from)] ?? {};
    const label = outletsOf(state).find(({ key }) => key === outlet)?.label ?? outlet;
    return `  ${nodeOf.get(from)} -->|${quoted(label)}| ${nodeOf.get(to)}`;
  });
  return `${['flowchart TD', ...nodes, ...edges].join('\n')}\n`;
}

/** A trigger has round ends, a split is a rhombus, everything else a rectangle. */
function shaped(state: State, id: string): string {
  const title = widgetType(state.type)?.title ?? (typeof state.type === 'string' ? state.type : '');
  const label = quoted(id, ...(title === '' ? [] : [title]));
  if (state.type === 'trigger') return `([${label}])`;
  return state.type === 'split-based-on' ? `{${label}}` : `[${label}]`;
}

/** A quoted label of several lines. Everything that Mermaid or HTML could read as more than text is a character code. */
function quoted(...lines: string[]): string {
  return `"${lines.map(escaped).join('<br>')}"`;
}

function escaped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const short = line.length > maxLabelLength ? `${line.slice(0, maxLabelLength - 1)}…` : line;
  return short.replaceAll(/["#&<>`\\]/g, (character) => `#${character.charCodeAt(0)};`);
}
