/** What the canvas shows and what a person can do on it. The designer, an execution and a revision all use it. */

import type { FlowDefinition, Point } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';

/** An outlet of a widget by the widget's id and the outlet's key, as `#flow/graph.ts` gives them. */
export type OutletRef = { widget: string; outlet: string };

/**
 * The path of an execution. `steps` are in order: which widget was left by which outlet (null when it was
 * not one that is drawn), and where it went (null at the end). `shown` is how many of them have happened at
 * the moment looked at; the rest is drawn as later. `at` is the widget being processed at that moment.
 */
export type ExecutionPath = {
  steps: { from: string; outlet: string | null; to: string | null }[];
  shownSteps: number;
  currentWidget: string | null;
  running: boolean;
};

/** Gestures. Each is reported once, when it ends. */
export type CanvasEditing = {
  onMove(places: ReadonlyMap<string, Point>): void;
  onDuplicate(places: ReadonlyMap<string, Point>): void;
  onConnect(from: OutletRef, to: string): void;
  /** A cord dropped on empty canvas, or a click on a free jack; `at` is in canvas units, `screen` in px. */
  onQuickAdd(from: OutletRef | null, at: Point, screen: Point): void;
  onDisconnect(from: OutletRef): void;
  /** The plus on a hovered cord. */
  onInsert(from: OutletRef, at: Point, screen: Point): void;
  /** A widget of the library was dropped; `on` is the cord under it. The drag carries type `application/x-patchbay-widget`. */
  onDropWidget(type: string, at: Point, on: OutletRef | null): void;
  onDelete(widgets: readonly string[]): void;
  onRename(widget: string): void;
  onOpen(widget: string): void;
};

export type CanvasProps = {
  definition: FlowDefinition;
  findings?: readonly Finding[];
  path?: ExecutionPath;
  selected: ReadonlySet<string>;
  onSelect(widgets: ReadonlySet<string>): void;
  /** Left out: the canvas can be looked at and widgets selected, nothing changed. */
  editing?: CanvasEditing;
  /** Accessible name: the flow's. */
  label: string;
  /**
   * What is seen first. `whole` (when left out): everything, however small. `readable`: everything when its
   * texts can be read then, otherwise the beginning of the flow.
   */
  initialView?: 'whole' | 'readable';
};

/** What others may ask of a mounted canvas (React ref). */
export type CanvasHandle = {
  fit(): void;
  /** Brings these widgets into view, keeping the zoom where it can. */
  reveal(widgets: readonly string[]): void;
  /** Brings these widgets into view as large as fits, at most at 100 %. */
  fitTo(widgets: readonly string[]): void;
  zoomTo(scale: number): void;
  /** Canvas units under the middle of the view: where a widget added without a pointer goes. */
  center(): Point;
  /** Brings the keyboard to this widget, as soon as it is drawn; left out: to where it was last. */
  focus(widget?: string): void;
  /** The outlet that the keyboard is on; null while it was nowhere yet. */
  focusedOutlet(): OutletRef | null;
};
