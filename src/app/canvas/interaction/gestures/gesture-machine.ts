/** The gesture state machine of a canvas: one gesture at a time, one pointer for each, reported when it finishes. */

import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useMemo } from 'react';
import type { Point } from '#flow/definition.ts';
import type { CanvasSnapshot } from '../canvas-snapshot.ts';
import type { InteractionStore } from '../interaction-store.ts';
import { panning, selectingByFrame } from './dragging-canvas.ts';
import { connectingCord, movingSource } from './dragging-cord.ts';
import { draggingFromLibrary, widgetDragType } from './dragging-from-library.ts';
import type {
  ActiveGesture,
  GestureContext,
  GestureName,
  GestureState,
  PointerInput,
  PositionInput,
} from './gesture-state.ts';
import { doubleClick, idle, openMenu } from './idle.ts';
import { pointing, pressOf } from './pointing.ts';
import { isTool } from './tool-target.ts';
import { translatingWidgets } from './translating-widgets.ts';

/** What the machine needs of a drag event. */
export type DragInput = PositionInput & {
  preventDefault(): void;
  dataTransfer: { readonly types: readonly string[]; dropEffect: string; getData(type: string): string };
};

const noGesture: ActiveGesture = { name: 'idle', data: null };

function handlersOf<N extends GestureName>(gesture: ActiveGesture<N>): GestureState<N> {
  return gestureStates[gesture.name];
}

export class GestureMachine {
  #active: ActiveGesture = noGesture;
  #pointerId: number | null = null;
  #autoPanFrame = 0;
  readonly #context: GestureContext;

  constructor(context: GestureContext) {
    this.#context = context;
  }

  /** The name of the current state. */
  get state(): GestureName {
    return this.#active.name;
  }

  /** A press of the primary button. Other buttons, and drags with the space bar, are left to React Flow. */
  pointerDown(input: PointerInput): void {
    if (input.button !== 0 || this.#context.readCanvas().isSpaceDown || isTool(input.target)) return;
    if (handlersOf(this.#active).isDrag) {
      if (input.pointerId !== this.#pointerId) return;
      this.#cancel();
    }
    this.#pointerId = input.pointerId;
    this.#enter({ name: 'pointing', data: pressOf(input, this.#context) });
  }

  pointerMove(input: PointerInput): void {
    // There are no pointer events during drag and drop, so it has ended elsewhere.
    if (this.#active.name === 'draggingFromLibrary') this.#cancel();
    if (this.#active.name !== 'idle' && input.pointerId !== this.#pointerId) return;
    const next = handlersOf(this.#active).move(this.#active.data, input, this.#context);
    if (next !== undefined) {
      this.#enter(next);
      handlersOf(next).move(next.data, input, this.#context);
    }
    if (handlersOf(this.#active).isDrag) this.#autoPan(input);
  }

  pointerUp(input: PointerInput): void {
    if (this.#active.name === 'idle' || input.pointerId !== this.#pointerId) return;
    const finished = this.#leave();
    handlersOf(finished).finish(finished.data, input, this.#context);
  }

  pointerLeave(): void {
    const { store } = this.#context;
    if (this.#active.name === 'idle' && store.getState().hover !== null) store.setState({ hover: null });
  }

  /** The browser took the pointer away (`pointercancel`). */
  pointerCancel(input: { pointerId: number }): void {
    if (input.pointerId === this.#pointerId) this.#cancel();
  }

  /** Cancels a drag; true when there was one. */
  escape(): boolean {
    if (!handlersOf(this.#active).isDrag) return false;
    this.#cancel();
    return true;
  }

  dragOver(input: DragInput): void {
    const { readCanvas } = this.#context;
    if (readCanvas().props.editing === undefined || !input.dataTransfer.types.includes(widgetDragType))
      return;
    input.preventDefault();
    input.dataTransfer.dropEffect = 'copy';
    if (this.#active.name !== 'draggingFromLibrary')
      this.#enter({ name: 'draggingFromLibrary', data: { widgetType: null } });
    draggingFromLibrary.move({ widgetType: null }, input, this.#context);
  }

  dragLeave(): void {
    if (this.#active.name === 'draggingFromLibrary') this.#cancel();
  }

  drop(input: DragInput): void {
    const widgetType = input.dataTransfer.getData(widgetDragType);
    if (widgetType === '' || this.#context.readCanvas().props.editing === undefined) return;
    input.preventDefault();
    this.#leave();
    draggingFromLibrary.finish({ widgetType }, input, this.#context);
  }

  #enter(next: ActiveGesture): void {
    this.#active = next;
    handlersOf(next).enter(next.data, this.#context);
  }

  /** Back to idle. Returns the gesture that was active. */
  #leave(): ActiveGesture {
    const left = this.#active;
    cancelAnimationFrame(this.#autoPanFrame);
    this.#active = noGesture;
    this.#pointerId = null;
    this.#context.store.setState({ gesture: null });
    return left;
  }

  #cancel(): void {
    const cancelled = this.#leave();
    handlersOf(cancelled).cancel(cancelled.data, this.#context);
  }

  /** Pans in the next frame and repeats the move there, which requests the frame after it. */
  #autoPan(input: PointerInput): void {
    cancelAnimationFrame(this.#autoPanFrame);
    const canvas = this.#context.readCanvas();
    const by = autoPanAt(input, canvas);
    if (by.x === 0 && by.y === 0) return;
    this.#autoPanFrame = requestAnimationFrame(() => {
      canvas.camera.panBy(by);
      this.pointerMove(input);
    });
  }
}

/** The table of all gesture states. A state that is missing here, or a handler missing in a state, does not compile. */
const gestureStates: { readonly [N in GestureName]: GestureState<N> } = {
  idle,
  pointing,
  panning,
  selectingByFrame,
  translatingWidgets,
  connectingCord,
  movingSource,
  draggingFromLibrary,
};

/** Distance from the edge in px within which the viewport pans, and by how many px in a frame. */
const edgeSize = 28;
const panPerFrame = 10;

/** The pan for a pointer, in px; zero away from the edges. */
function autoPanAt({ clientX, clientY }: PositionInput, { origin, screen }: CanvasSnapshot): Point {
  const along = (at: number, size: number) =>
    at < edgeSize ? panPerFrame : at > size - edgeSize ? -panPerFrame : 0;
  return { x: along(clientX - origin.x, screen.width), y: along(clientY - origin.y, screen.height) };
}

/** The handlers to spread on the root element of the canvas. */
export function useGestures(store: InteractionStore, readCanvas: () => CanvasSnapshot) {
  const machine = useMemo(() => new GestureMachine({ store, readCanvas }), [store, readCanvas]);
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && machine.escape()) event.stopPropagation();
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [machine]);
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => machine.pointerDown(event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => machine.pointerMove(event),
      onPointerUp: (event: PointerEvent<HTMLElement>) => machine.pointerUp(event),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => machine.pointerCancel(event),
      onPointerLeave: () => machine.pointerLeave(),
      onDoubleClick: (event: MouseEvent<HTMLElement>) => doubleClick(event, { store, readCanvas }),
      onContextMenu: (event: MouseEvent<HTMLElement>) => openMenu(event, { store, readCanvas }),
      onDragOver: (event: DragEvent<HTMLElement>) => machine.dragOver(event),
      onDragLeave: () => machine.dragLeave(),
      onDrop: (event: DragEvent<HTMLElement>) => machine.drop(event),
    }),
    [machine, store, readCanvas],
  );
}
