/** Where the caret is in the settings of a widget, or in the name on its card. */

import { takesText } from '../commands/shortcuts.ts';
import type { TypedPlace } from './kept-text.ts';

/** Null where no field of a widget takes what is typed. */
export function typedPlace(): TypedPlace | null {
  const { activeElement } = document;
  const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
  const tab = activeElement?.closest('.insp [role="tabpanel"]') ?? null;
  if (!takesText(inner)) return null;
  if (inner instanceof HTMLInputElement && inner.matches('.card-name > input'))
    return { kind: 'name', onCard: inner.value };
  if (activeElement?.matches('.insp .nameinput')) return { kind: 'name' };
  if (tab === null) return null;
  const property = activeElement?.closest<HTMLElement>('[data-property]')?.dataset.property;
  if (property !== undefined) return { kind: 'property', property };
  return { kind: activeElement?.closest('.jsonview') ? 'json' : 'transitions' };
}
