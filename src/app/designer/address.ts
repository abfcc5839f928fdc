/** The search parameters of the designer's address. A parameter at its default is left out. */

import type { Pointer } from '#flow/json/json-pointer.ts';

/** The id of the selected widget, the tab of its settings, the current problem, and the open comment. */
export type ViewSearch = {
  widget?: string;
  tab?: 'transitions' | 'json';
  problem?: Pointer;
  comment?: string;
};

/** The test that is open in the simulator (`src/app/simulator/test-link.ts`), and up to which of its steps. */
export type TestSearch = { test?: string; step?: number };

export type DesignerSearch = ViewSearch & TestSearch;

/** The parameters that can be read; others are ignored. */
export function readDesignerSearch(search: Record<string, unknown>): DesignerSearch {
  const { widget, tab, problem, comment, test, step } = search;
  return {
    // The router parses a numeric parameter as a number.
    ...((typeof widget === 'string' || typeof widget === 'number') && { widget: String(widget) }),
    ...((tab === 'transitions' || tab === 'json') && { tab }),
    ...(typeof problem === 'string' && problem.startsWith('#') && { problem }),
    ...(typeof comment === 'string' && comment !== '' && { comment }),
    ...(typeof test === 'string' && test !== '' && { test }),
    ...(typeof step === 'number' && Number.isInteger(step) && step >= 0 && { step }),
  };
}
