/** The interaction store of one canvas: hover, gesture, keyboard focus. Never the document. */

import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Point } from '#flow/definition.ts';
import type { Box } from '../box.ts';
import type { OutletRef } from '../canvas-props.ts';
import type { AlignmentGuide } from './snapping.ts';

export type Hover = { kind: 'widget'; id: string } | { kind: 'cord'; id: string; at: Point } | null;

/** What is drawn of the drag that is going on; its state is in `gestures/`. */
export type Gesture =
  | {
      kind: 'translating';
      ids: ReadonlySet<string>;
      delta: Point;
      guides: readonly AlignmentGuide[];
      isCopy: boolean;
      /** The notes and groups that go along with a dragged group, by `annotationKey`. */
      annotations?: ReadonlySet<string>;
    }
  | { kind: 'selecting'; box: Box }
  | { kind: 'connecting'; from: OutletRef; at: Point; target: string | null }
  | { kind: 'moving-source'; cord: OutletRef; to: string; at: Point; outlet: OutletRef | null };

/** The keyboard focus. `outlet` is the index of the focused outlet. */
export type Focus = { widget: string; outlet: number };

export type InteractionState = {
  hover: Hover;
  gesture: Gesture | null;
  focus: Focus | null;
  /** The outlet that is being connected by name. */
  connectByNameFrom: OutletRef | null;
  /** The cord on which a widget from the library would be dropped. */
  dropCord: string | null;
  /** The free outlet on which it would be dropped. */
  dropOutlet: OutletRef | null;
  /** The note that was focused last, and the one whose text is being written. */
  focusedNote: string | null;
  editedNote: string | null;
  /** The group that was focused last, and the one whose title is being written. */
  focusedGroup: string | null;
  namedGroup: string | null;
  /** The widget whose name is being written on its card. */
  namedWidget: string | null;
  /**
   * What is typed for the note or title that was opened, before its field is drawn; `isDone` after Enter or Escape. Null
   * when no field is waited for.
   */
  draft: { text: string; isDone: boolean } | null;
  /** The note or group that gets the focus as soon as it is drawn. */
  annotationToFocus: string | null;
  /** The latest text of the live region. */
  announcement: string;
};

export type InteractionStore = StoreApi<InteractionState>;

/** A store for one canvas, with nothing hovered, dragged or focused. */
export function createInteractionStore(): InteractionStore {
  return createStore<InteractionState>(() => ({
    hover: null,
    gesture: null,
    focus: null,
    connectByNameFrom: null,
    dropCord: null,
    dropOutlet: null,
    focusedNote: null,
    editedNote: null,
    focusedGroup: null,
    namedGroup: null,
    namedWidget: null,
    annotationToFocus: null,
    draft: null,
    announcement: '',
  }));
}

export const InteractionContext = createContext<InteractionStore | null>(null);

/** The store itself, to read or write without subscribing. @throws outside of a canvas */
export function useInteractionStore(): InteractionStore {
  const store = useContext(InteractionContext);
  if (store === null) throw new Error('A part of the canvas was rendered outside of it.');
  return store;
}

/** Subscribes a component to a part of the store. */
export function useInteraction<T>(selector: (state: InteractionState) => T): T {
  return useStore(useInteractionStore(), selector);
}
