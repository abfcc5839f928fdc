/** The interface of the canvas. The designer, executions and revisions use it. */

import type { Group } from '#flow/annotations/groups.ts';
import type { Note } from '#flow/annotations/notes.ts';
import type { AnnotationRef } from '#flow/annotations/travelling.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { Box } from './box.ts';

/** Where the focus moves on the canvas: along an outlet, back to the source, to the neighbouring outlets, to the trigger. */
export type FocusDirection = 'down' | 'up' | 'left' | 'right' | 'home';

/** An outlet of a widget by the widget's id and the outlet's key, as `#flow/graph.ts` gives them. */
export type OutletRef = { widget: string; outlet: string };

/**
 * The path of an execution. `steps` are in order: which widget was left by which outlet (null when that outlet
 * is not drawn), and where it went (null at the end). `shownSteps` is how many of them have happened at the
 * moment shown; the others are drawn as upcoming. `currentWidget` is being processed at that moment.
 */
export type ExecutionPath = {
  steps: { from: string; outlet: string | null; to: string | null }[];
  shownSteps: number;
  currentWidget: string | null;
  running: boolean;
};

/** Names of flows by SID. */
export type FlowNames = Readonly<Record<string, string>>;

/** What happened to a widget since the definition that it is compared with. */
export type ChangeMark = 'added' | 'removed' | 'changed' | 'renamed' | 'moved';

/**
 * The marks of a comparison. Widgets and cords without a mark are drawn faded. Removed widgets are part of the drawn
 * definition. `removedCords` are not: each led from an outlet to a widget, has an id that no other cord has, and is
 * drawn in addition.
 */
export type ChangeMarks = {
  widgets: ReadonlyMap<string, ChangeMark>;
  cords: ReadonlyMap<string, 'added' | 'removed'>;
  removedCords: readonly { id: string; from: string; outlet: string; to: string }[];
};

/**
 * Counts over the flow. `waiting` is by the widget's id, `passed` by cord (the ids of widget and outlet with a space
 * between). `newest` are a few words on the newest executions at a widget, read when its count is hovered.
 */
export type Traffic = {
  waiting: ReadonlyMap<string, number>;
  passed: ReadonlyMap<string, { count: number; event: string; isFailure: boolean }>;
  newest: ReadonlyMap<string, readonly string[]>;
  onHover(widget: string): void;
  onChoose(widget: string): void;
  onChooseEvent(event: string): void;
};

/** A pin of a thread of comments: at the widget with that id, or at a place in canvas units. `text` fits into a small circle. */
export type CommentPin = {
  id: string;
  at: { widget: string } | Point;
  label: string;
  text: string;
  isUnread: boolean;
  isOpen: boolean;
};

/** Names of the tests that take an outlet, by the ids of widget and outlet with a space between; none: not covered. */
export type CanvasCoverage = ReadonlyMap<string, readonly string[]>;

/** Callbacks of gestures and keys. Each gesture is reported once, when it finishes. */
export type CanvasEditing = {
  onMove(positions: ReadonlyMap<string, Point>): void;
  onDuplicate(positions: ReadonlyMap<string, Point>): void;
  onConnect(from: OutletRef, to: string): void;
  /** A cord dropped on empty canvas, or a double click there; `at` is in canvas units, `screen` in px. */
  onQuickAdd(from: OutletRef | null, at: Point, screen: Point): void;
  /** A click on a free jack. */
  onOutlet(from: OutletRef): void;
  onDisconnect(from: OutletRef): void;
  /** The beginning of the cord of `from` was dragged to another outlet. */
  onMoveSource(from: OutletRef, to: OutletRef): void;
  /** A click on a cord; null when something else is chosen. */
  onSelectCord(from: OutletRef | null): void;
  /** A right click, or the menu key on the focused card; `screen` is in px. */
  onMenu(target: MenuTarget, screen: Point): void;
  /** The insert button of a hovered cord. */
  onInsert(from: OutletRef, at: Point, screen: Point): void;
  /** A widget of the library was dropped; `outlet` is the free outlet under it, or that of the cord. The drag data type is `application/x-patchbay-widget`. */
  onDropWidget(type: string, at: Point, outlet: OutletRef | null): void;
  /** A valid name was written on a card. */
  onRename(widget: string, name: string): void;
  onOpen(widget: string): void;
  onChangeNote(note: string, change: Partial<Note>): void;
  onRemoveNote(note: string): void;
  /** Its widgets go with it. */
  onMoveGroup(group: string, to: Point): void;
  /** Its frame, colour, title, or whether it is collapsed. */
  onChangeGroup(group: string, change: Partial<Group>): void;
  onRemoveGroup(group: string): void;
};

/** `at` is in canvas units. */
export type PendingCord = { from: OutletRef; at: Point };

/** What a menu was opened on; `at` is in canvas units. */
export type MenuTarget =
  | { kind: 'widget'; widget: string }
  | { kind: 'outlet'; outlet: OutletRef }
  | { kind: 'cord'; cord: OutletRef; at: Point }
  | { kind: 'canvas'; at: Point };

/**
 * How a flow opens. `whole`: everything, however small. `readable`: everything where it is readable, otherwise its beginning;
 * what is out of view is said then.
 */
export type OpeningView = 'whole' | 'readable';

export type CanvasProps = {
  definition: FlowDefinition;
  /** Of the flows that widgets run; a card says the SID of another one. */
  flowNames?: FlowNames | undefined;
  findings?: readonly Finding[];
  path?: ExecutionPath;
  changes?: ChangeMarks;
  traffic?: Traffic | undefined;
  coverage?: CanvasCoverage | undefined;
  comments?: { pins: readonly CommentPin[]; onOpen(id: string): void } | undefined;
  selected: ReadonlySet<string>;
  onSelect(widgets: ReadonlySet<string>): void;
  /** Left out, the canvas is read-only: widgets can be selected, nothing changed. */
  editing?: CanvasEditing;
  /** A cord that is drawn from an outlet to a point while its target is being chosen. */
  pendingCord?: PendingCord | null;
  /** The outlet of the selected cord. */
  selectedCord?: OutletRef | null;
  /** Accessible name: the flow's. */
  label: string;
  /** The first viewport: `whole` by default. */
  initialView?: OpeningView;
  /** Called when the person fits the flow (`whole`), or goes back to 100 % (`readable`). */
  onChooseView?(view: OpeningView): void;
};

/** The imperative handle of a mounted canvas (React ref). */
export type CanvasHandle = {
  fit(): void;
  /** Brings these widgets into view, keeping the zoom where it can. */
  reveal(widgets: readonly string[]): void;
  /** Brings a place in canvas units into view, or what begins there with its size, keeping the zoom where it can. */
  revealPlace(at: Point & Partial<Box>): void;
  /** Where cords run, segment by segment, in canvas units. */
  cordBoxes(): Box[];
  /** Brings these widgets into view as large as fits, at most at 100 %. */
  fitTo(widgets: readonly string[]): void;
  /** Fits the flow, or goes to 100 %, because the person wants that. */
  chooseView(view: OpeningView): void;
  /** The middle of the visible part in canvas units, where a widget is added without a pointer. */
  center(): Point;
  /** A place in canvas units on the screen, in px. */
  screenOf(at: Point): Point;
  /** Focuses this widget as soon as it is mounted; left out, the widget that was focused last. */
  focus(widget?: string): void;
  /** Focuses the canvas itself and none of its cards; null where that is not possible yet. */
  focusItself(): HTMLElement | null;
  /** Moves the focus along the cords, and selects what it reaches. */
  walk(direction: FocusDirection): void;
  /** Opens the search that connects an outlet, by default the focused one, to a widget by its name. */
  connectByName(from?: OutletRef): void;
  /** Opens the text of this note as soon as the note is there. */
  writeNote(note: string): void;
  /** The note or group that has the focus itself. */
  focusedAnnotation(): AnnotationRef | null;
  /** Focuses this note or group as soon as it is there. */
  focusAnnotation(ref: AnnotationRef): void;
  /** Opens the name of this widget on its card; false where it has none there. */
  nameWidget(widget: string): boolean;
  /** Opens the title of this group as soon as the group is there. */
  nameGroup(group: string): void;
  /** The focused outlet; null when none was focused yet. */
  focusedOutlet(): OutletRef | null;
  /**
   * Where a list for an outlet opens, a little below its jack: in canvas units, and on the screen in px. Moves the view
   * up where the list has no room, as it would cover the card. Null for an unknown outlet.
   */
  placeForList(outlet: OutletRef): { at: Point; screen: Point } | null;
};
