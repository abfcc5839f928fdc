/** Finding the control that a finding is about, to put the caret into it. */

import { type Pointer, pathOf } from '#flow/json/json-pointer.ts';

export type InspectorTab = 'config' | 'transitions' | 'json';

/** The tab that shows what the pointer names. */
export function tabOf(place: Pointer): InspectorTab {
  const [root, , where] = pathOf(place);
  if (root !== 'states') return 'config';
  return where === 'transitions' ? 'transitions' : 'config';
}

/** The property that the pointer names, or null. */
export function propertyOfPointer(place: Pointer | null): string | null {
  if (place === null) return null;
  const [root, , where, property] = pathOf(place);
  return root === 'states' && where === 'properties' ? (property ?? null) : null;
}

/** Puts the caret into the control for `place` inside `panel`; false when there is none. */
export function focusControl(panel: HTMLElement, place: Pointer): boolean {
  const [root, , where, key] = pathOf(place);
  const selector =
    root === 'states' && key !== undefined
      ? {
          properties: `[data-property="${CSS.escape(key)}"]`,
          transitions: `[data-transition="${CSS.escape(key)}"]`,
        }[where ?? '']
      : undefined;
  const part = selector === undefined ? null : panel.querySelector<HTMLElement>(selector);
  const control = part && controlIn(part);
  const target = control ?? (where === 'name' ? panel.querySelector<HTMLElement>('.nameinput') : null);
  target?.focus();
  target?.scrollIntoView?.({ block: 'nearest' });
  return target !== null && target !== undefined;
}

/** The first control of a field; the text of an editor stands in a shadow root. */
function controlIn(part: HTMLElement): HTMLElement | null {
  const plain = part.querySelector<HTMLElement>('input, textarea, button, .codehost');
  return plain?.shadowRoot?.querySelector<HTMLElement>('[contenteditable]') ?? plain;
}
