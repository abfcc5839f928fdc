/** What hand, eye and keyboard are doing on one canvas: hover, gesture, focus. Never the document. */

import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Point } from '#flow/definition.ts';
import type { Box } from '../box.ts';
import type { OutletRef } from '../canvas-props.ts';
import type { AlignmentGuide } from './snapping.ts';

export type Hover = { kind: 'widget'; id: string } | { kind: 'cord'; id: string; at: Point } | null;

export type Gesture =
  | { kind: 'move'; ids: ReadonlySet<string>; delta: Point; guides: readonly AlignmentGuide[]; copy: boolean }
  | { kind: 'marquee'; box: Box }
  | { kind: 'cord'; from: OutletRef; at: Point; target: string | null };

/** `outlet` is the index of the outlet that the keyboard is on. */
export type Focus = { widget: string; outlet: number };

export type InteractionState = {
  hover: Hover;
  gesture: Gesture | null;
  focus: Focus | null;
  /** The outlet that is being connected by typing a name. */
  connectByNameFrom: OutletRef | null;
  /** The cord that a widget from the library would be dropped on. */
  dropCord: string | null;
  /** Said politely to those who listen. */
  announcement: string;
};

export type InteractionStore = StoreApi<InteractionState>;

export function createInteractionStore(): InteractionStore {
  return createStore<InteractionState>(() => ({
    hover: null,
    gesture: null,
    focus: null,
    connectByNameFrom: null,
    dropCord: null,
    announcement: '',
  }));
}

export const InteractionContext = createContext<InteractionStore | null>(null);

export function useInteractionStore(): InteractionStore {
  const store = useContext(InteractionContext);
  if (store === null) throw new Error('A part of the canvas was rendered outside of it.');
  return store;
}

export function useInteraction<T>(selector: (hand: InteractionState) => T): T {
  return useStore(useInteractionStore(), selector);
}
