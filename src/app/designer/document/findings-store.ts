/** The findings of the draft: validation debounced to 150 ms after the last change, joined with those of the server. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Finding } from '#flow/validation/finding.ts';
import { createMemoizedValidate } from '#flow/validation/validate.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import type { DocumentState, DocumentStore } from './document-store.ts';

export type FindingsState = {
  /** Errors first, each severity in the order of the flow. */
  findings: readonly Finding[];
  errors: number;
  warnings: number;
  /** Time of the validation, epoch ms. */
  at: number;
};

export type FindingsStore = StoreApi<FindingsState> & {
  /** Validates immediately, without the debounce. */
  check(): FindingsState;
  stop(): void;
};

const debounceMs = 150;

/** Validates `document` now and after each of its changes. */
export function createFindingsStore(document: DocumentStore, now: () => number): FindingsStore {
  const validate = createMemoizedValidate();
  const findAll = (): FindingsState => {
    const { history, serverFindings } = document.getState();
    const { present } = history;
    return join(validate(present.definition), findingsFor(present, serverFindings), now());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let previous = document.getState();
  const store = createStore<FindingsState>(findAll);
  const check = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = findAll();
    store.setState(state);
    return state;
  };
  const unsubscribe = document.subscribe((state) => {
    const isChanged =
      state.history.present !== previous.history.present || state.serverFindings !== previous.serverFindings;
    previous = state;
    if (!isChanged) return;
    clearTimeout(timer);
    timer = setTimeout(check, debounceMs);
  });
  return Object.assign(store, {
    check,
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  });
}

/** Findings of the server hold for the draft that it checked and for no other. */
function findingsFor(draft: Draft, server: DocumentState['serverFindings']): readonly Finding[] {
  return server !== null && server.draft.definition === draft.definition ? server.findings : [];
}

/** Both lists without duplicates, errors first. */
function join(own: readonly Finding[], server: readonly Finding[], at: number): FindingsState {
  const keyOf = ({ property_path, message }: Finding) => `${property_path} ${message}`;
  const known = new Set(own.map(keyOf));
  const all = [...own, ...server.filter((finding) => !known.has(keyOf(finding)))];
  const errors = all.filter((finding) => finding.severity === 'error');
  const warnings = all.filter((finding) => finding.severity === 'warning');
  return { findings: [...errors, ...warnings], errors: errors.length, warnings: warnings.length, at };
}
