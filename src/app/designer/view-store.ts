/** The view state of the designer: selection, tab, open panels and dialogs. It is neither saved nor undone. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import type { Pointer } from '#flow/json/json-pointer.ts';
import type { Box } from '../canvas/box.ts';
import type { ChangeMarks, MenuTarget, OpeningView, OutletRef } from '../canvas/canvas-props.ts';
import type { CommentPlace } from '../client/comments.ts';
import { type InspectorTab, tabOf } from '../inspector/focus-control.ts';
import type { ViewSearch } from './address.ts';
import type { Placement } from './document/place-widget.ts';
import type { KeptText } from './kept-text/kept-text.ts';

/** An open quick-add list: where it adds a widget, and where it is: in canvas units, and on the screen in px. */
export type QuickAddRequest = { placement: Placement; at: Point; screen: Point };

/** `opened` is the SID of a comment, `writing` where a new one is being written. */
export type CommentsView = { opened: string | null; writing: CommentPlace | null };

export type ViewState = {
  selected: ReadonlySet<string>;
  tab: InspectorTab;
  /** The problem in the address. */
  problem: Pointer | null;
  /** The place whose control takes the focus; a new object requests it again. */
  focusRequest: { pointer: Pointer } | null;
  problemsOpen: boolean;
  outlineOpen: boolean;
  /** The search panel stands in place of library and outline. */
  search: 'find' | 'replace' | null;
  /** What the search over all flows begins with. */
  searchedFor: string;
  /** Counts of executions on widgets and cords. */
  trafficOpen: boolean;
  quickAdd: QuickAddRequest | null;
  /** The outlet of the selected cord. */
  selectedCord: OutletRef | null;
  /** The panel of comments, in place of the settings. */
  comments: CommentsView | null;
  /** An open menu of the canvas; `screen` is in px. */
  menu: { target: MenuTarget; screen: Point } | null;
  dialog:
    | 'publish'
    | 'save'
    | 'lost'
    | 'palette'
    | 'shortcuts'
    | 'searchFlows'
    | 'import'
    | 'tags'
    | 'ask'
    | 'phone-menu'
    | 'extractSubflow'
    | 'inlineSubflow'
    | 'discardChanges'
    | null;
  /** Where the widgets of Ask or Phone menu go. */
  composing: Placement | null;
  /** The flow as it would be with them, and what marks them. */
  preview: { definition: FlowDefinition; marks: ChangeMarks } | null;
  /** Files that were dropped or chosen. */
  importing: readonly File[];
  /** The text that was being typed in a widget that another author has deleted. */
  kept: KeptText | null;
  /** How the flow will open, chosen since this page has it; null where that is as before. */
  openingView: OpeningView | null;
  /** Why a command failed. */
  notice: string | null;
  /** The flow was published for the first time: the page offers what comes next. */
  nextSteps: boolean;
  /** The flow has just been arranged: a notice offers to keep that or to put all cards back. */
  arranged: boolean;
  isArranging: boolean;
  /** What the canvas scrolls into view once it has rendered the newest definition. */
  reveal: 'all' | readonly string[] | { place: Point & Partial<Box> } | null;
  /** On narrow screens the panels overlay the canvas and are closed at first, in a test run on every screen. */
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
    search: null,
    searchedFor: '',
    importing: [],
    composing: null,
    preview: null,
    trafficOpen: false,
    quickAdd: null,
    selectedCord: null,
    comments: null,
    menu: null,
    dialog: null,
    kept: null,
    openingView: null,
    notice: null,
    nextSteps: false,
    arranged: false,
    isArranging: false,
    reveal: null,
    libraryOpen: false,
    settingsOpen: false,
  }));
}

/** The search parameters of the address for this view. A selection of several widgets has none. */
export function searchOf({ selected, tab, problem, comments }: ViewState): ViewSearch {
  const [widget, ...more] = selected;
  return {
    ...(widget !== undefined && more.length === 0 && { widget }),
    ...(tab !== 'config' && { tab }),
    ...(problem !== null && { problem }),
    ...(comments?.opened != null && { comment: comments.opened }),
  };
}

/** Sets the view to what the address says. */
export function applySearch(view: ViewStore, search: ViewSearch): void {
  view.setState(({ problem, focusRequest, problemsOpen, comments }) => ({
    selected: new Set(search.widget === undefined ? [] : [search.widget]),
    tab: search.tab ?? 'config',
    problem: search.problem ?? null,
    reveal: search.widget === undefined ? null : [search.widget],
    settingsOpen: search.widget !== undefined,
    focusRequest:
      search.problem === undefined
        ? null
        : search.problem === problem
          ? focusRequest
          : { pointer: search.problem },
    problemsOpen: search.problem !== undefined || problemsOpen,
    comments:
      search.comment === undefined
        ? comments && { ...comments, opened: null }
        : { opened: search.comment, writing: null },
  }));
}

/** Selects these widgets, shows their settings and clears the current problem. */
export function selectWidgets(view: ViewStore, widgets: ReadonlySet<string>): void {
  const { selected, selectedCord, settingsOpen } = view.getState();
  if (selectedCord !== null) view.setState({ selectedCord: null });
  if (selected.size === widgets.size && [...widgets].every((each) => selected.has(each))) {
    if (widgets.size > 0 && !settingsOpen) view.setState({ settingsOpen: true });
    return;
  }
  view.setState({ selected: widgets, problem: null, focusRequest: null, settingsOpen: widgets.size > 0 });
}

/** Shows the place of a problem: selects its widget, opens the tab and focuses the control. */
export function goToProblem(view: ViewStore, problem: Pointer, widget: string | null): void {
  view.setState({
    selected: new Set(widget === null ? [] : [widget]),
    tab: tabOf(problem),
    problem,
    settingsOpen: true,
    comments: null,
    focusRequest: { pointer: problem },
  });
}
