/** Edit command: several connected widgets in one step, placed as a block; and the names for them. */

import type { Condition, FlowDefinition, Point } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import { cardSize, type Size } from '../layout/card-size.ts';
import { nearestClearPlace, placeBelowOutlet } from '../layout/clear-place.ts';
import type { WidgetTypeName } from '../widgets/widget-type.ts';
import { addWidget, uniqueName } from './add-widget.ts';
import { addBranch, conditionName } from './branches.ts';
import { connect } from './connect.ts';
import { findOutlet, findWidget, type OutletRef } from './definition-access.ts';
import { moveWidgets } from './move-widgets.ts';
import { asWidgetName } from './rename-widget.ts';
import { setProperty } from './set-property.ts';

/** One widget of the step. `role` identifies it in the step; `name` is used when it is free; `row` counts from the top. */
export type Part = {
  role: string;
  name: string;
  type: WidgetTypeName;
  row: number;
  properties: JsonObject;
};

/** An outlet of a part leads to another part, or to a widget that is in the flow. */
export type PartCord = { from: string; outlet: string } & ({ to: string } | { existing: string });

/** A branch of a split and the words that it takes. Their outlets are `match`, `match~2` and so on, in this order. */
export type PartBranch = { part: string; type: 'equal_to' | 'matches_any_of'; value: string };

export type Composition = {
  /** The first one is entered first. */
  parts: readonly Part[];
  branches: readonly PartBranch[];
  cords: readonly PartCord[];
  /** Where what followed the outlet before is connected now. */
  goesOn: { from: string; outlet: string } | null;
};

/** Below an outlet; or with the top middle of the block at a point in canvas units, connected to `from`. */
export type CompositionPlace =
  | { kind: 'outlet'; from: OutletRef }
  | { kind: 'point'; at: Point; from: OutletRef | null };

/** The definition with all widgets, and their names by role. */
export type Composed = { definition: FlowDefinition; names: ReadonlyMap<string, string> };

const columnGap = 60;
const rowGap = 80;

/**
 * Adds all widgets of a composition with their cords. The outlet leads to the first one. `testedBy` gives what the splits
 * test, by the names that the widgets have.
 */
export function compose(
  definition: FlowDefinition,
  { parts, branches, cords, goesOn }: Composition,
  place: CompositionPlace,
  testedBy: (names: ReadonlyMap<string, string>) => string,
): Composed {
  const names = namesOf(definition, parts);
  const nameOf = (role: string) => names.get(role) ?? role;
  let made = definition;
  for (const { role, type, properties } of parts) {
    const added = addWidget(made, type, { x: 0, y: 0 }, nameOf(role));
    made = Object.entries(properties).reduce(
      (now, [property, value]) => setProperty(now, added.id, property, value),
      added.definition,
    );
  }
  const input = testedBy(names);
  for (const { role, type } of parts)
    if (type === 'split-based-on') made = setProperty(made, nameOf(role), 'input', input);
  for (const { part, type, value } of branches) {
    const condition: Condition = {
      friendly_name: conditionName(type, value),
      arguments: [input],
      type,
      value,
    };
    made = addBranch(made, nameOf(part), [condition]).definition;
  }
  for (const cord of cords) {
    const target = 'to' in cord ? nameOf(cord.to) : cord.existing;
    made = connect(made, { widget: nameOf(cord.from), outlet: cord.outlet }, target);
  }
  const [first] = parts;
  if (first === undefined) return { definition, names };
  const { from } = place;
  const before = from === null ? null : (findOutlet(definition, from)?.outlet.next ?? null);
  if (before !== null && goesOn !== null)
    made = connect(made, { widget: nameOf(goesOn.from), outlet: goesOn.outlet }, before);
  if (from !== null) made = connect(made, from, nameOf(first.role));
  return { definition: placed(definition, made, parts, names, place), names };
}

/** Names that no widget of the flow has, nor another part. */
function namesOf(definition: FlowDefinition, parts: readonly Part[]): Map<string, string> {
  const names = new Map<string, string>();
  let taken = definition;
  for (const { role, name } of parts) {
    const unique = uniqueName(taken, asWidgetName(name) || 'widget');
    names.set(role, unique);
    taken = { ...taken, states: [...taken.states, { name: unique }] };
  }
  return names;
}

/** The parts in rows, each row centred: below the outlet, where other cards make room, or around the point. */
function placed(
  before: FlowDefinition,
  made: FlowDefinition,
  parts: readonly Part[],
  names: ReadonlyMap<string, string>,
  place: CompositionPlace,
): FlowDefinition {
  const { size, places } = rowsOf(made, parts, names);
  const below = place.kind === 'outlet' ? placeBelowOutlet(before, place.from, size) : null;
  const point = place.kind === 'point' ? place.at : { x: 0, y: 0 };
  const at = below?.at ?? nearestClearPlace(before, { x: point.x - size.width / 2, y: point.y }, size);
  const positions = new Map([...places].map(([name, { x, y }]) => [name, { x: at.x + x, y: at.y + y }]));
  return moveWidgets(made, new Map([...(below?.moved ?? []), ...positions]));
}

function rowsOf(
  made: FlowDefinition,
  parts: readonly Part[],
  names: ReadonlyMap<string, string>,
): { size: Size; places: Map<string, Point> } {
  const sized = parts.map(({ role, row }) => {
    const name = names.get(role) ?? role;
    return { name, row, ...cardSize(findWidget(made, name)?.state ?? {}) };
  });
  const rows = [...new Set(sized.map(({ row }) => row))].sort((a, b) => a - b);
  const widthOf = (row: number) =>
    sized.filter((each) => each.row === row).reduce((sum, { width }) => sum + width + columnGap, -columnGap);
  const width = Math.max(...rows.map(widthOf));
  const places = new Map<string, Point>();
  let y = 0;
  for (const row of rows) {
    let x = Math.round((width - widthOf(row)) / 40) * 20;
    const cards = sized.filter((each) => each.row === row);
    for (const card of cards) {
      places.set(card.name, { x, y });
      x += card.width + columnGap;
    }
    y += Math.ceil(Math.max(...cards.map(({ height }) => height)) / 20) * 20 + rowGap;
  }
  return { size: { width, height: Math.max(0, y - rowGap) }, places };
}

/** Words that say nothing about what a text is about, in English and German. */
const common = new Set(
  `about again also answer because before could email hello hallo have into keys menu message need other please press
  reply should thank thanks their there these this welcome what when where which will with would yes your yourself
  antwort antworten bitte danke dann dass diese dieser drücken eine einen guten haben herzlich hören ihnen ihre ihren
  können könnten kommen möchten nachricht nein nicht oder sind taste tasten unser unsere werden willkommen worum wünschen`.split(
    /\s+/,
  ),
);

/** What a text is about, as a part of a name: the longest word of its question, or of its first sentence. */
export function topicOf(text: string, fallback: string): string {
  const sentences = text.replaceAll(/\{\{.*?\}\}/g, ' ').split(/(?<=[.!?\n])/);
  const chosen = sentences.find((each) => each.includes('?')) ?? sentences[0] ?? '';
  const words = (chosen.match(/[\p{L}\p{M}\p{Join_Control}]+/gu) ?? []).map((word) => word.toLowerCase());
  const telling = words.filter((word) => word.length > 2 && !common.has(word));
  return telling.reduce((longest, word) => (word.length > longest.length ? word : longest), '') || fallback;
}
