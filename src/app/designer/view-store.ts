/** What is only looked at in the designer: selection, tab, what is open. Nothing here is saved or undone. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Point } from '#flow/definition.ts';
import type { Pointer } from '#flow/pointer.ts';
import type { OutletRef } from '../canvas/canvas-props.ts';
import { type InspectorTab, tabOf } from '../inspector/focus-control.ts';
import type { DesignerSearch } from './address.ts';

/** A list of widgets to add, open at a place: after an outlet, in a cord, or on its own. */
export type QuickAdd = { from: OutletRef | null; inserts: boolean; at: Point; screen: Point };

export type ViewState = {
  selected: ReadonlySet<string>;
  tab: InspectorTab;
  /** The problem that the address names. */
  problem: Pointer | null;
  /** The place that takes the caret; a new object takes it again. */
  focusRequest: { place: Pointer } | null;
  problemsOpen: boolean;
  outlineOpen: boolean;
  quickAdd: QuickAdd | null;
  dialog: 'publish' | 'save' | 'newer' | null;
  /** What did not happen, and why. */
  notice: string | null;
  isArranging: boolean;
  /** What the canvas is to bring into view as soon as it has drawn the newest definition. */
  reveal: 'all' | readonly string[] | null;
  /** On narrow screens the panels lie above the canvas and are folded away. */
  libraryOpen: boolean;
  settingsOpen: boolean;
};

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    selected: new Set<string>(),
    tab: 'config',
    problem: null,
    focusRequest: null,
    problemsOpen: false,
    outlineOpen: false,
    quickAdd: null,
    dialog: null,
    notice: null,
    isArranging: false,
    reveal: null,
    libraryOpen: false,
    settingsOpen: false,
  }));
}

/** The address of what is looked at. Several widgets have none. */
export function searchOf({ selected, tab, problem }: ViewState): DesignerSearch {
  const [widget, ...more] = selected;
  return {
    ...(widget !== undefined && more.length === 0 && { widget }),
    ...(tab !== 'config' && { tab }),
    ...(problem !== null && { problem }),
  };
}

/** Goes where the address says. */
export function applySearch(view: ViewStore, place: DesignerSearch): void {
  view.setState(({ problem, focusRequest }) => ({
    selected: new Set(place.widget === undefined ? [] : [place.widget]),
    tab: place.tab ?? 'config',
    problem: place.problem ?? null,
    reveal: place.widget === undefined ? null : [place.widget],
    settingsOpen: place.widget !== undefined,
    focusRequest:
      place.problem === undefined
        ? null
        : place.problem === problem
          ? focusRequest
          : { place: place.problem },
    problemsOpen: place.problem !== undefined || view.getState().problemsOpen,
  }));
}

/** Selects these widgets; the problem that was looked at is left. */
export function select(view: ViewStore, widgets: ReadonlySet<string>): void {
  const { selected } = view.getState();
  if (selected.size === widgets.size && [...widgets].every((each) => selected.has(each))) return;
  view.setState({ selected: widgets, problem: null, focusRequest: null, settingsOpen: widgets.size > 0 });
}

/** Goes to the place that a finding names: its widget, the tab that shows it, and the caret into its control. */
export function goToProblem(view: ViewStore, problem: Pointer, widget: string | null): void {
  view.setState({
    selected: new Set(widget === null ? [] : [widget]),
    tab: tabOf(problem),
    problem,
    settingsOpen: true,
    focusRequest: { place: problem },
  });
}
