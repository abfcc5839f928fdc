/** What is right and wrong with the draft, found out beside the typing: 150 ms after the last change. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Finding } from '#flow/finding.ts';
import { rememberingValidate } from '#flow/validate.ts';
import type { Draft } from '../../unsaved-work/unsaved-work.ts';
import type { DocumentState, DocumentStore } from './document-store.ts';

export type FindingsState = {
  /** Errors first, each in the order of the flow. */
  findings: readonly Finding[];
  errors: number;
  warnings: number;
  /** When they were found, epoch ms. */
  at: number;
};

export type FindingsStore = StoreApi<FindingsState> & {
  /** What is wrong right now, before the 150 ms are over. */
  check(): FindingsState;
  stop(): void;
};

const quiet = 150;

export function watchFindings(document: DocumentStore, now: () => number): FindingsStore {
  const validate = rememberingValidate();
  const find = (): FindingsState => {
    const { history, told } = document.getState();
    return stateOf(validate(history.present.definition), toldOf(told, history.present), now());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen: Draft = document.getState().history.present;
  let heard: DocumentState['told'] = document.getState().told;
  const store = createStore<FindingsState>(() => find());
  const check = () => {
    clearTimeout(timer);
    timer = undefined;
    const found = find();
    store.setState(found);
    return found;
  };
  const unsubscribe = document.subscribe(({ history, told }) => {
    if (history.present === seen && told === heard) return;
    seen = history.present;
    heard = told;
    clearTimeout(timer);
    timer = setTimeout(check, quiet);
  });
  return Object.assign(store, {
    check,
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  });
}

/** What the server said holds for the draft that it was said of, and for no other. */
function toldOf(told: DocumentState['told'], draft: Draft): readonly Finding[] {
  return told !== null && told.draft.definition === draft.definition ? told.findings : [];
}

function stateOf(own: readonly Finding[], told: readonly Finding[], at: number): FindingsState {
  const known = new Set(own.map((each) => `${each.property_path} ${each.message}`));
  const all = [...own, ...told.filter((each) => !known.has(`${each.property_path} ${each.message}`))];
  const errors = all.filter((each) => each.severity === 'error');
  const warnings = all.filter((each) => each.severity === 'warning');
  return { findings: [...errors, ...warnings], errors: errors.length, warnings: warnings.length, at };
}
