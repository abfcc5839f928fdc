/** The search parameters of the designer's address. A parameter at its default is left out. */

import type { Pointer } from '#flow/json/json-pointer.ts';

/** The id of the selected widget, the tab of its settings, and the current problem. */
export type DesignerSearch = { widget?: string; tab?: 'transitions' | 'json'; problem?: Pointer };

/** The parameters that can be read; others are ignored. */
export function readDesignerSearch(search: Record<string, unknown>): DesignerSearch {
  const { widget, tab, problem } = search;
  return {
    // The router parses a numeric parameter as a number.
    ...((typeof widget === 'string' || typeof widget === 'number') && { widget: String(widget) }),
    ...((tab === 'transitions' || tab === 'json') && { tab }),
    ...(typeof problem === 'string' && problem.startsWith('#') && { problem }),
  };
}
