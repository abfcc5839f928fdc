/**
 * Automatic layout: builds a graph in ELK's JSON format, has an injected engine run the layered (Sugiyama) layout,
 * and applies the result to the definition.
 */

import { type FlowDefinition, offsetOf, type Point } from '../definition.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { cardSize, type Size } from './card-size.ts';
import { commonWay } from './common-way.ts';
import { placeBesideNeighbours } from './incremental-layout.ts';
import { jackOffsets } from './outlet-places.ts';
import { placeUnconnectedBeside } from './unconnected.ts';

type Port = { id: string; x: number; y: number; width: 0; height: 0; layoutOptions: Record<string, string> };
type LayoutNode = Size & { id: string; ports: Port[]; layoutOptions: Record<string, string> };

/** A graph in ELK's JSON format. Node ids are widget ids. */
export type LayoutGraph = {
  id: string;
  layoutOptions: Record<string, string>;
  children: LayoutNode[];
  edges: { id: string; sources: string[]; targets: string[]; layoutOptions: Record<string, string> }[];
};

/** The part of ELK's result that is read. */
export type LayoutResult = { children?: { id: string; x?: number; y?: number }[] };

export type LayoutEngine = { layout(graph: LayoutGraph): Promise<LayoutResult> };

/** Which widgets are placed: all, or only those without a position. */
export type LayoutMode = 'all' | 'unplaced';

/** Positions snap to this, in canvas units. */
const grid = 20;

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.spacing.nodeNode': '60',
  'elk.spacing.edgeNode': '30',
  'elk.spacing.edgeEdge': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '80',
  'elk.layered.spacing.edgeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '16',
  'elk.spacing.componentComponent': '120',
};

/** Keeps nearly all of the common way straight; its time grows with the square of the cords. */
const straightPlacement = {
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
};
/** Keeps half of the bends, within seconds for a thousand widgets. */
const fastPlacement = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
};
/** With so many widgets both take the same time. */
const maxStraight = 120;

/** Of the cords of the common way: it goes straight down, and what is beside it makes room. */
const commonOptions = {
  'elk.layered.priority.straightness': '100',
  'elk.layered.priority.direction': '100',
  'elk.layered.priority.shortness': '100',
};

/** The definition as ELK graph: nodes with card sizes, a fixed port for each outlet and one for the inlet. */
export function layoutGraph(definition: FlowDefinition): LayoutGraph {
  const ids = widgetIds(definition);
  const children = definition.states.map((state, index) => {
    const id = ids[index] ?? '';
    const size = cardSize(state);
    const outlets = outletsOf(state);
    const jacks = jackOffsets(size.width, outlets.length);
    const ports = outlets.map(({ key }, nth) =>
      port(outletPort(id, key), jacks[nth] ?? 0, size.height, 'SOUTH'),
    );
    const first = state.type === 'trigger' ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
    return {
      id,
      ...size,
      ports: [port(inlet(id), size.width / 2, 0, 'NORTH'), ...ports],
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS', 'elk.alignment': 'TOP', ...first },
    };
  });
  const triggers = new Set(
    children.flatMap(({ id }, index) => (definition.states[index]?.type === 'trigger' ? [id] : [])),
  );
  const common = commonWay(definition);
  const edges = cordsOf(definition)
    .filter(({ to }) => !triggers.has(to))
    .map(({ id, from, outlet, to }) => ({
      ...{ id, sources: [outletPort(from, outlet)], targets: [inlet(to)] },
      layoutOptions: common.has(id) ? commonOptions : {},
    }));
  const placement = children.length <= maxStraight ? straightPlacement : fastPlacement;
  return { id: 'flow', layoutOptions: { ...options, ...placement }, children, edges };
}

/**
 * The definition with its widgets at the positions of `result`, snapped to 20. The trigger keeps its position and
 * anchors the rest; what is not connected with it goes to its side. With `unplaced` only widgets without a position are
 * moved: each next to a connected widget, as in the layout, and further down until nothing overlaps.
 */
export function applyLayout(
  definition: FlowDefinition,
  result: LayoutResult,
  mode: LayoutMode = 'all',
): FlowDefinition {
  const laid = new Map((result.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
  const ids = widgetIds(definition);
  const placed = new Map<string, Point>();
  definition.states.forEach((state, index) => {
    const at = offsetOf(state);
    if (at !== null) placed.set(ids[index] ?? '', at);
  });
  const anchor = [...placed.keys()].find((id) => laid.has(id) && isTrigger(definition, ids.indexOf(id)));
  const sizes = new Map(ids.map((id, index) => [id, cardSize(definition.states[index] ?? {})]));
  const cords = cordsOf(definition);
  if (mode === 'all' || placed.size === 0) {
    const trigger = ids.find((id, index) => laid.has(id) && isTrigger(definition, index));
    const withUnconnected =
      trigger === undefined ? laid : placeUnconnectedBeside(trigger, cords, laid, sizes);
    return moveWidgets(definition, translate(withUnconnected, anchor, placed));
  }
  return moveWidgets(definition, placeBesideNeighbours(cords, laid, placed, sizes, grid));
}

/** Lays the definition out with the injected engine. Grows: n in widgets. */
export async function layoutDefinition(
  definition: FlowDefinition,
  engine: LayoutEngine,
  mode: LayoutMode = 'all',
): Promise<FlowDefinition> {
  if (mode === 'unplaced' && definition.states.every((state) => offsetOf(state) !== null)) return definition;
  return applyLayout(definition, await engine.layout(layoutGraph(definition)), mode);
}

function translate(
  laid: Map<string, Point>,
  anchor: string | undefined,
  placed: Map<string, Point>,
): Map<string, Point> {
  const from = laid.get(anchor ?? '') ?? [...laid.values()][0] ?? { x: 0, y: 0 };
  const to = placed.get(anchor ?? '') ?? { x: 0, y: 0 };
  const place = ({ x, y }: Point) => ({ x: to.x + snap(x - from.x), y: to.y + snap(y - from.y) });
  return new Map([...laid].map(([id, at]) => [id, id === anchor ? to : place(at)]));
}

function isTrigger(definition: FlowDefinition, index: number): boolean {
  return definition.states[index]?.type === 'trigger';
}

function port(id: string, x: number, y: number, side: 'NORTH' | 'SOUTH'): Port {
  return { id, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } };
}

function outletPort(id: string, key: string): string {
  return `${id}\n${key}`;
}

function inlet(id: string): string {
  return `\n${id}`;
}

function snap(value: number): number {
  return Math.round(value / grid) * grid;
}
