/**
 * The findings of the draft: validation debounced to 150 ms after the last change, joined with those of the server. A
 * field is judged when it is left: until then what is newly wrong with its widget is held back. A card that was just added
 * is not wrong, but new: until it is left, its fields that are still empty are not judged either. The rules, with the
 * template engine and the schemas, are a sixth of the designer: they are loaded once the flow is shown.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { contextOfFlow } from '#api/flows/validation-context.ts';
import type { State } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import {
  countFindings,
  type Finding,
  type FindingCounts,
  rankOf,
  ranks,
  stateIndex,
} from '#flow/validation/finding.ts';
import type { FlowCarrier } from '#flow/validation/rules/rule.ts';
import { type SilencedFinding, splitSilenced } from '#flow/validation/silenced.ts';
import type { ValidationContext } from '#flow/validation/validate.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import type { DocumentState, DocumentStore } from './document-store.ts';

export type FindingsState = FindingCounts & {
  /** The gravest first, each rank in the order of the flow. */
  findings: readonly Finding[];
  /** Those that an author has silenced, with the reason. They are not in `findings`. */
  silenced: readonly SilencedFinding[];
  /** Time of the validation, epoch ms. */
  at: number;
};

export type FindingsStore = StoreApi<FindingsState> & {
  /** Validates for the first time, once the flow is shown. Does nothing when that has been done. */
  begin(): void;
  /**
   * Validates without the debounce, and the field that is being edited and new cards too. Where the rules cannot be loaded it
   * gives what is known: the server checks as well.
   */
  check(): Promise<FindingsState>;
  /** The carriers of the flow's numbers are known, or have changed. */
  setCarriers(carriers: readonly FlowCarrier[]): void;
  /** These cards are selected: those of them that were just added are new until they are left. */
  select(widgets: ReadonlySet<string>): void;
  stop(): void;
};

const debounceMs = 150;

/** Validates `document` at `begin`, and after each of its changes. */
export function createFindingsStore(document: DocumentStore, now: () => number): FindingsStore {
  let validate: ((definition: unknown) => Finding[]) | null = null;
  let carriers: readonly FlowCarrier[] = [];
  const load = async () => {
    const { createMemoizedValidate } = await import('#flow/validation/validate.ts');
    validate ??= createMemoizedValidate({ ...contextOf(document), carriers });
    return validate;
  };
  const findAll = (rules: (definition: unknown) => Finding[]): FindingsState => {
    const { history, serverFindings } = document.getState();
    const { present } = history;
    const { open, silenced } = splitSilenced(present.definition, rules(present.definition));
    return { ...join(open, findingsFor(present, serverFindings), now()), silenced };
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** New cards, as they were added. */
  const added = new Map<string, State>();
  let selected: ReadonlySet<string> = new Set();
  let previous = document.getState();
  let isBegun = false;
  let isStopped = false;
  const store = createStore<FindingsState>(() => ({ ...join([], [], now()), silenced: [] }));
  /** The rules; null where they cannot be loaded. */
  const rulesOrNull = async () => validate ?? (await load().catch(() => null));
  const check = async () => {
    isBegun = true;
    const rules = await rulesOrNull();
    if (rules === null || isStopped) return store.getState();
    clearTimeout(timer);
    timer = undefined;
    added.clear();
    const state = findAll(rules);
    store.setState(state);
    return state;
  };
  const refresh = (rules: (definition: unknown) => Finding[]) => {
    for (const widget of added.keys()) if (!selected.has(widget)) added.delete(widget);
    store.setState(heldBack(findAll(rules), store.getState(), document.getState(), added));
  };
  const loadAndRefresh = async () => {
    isBegun = true;
    const rules = await rulesOrNull();
    if (rules !== null && !isStopped) refresh(rules);
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (validate === null) void loadAndRefresh();
      else refresh(validate);
    }, debounceMs);
  };
  const unsubscribe = document.subscribe((state) => {
    noteAdded(added, state, previous);
    const isChanged =
      state.history.present !== previous.history.present ||
      state.serverFindings !== previous.serverFindings ||
      editedWidget(state) !== editedWidget(previous);
    previous = state;
    if (isChanged) schedule();
  });
  return Object.assign(store, {
    check,
    select(widgets: ReadonlySet<string>) {
      if (widgets === selected) return;
      selected = widgets;
      if (added.size > 0) schedule();
    },
    setCarriers(known: readonly FlowCarrier[]) {
      if (JSON.stringify(known) === JSON.stringify(carriers)) return;
      carriers = known;
      validate = null;
      if (isBegun && !isStopped) schedule();
    },
    begin() {
      if (!isBegun) void loadAndRefresh();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  });
}

/** Nothing of a flow that its server has not stored yet: that server checks it when it is saved. */
function contextOf(document: DocumentStore): ValidationContext {
  const { base } = document.getState();
  return base === null ? {} : contextOfFlow(base.flow);
}

/** The widget in one of whose fields the author is typing; null when there is none. */
function editedWidget({ history }: DocumentState): string | null {
  const newest = history.past.at(-1);
  if (newest === undefined || newest.gesture === null) return null;
  return newest.label.name === 'changeProperty' ? newest.label.widget : null;
}

/** Follows cards that the newest edit has added or renamed, in `added`. */
function noteAdded(added: Map<string, State>, { history }: DocumentState, previous: DocumentState): void {
  const newest = history.past.at(-1)?.label;
  if (newest === undefined || history.past === previous.history.past) return;
  if (newest.name === 'addWidget' || newest.name === 'insertWidget') {
    const state = history.present.definition.states.find(({ name }) => name === newest.widget);
    if (state !== undefined && history.past.length > previous.history.past.length)
      added.set(newest.widget, state);
  } else if (newest.name === 'renameWidget') {
    const state = added.get(newest.widget);
    if (state !== undefined) added.set(newest.target, state);
  }
}

/**
 * `next` without what is newly wrong with the widget that is being edited, and with fields of new cards that are as they were
 * added. What is mended is gone at once.
 */
function heldBack(
  next: FindingsState,
  shown: FindingsState,
  document: DocumentState,
  added: ReadonlyMap<string, State>,
): FindingsState {
  const widget = editedWidget(document);
  if (widget === null && added.size === 0) return next;
  const { definition } = document.history.present;
  const ids = widgetIds(definition);
  const keyOf = ({ code, property_path }: Finding) => `${code} ${property_path}`;
  const known = new Set(shown.findings.map(keyOf));
  const isEarly = (finding: Finding) => {
    const index = stateIndex(finding);
    if (index === null) return false;
    const id = ids[index] ?? '';
    if (id === widget) return true;
    const before = added.get(id);
    const [, , part, key = ''] = pathOf(finding.property_path);
    return (
      before !== undefined &&
      (part !== 'properties' || filledIn(before, key) === filledIn(definition.states[index], key))
    );
  };
  const findings = next.findings.filter((each) => !isEarly(each) || known.has(keyOf(each)));
  return { ...next, findings, ...countFindings(findings) };
}

/** The value of a property as text, so that values of any kind are compared. */
function filledIn(state: State | undefined, property: string): string | undefined {
  return JSON.stringify(state?.properties?.[property]);
}

/** Findings of the server hold for the draft that it checked and for no other. */
function findingsFor(draft: Draft, server: DocumentState['serverFindings']): readonly Finding[] {
  return server !== null && server.draft.definition === draft.definition ? server.findings : [];
}

/** Both lists without duplicates, the gravest first. */
function join(
  own: readonly Finding[],
  server: readonly Finding[],
  at: number,
): Omit<FindingsState, 'silenced'> {
  const keyOf = ({ property_path, message }: Finding) => `${property_path} ${message}`;
  const known = new Set(own.map(keyOf));
  const all = [...own, ...server.filter((finding) => !known.has(keyOf(finding)))];
  const findings = ranks.flatMap((rank) => all.filter((finding) => rankOf(finding) === rank));
  return { findings, ...countFindings(findings), at };
}
