/**
 * The scene: the definition projected to what is drawn, widgets with their boxes and outlets and the cords
 * between them. The definition is the document; an unchanged state gives the same widget object again.
 */

import { type FlowDefinition, offsetOf, type Point, propertiesOf, type State } from '#flow/definition.ts';
import { type Outlet, widgetIds } from '#flow/graph.ts';
import { cardSize } from '#flow/layout/card-size.ts';
import { jackOffsets } from '#flow/layout/outlet-places.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import type { Category, WidgetType } from '#flow/widgets/widget-type.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { findingText } from '../../words/finding-texts.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { i18n } from '../../words/translator.ts';
import { shownOutlets, widgetLabel } from '../../words/widget-labels.ts';
import type { Box } from '../box.ts';
import type { ChangeMarks, FlowNames } from '../canvas-props.ts';
import type { UnroutedCord } from '../routing/cord-router.ts';
import { SpatialIndex } from '../viewport/spatial-index.ts';

/** The summary of a state for its card. `title` is the type's, or the raw type when it is unknown; `text` previews its content. */
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

/** How many findings of each severity a widget has, and the message of its first error. */
export type FindingCounts = { errors: number; warnings: number; firstError: string };

/** A widget with its box. `plugged` says for each outlet whether a cord leaves it. */
export type SceneWidget = {
  id: string;
  index: number;
  state: State;
  summary: NodeSummary;
  box: Box;
  plugged: readonly boolean[];
  findings: FindingCounts | null;
};

/** Everything that is drawn. `cords` are not yet routed, by id in the order of the definition. */
export type Scene = {
  widgets: ReadonlyMap<string, SceneWidget>;
  cords: ReadonlyMap<string, UnroutedCord>;
  /** The ids of the cords that begin or end at a widget. */
  cordsOfWidget: ReadonlyMap<string, readonly string[]>;
  widgetIndex: SpatialIndex<string>;
  trigger: string | null;
  /** Cords that a comparison draws in addition. */
  hasRemovedCords: boolean;
};

/** With the language of their texts, and the names of the flows that they may run. */
const nodeSummaries = new WeakMap<
  State,
  { summary: NodeSummary; language: string; flowNames: FlowNames | undefined }
>();

/** The node summary of `state`, memoized for each state object. */
function nodeSummary(state: State, allNames: FlowNames | undefined): NodeSummary {
  const flowNames = state.type === 'run-subflow' ? allNames : undefined;
  const cached = nodeSummaries.get(state);
  const { language } = i18n;
  if (cached?.language === language && cached.flowNames === flowNames) return cached.summary;
  const type = widgetType(state.type);
  const { width, height } = cardSize(state);
  const summary: NodeSummary = {
    name: typeof state.name === 'string' ? state.name : '',
    type: typeof state.type === 'string' ? state.type : '',
    title: widgetTitle(state.type),
    isKnownType: type !== undefined,
    category: type?.category ?? 'flow',
    isTrigger: state.type === 'trigger',
    text: type === undefined ? '' : summaryText(type.summary, state, flowNames),
    outlets: shownOutlets(state),
    width,
    height,
    offset: offsetOf(state),
  };
  nodeSummaries.set(state, { summary, language, flowNames });
  return summary;
}

/** The scene of a definition. Unchanged widgets of `before` are reused; `removedCords` are drawn in addition. */
export function projectScene(
  definition: FlowDefinition,
  findings: readonly Finding[] = [],
  before: Scene | null = null,
  removedCords: ChangeMarks['removedCords'] = [],
  flowNames?: FlowNames,
): Scene {
  const ids = widgetIds(definition);
  const counts = countFindings(findings);
  const idOfName = new Map<string, string>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && !idOfName.has(name)) idOfName.set(name, ids[index] ?? '');
  });
  const widgets = new Map<string, SceneWidget>();
  let keepsCords = before !== null && before.widgets.size === definition.states.length;
  definition.states.forEach((state, index) => {
    const id = ids[index] ?? '';
    const summary = nodeSummary(state, flowNames);
    const offset = summary.offset ?? { x: 0, y: 0 };
    const next: SceneWidget = {
      id,
      index,
      state,
      summary,
      box: { x: offset.x, y: offset.y, width: summary.width, height: summary.height },
      plugged: summary.outlets.map((outlet) => outlet.next !== null && idOfName.has(outlet.next)),
      findings: counts.get(index) ?? null,
    };
    const previous = before?.widgets.get(id);
    const isKept = previous !== undefined && isEqualWidget(previous, next);
    widgets.set(id, isKept ? previous : next);
    keepsCords &&= isKept || (previous !== undefined && hasEqualCords(previous, next));
  });
  const trigger = [...widgets.values()].find(({ summary }) => summary.isTrigger)?.id ?? null;
  // Most edits are of texts: the cords and the places stay.
  if (before !== null && keepsCords && removedCords.length === 0 && !before.hasRemovedCords)
    return { ...before, widgets, trigger };
  const cords = new Map<string, UnroutedCord>();
  const cordsOfWidget = new Map<string, string[]>();
  const addCord = (widget: string, cord: string) => {
    const list = cordsOfWidget.get(widget);
    if (list === undefined) cordsOfWidget.set(widget, [cord]);
    else list.push(cord);
  };
  // The same cords as `cordsOf` gives, from the outlets of the summaries.
  for (const { id: from, summary } of widgets.values()) {
    for (const { key, next } of summary.outlets) {
      const to = next === null ? undefined : idOfName.get(next);
      const id = `${from} ${key}`;
      const cord = to === undefined ? null : unroutedCord(widgets, id, from, key, to);
      if (cord === null) continue;
      cords.set(id, cord);
      addCord(from, id);
      if (cord.to !== from) addCord(cord.to, id);
    }
  }
  for (const { id, from, outlet, to } of removedCords) {
    const cord = unroutedCord(widgets, id, from, outlet, to);
    if (cord === null) continue;
    cords.set(id, cord);
    addCord(from, id);
    if (to !== from) addCord(to, id);
  }
  return {
    widgets,
    cords,
    cordsOfWidget,
    trigger,
    widgetIndex: new SpatialIndex(boxesOf(widgets)),
    hasRemovedCords: removedCords.length > 0,
  };
}

/** The position of the jack of outlet number `index` of `outlets`. */
export function jackPosition(box: Box, outlets: number, index: number): Point {
  const offset = jackOffsets(box.width, Math.max(1, outlets))[index] ?? box.width / 2;
  return { x: box.x + offset, y: box.y + box.height };
}

/** A cord with its endpoints; `moved` overrides the boxes of the widgets that it has. Null when a widget is missing. */
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

function summaryText(summary: WidgetType['summary'], state: State, flowNames: FlowNames | undefined): string {
  // A summary reads properties that are not validated yet.
  try {
    const flowName = (sid: string) => flowNames?.[sid];
    return summary(propertiesOf(state), state, { wordOf: widgetLabel, flowName }).trim();
  } catch {
    return '';
  }
}

function countFindings(findings: readonly Finding[]): Map<number, FindingCounts> {
  const counts = new Map<number, FindingCounts>();
  for (const finding of findings) {
    const index = stateIndex(finding);
    if (index === null || finding.severity === 'note') continue;
    const count = counts.get(index) ?? { errors: 0, warnings: 0, firstError: '' };
    if (finding.severity === 'error') {
      if (count.errors === 0) count.firstError = findingText(finding);
      count.errors++;
    } else count.warnings++;
    counts.set(index, count);
  }
  return counts;
}

/** Whether the cords of both begin and end at the same places; their targets are compared by name. */
function hasEqualCords(a: SceneWidget, b: SceneWidget): boolean {
  const [before, after] = [a.summary.outlets, b.summary.outlets];
  return (
    a.box.x === b.box.x &&
    a.box.y === b.box.y &&
    a.box.width === b.box.width &&
    a.box.height === b.box.height &&
    before.length === after.length &&
    before.every(({ key, next }, at) => key === after[at]?.key && next === after[at]?.next) &&
    a.plugged.every((isPlugged, at) => isPlugged === b.plugged[at])
  );
}

function isEqualWidget(a: SceneWidget, b: SceneWidget): boolean {
  return (
    a.summary === b.summary &&
    a.index === b.index &&
    a.plugged.every((isPlugged, index) => isPlugged === b.plugged[index]) &&
    a.findings?.errors === b.findings?.errors &&
    a.findings?.warnings === b.findings?.warnings &&
    a.findings?.firstError === b.findings?.firstError
  );
}
