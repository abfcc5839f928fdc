/** Finding and focusing the control for a JSON pointer. */

import { type Pointer, pathOf } from '#flow/json/json-pointer.ts';

export type InspectorTab = 'config' | 'transitions' | 'json';

/** Below the pointer of a split: the field that adds branches. */
export const newBranchPlace = 'transitions/new';

/** The tab that shows the place of the pointer. */
export function tabOf(pointer: Pointer): InspectorTab {
  const [root, , part] = pathOf(pointer);
  if (root !== 'states') return 'config';
  return part === 'transitions' ? 'transitions' : 'config';
}

/** The property that the pointer names, or null. */
export function propertyOfPointer(pointer: Pointer | null): string | null {
  if (pointer === null) return null;
  const [root, , part, property] = pathOf(pointer);
  return root === 'states' && part === 'properties' ? (property ?? null) : null;
}

/** Focuses the control for `pointer` inside `panel`; false when there is none. */
export function focusControl(panel: HTMLElement, pointer: Pointer): boolean {
  const [root, , part, key] = pathOf(pointer);
  const selector =
    root === 'states' && key !== undefined
      ? {
          properties: `[data-property="${CSS.escape(key)}"]`,
          transitions: `[data-transition="${CSS.escape(key)}"]`,
        }[part ?? '']
      : undefined;
  const field = selector === undefined ? null : panel.querySelector<HTMLElement>(selector);
  const control =
    field?.querySelector<HTMLElement>('input, textarea, button, .codehost') ??
    (part === 'name' ? panel.querySelector<HTMLElement>('.nameinput') : null);
  control?.focus();
  control?.scrollIntoView?.({ block: 'nearest' });
  return control !== null;
}
