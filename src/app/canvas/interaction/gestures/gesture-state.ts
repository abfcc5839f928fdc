/** The gesture state machine as types: what each state remembers, and the handlers that each must have. */

import type { Point } from '#flow/definition.ts';
import type { OutletRef } from '../../canvas-props.ts';
import type { CanvasSnapshot } from '../canvas-snapshot.ts';
import type { Hit } from '../hit-test.ts';
import type { InteractionStore } from '../interaction-store.ts';

/** A position in the window, in px. */
export type PositionInput = { clientX: number; clientY: number };

/** What gestures read of a pointer event. */
export type PointerInput = PositionInput & {
  button: number;
  pointerId: number;
  pointerType: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  target: EventTarget | null;
  currentTarget: { setPointerCapture(pointerId: number): void };
};

/** How a gesture began: what was hit at `point` (canvas units) and `client` (px), and the modifier keys then. */
export type Press = {
  hit: Hit;
  point: Point;
  client: Point;
  pointerId: number;
  /** Alt: a drag duplicates. */
  isAlt: boolean;
  /** Shift, Ctrl or Cmd: the selection is extended. */
  isAdditive: boolean;
  /** A touch outside all cards: a drag pans. */
  isPan: boolean;
  /** The press has just selected the widget. */
  isNewlySelected: boolean;
};

/** What each state remembers. States may change their own data while they last. */
export type GestureData = {
  idle: null;
  pointing: Press;
  panning: { press: Press; client: Point };
  selectingByFrame: { press: Press; box: { x: number; y: number; width: number; height: number } };
  translatingWidgets: { press: Press; ids: ReadonlySet<string>; isCopy: boolean; delta: Point };
  connectingCord: { from: OutletRef; at: Point; target: string | null };
  movingSource: { cord: OutletRef; to: string; at: Point; outlet: OutletRef | null };
  draggingFromLibrary: { widgetType: string | null };
};

export type GestureName = keyof GestureData;

/** A state with its data. */
export type ActiveGesture<N extends GestureName = GestureName> = {
  [K in N]: { name: K; data: GestureData[K] };
}[N];

/** What handlers work on. `readCanvas` takes a new snapshot of the canvas. */
export type GestureContext = { store: InteractionStore; readCanvas: () => CanvasSnapshot };

/** The handlers of a state. `finish` and `cancel` lead back to idle. */
export type GestureState<N extends GestureName, Input = PointerInput> = {
  /** A drag is drawn while it lasts, pans automatically at the edge of the canvas, and is cancelled by Escape. */
  isDrag: boolean;
  enter(data: GestureData[N], context: GestureContext): void;
  /** The pointer moved. Returns the next state, or undefined to stay in this one. */
  move(data: GestureData[N], input: Input, context: GestureContext): ActiveGesture | undefined;
  finish(data: GestureData[N], input: Input, context: GestureContext): void;
  /** Ends the gesture without any change. */
  cancel(data: GestureData[N], context: GestureContext): void;
};

/** For handlers of a state that has nothing to do. */
export function doNothing(): undefined {}
