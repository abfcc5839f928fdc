/**
 * The definition as things to draw: widgets with their boxes and outlets, and cords between them. The
 * definition is the document, this is its mirror: an unchanged state gives the same widget object again.
 */

import { type FlowDefinition, offsetOf, type Point, propertiesOf, type State } from '#flow/definition.ts';
import { type Outlet, outletsOf, widgetIds } from '#flow/graph.ts';
import { cardSize } from '#flow/layout/layout.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import type { Category } from '#flow/widgets/widget-type.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { Box } from '../box.ts';
import type { UnroutedCord } from '../routing/cord-router.ts';
import { SpatialIndex } from '../viewport/spatial-index.ts';

/** All that is drawn of a state, whoever looks at it. `title` is the type's, or the type's text when it is unknown. */
export type NodeSummary = {
  name: string;
  type: string;
  title: string;
  isKnownType: boolean;
  category: Category;
  isTrigger: boolean;
  text: string;
  outlets: readonly Outlet[];
  width: number;
  height: number;
  offset: Point | null;
};

/** What is wrong with a widget: the message of its first error, and how many findings there are of each kind. */
export type FindingCounts = { errors: number; warnings: number; firstError: string };

/** A widget in its place. `plugged` says for each outlet whether a cord leaves it. */
export type SceneWidget = {
  id: string;
  index: number;
  state: State;
  summary: NodeSummary;
  box: Box;
  plugged: readonly boolean[];
  findings: FindingCounts | null;
};

/** Everything that is drawn. `ends` are the cords, not yet routed, in the order of the definition. */
export type Scene = {
  widgets: ReadonlyMap<string, SceneWidget>;
  cords: ReadonlyMap<string, UnroutedCord>;
  /** The ids of the cords that begin or end at a widget. */
  cordsOfWidget: ReadonlyMap<string, readonly string[]>;
  widgetIndex: SpatialIndex<string>;
  trigger: string | null;
};

const nodeSummaries = new WeakMap<State, NodeSummary>();

/** What is drawn of `state`; computed once for each state object. */
export function nodeSummary(state: State): NodeSummary {
  const known = nodeSummaries.get(state);
  if (known !== undefined) return known;
  const type = widgetType(state.type);
  const { width, height } = cardSize(state);
  const summary: NodeSummary = {
    name: typeof state.name === 'string' ? state.name : '',
    type: typeof state.type === 'string' ? state.type : '',
    title: type?.title ?? (typeof state.type === 'string' ? state.type : ''),
    isKnownType: type !== undefined,
    category: type?.category ?? 'flow',
    isTrigger: state.type === 'trigger',
    text: type === undefined ? '' : summaryText(type.summary, state),
    outlets: outletsOf(state),
    width,
    height,
    offset: offsetOf(state),
  };
  nodeSummaries.set(state, summary);
  return summary;
}

/** The scene of a definition. Widgets of `before` are taken over where nothing about them changed. */
export function projectScene(
  definition: FlowDefinition,
  findings: readonly Finding[] = [],
  before: Scene | null = null,
): Scene {
  const ids = widgetIds(definition);
  const faults = countFindings(findings);
  const idOfName = new Map<string, string>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && !idOfName.has(name)) idOfName.set(name, ids[index] ?? '');
  });
  const widgets = new Map<string, SceneWidget>();
  definition.states.forEach((state, index) => {
    const id = ids[index] ?? '';
    const summary = nodeSummary(state);
    const place = summary.offset ?? { x: 0, y: 0 };
    const next: SceneWidget = {
      id,
      index,
      state,
      summary,
      box: { x: place.x, y: place.y, width: summary.width, height: summary.height },
      plugged: summary.outlets.map((outlet) => outlet.next !== null && idOfName.has(outlet.next)),
      findings: faults.get(index) ?? null,
    };
    const known = before?.widgets.get(id);
    widgets.set(id, known !== undefined && isEqualWidget(known, next) ? known : next);
  });
  const ends = new Map<string, UnroutedCord>();
  const cordsAt = new Map<string, string[]>();
  const note = (at: string, cord: string) => {
    const list = cordsAt.get(at);
    if (list === undefined) cordsAt.set(at, [cord]);
    else list.push(cord);
  };
  // The cords of `cordsOf`, from outlets that are known already.
  for (const { id: from, summary } of widgets.values()) {
    for (const { key, next } of summary.outlets) {
      const to = next === null ? undefined : idOfName.get(next);
      const id = `${from} ${key}`;
      const loose = to === undefined ? null : unroutedCord(widgets, id, from, key, to);
      if (loose === null) continue;
      ends.set(id, loose);
      note(from, id);
      if (loose.to !== from) note(loose.to, id);
    }
  }
  const trigger = [...widgets.values()].find(({ summary }) => summary.isTrigger)?.id ?? null;
  return {
    widgets,
    cords: ends,
    cordsOfWidget: cordsAt,
    trigger,
    widgetIndex: new SpatialIndex(boxesOf(widgets)),
  };
}

/** Where the jack of outlet number `index` stands. */
export function jackPosition(box: Box, outlets: number, index: number): Point {
  return { x: box.x + (box.width * (index + 0.5)) / Math.max(1, outlets), y: box.y + box.height };
}

/** Both ends of a cord, with the boxes of `moved` taken for the widgets named there. */
export function unroutedCord(
  widgets: ReadonlyMap<string, SceneWidget>,
  id: string,
  from: string,
  outlet: string,
  to: string,
  moved?: ReadonlyMap<string, Box>,
): UnroutedCord | null {
  const [source, target] = [widgets.get(from), widgets.get(to)];
  if (source === undefined || target === undefined) return null;
  const { outlets } = source.summary;
  const index = outlets.findIndex(({ key }) => key === outlet);
  const jack = jackPosition(moved?.get(from) ?? source.box, outlets.length, index);
  const box = moved?.get(to) ?? target.box;
  return { id, from, to, outlet, x0: jack.x, y0: jack.y, x1: box.x + box.width / 2, y1: box.y };
}

function* boxesOf(widgets: ReadonlyMap<string, SceneWidget>): Generator<[string, Box]> {
  for (const [id, { box }] of widgets) yield [id, box];
}

function summaryText(
  summary: (properties: ReturnType<typeof propertiesOf>, state: State) => string,
  state: State,
) {
  // A summary reads properties that nobody has checked yet.
  try {
    return summary(propertiesOf(state), state).trim();
  } catch {
    return '';
  }
}

function countFindings(findings: readonly Finding[]): Map<number, FindingCounts> {
  const faults = new Map<number, FindingCounts>();
  for (const finding of findings) {
    const index = stateIndex(finding);
    if (index === null) continue;
    const found = faults.get(index) ?? { errors: 0, warnings: 0, firstError: '' };
    if (finding.severity === 'error') {
      if (found.errors === 0) found.firstError = finding.message;
      found.errors++;
    } else found.warnings++;
    faults.set(index, found);
  }
  return faults;
}

function isEqualWidget(a: SceneWidget, b: SceneWidget): boolean {
  return (
    a.summary === b.summary &&
    a.index === b.index &&
    a.plugged.every((each, index) => each === b.plugged[index]) &&
    a.findings?.errors === b.findings?.errors &&
    a.findings?.warnings === b.findings?.warnings &&
    a.findings?.firstError === b.findings?.firstError
  );
}
