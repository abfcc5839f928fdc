/** What hand, eye and keyboard are doing on one canvas: hover, gesture, focus. Never the document. */

import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Point } from '#flow/definition.ts';
import type { Box } from './box-index.ts';
import type { OutletRef } from './canvas-props.ts';
import type { Guide } from './dragging.ts';

export type Hover = { kind: 'widget'; id: string } | { kind: 'cord'; id: string; at: Point } | null;

export type Gesture =
  | { kind: 'move'; ids: ReadonlySet<string>; delta: Point; guides: readonly Guide[]; copy: boolean }
  | { kind: 'marquee'; box: Box }
  | { kind: 'cord'; from: OutletRef; at: Point; target: string | null };

/** `outlet` is the index of the outlet that the keyboard is on. */
export type Focus = { widget: string; outlet: number };

export type Hand = {
  hover: Hover;
  gesture: Gesture | null;
  focus: Focus | null;
  /** The outlet that is being connected by typing a name. */
  naming: OutletRef | null;
  /** The cord that a widget from the library would be dropped on. */
  dropOn: string | null;
  /** Said politely to those who listen. */
  message: string;
};

export type HandStore = StoreApi<Hand>;

export function createHand(): HandStore {
  return createStore<Hand>(() => ({
    hover: null,
    gesture: null,
    focus: null,
    naming: null,
    dropOn: null,
    message: '',
  }));
}

export const HandContext = createContext<HandStore | null>(null);

export function useHandStore(): HandStore {
  const store = useContext(HandContext);
  if (store === null) throw new Error('A part of the canvas was rendered outside of it.');
  return store;
}

export function useHand<T>(selector: (hand: Hand) => T): T {
  return useStore(useHandStore(), selector);
}
