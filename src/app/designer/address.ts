/** What the address of the designer carries beside the flow. What is at its usual value is left out. */

import type { Pointer } from '#flow/pointer.ts';

/** The selected widget by its id, the tab of its settings, and the problem that is looked at. */
export type DesignerSearch = { widget?: string; tab?: 'transitions' | 'json'; problem?: Pointer };

export function readDesignerSearch(search: Record<string, unknown>): DesignerSearch {
  const { widget, tab, problem } = search;
  return {
    // A number in the address arrives as one.
    ...((typeof widget === 'string' || typeof widget === 'number') && { widget: String(widget) }),
    ...((tab === 'transitions' || tab === 'json') && { tab }),
    ...(typeof problem === 'string' && problem.startsWith('#') && { problem }),
  };
}
