/** The focus of notes and groups: which has it, and giving it to one that is drawn later. */

import { type RefObject, useEffect } from 'react';
import type { AnnotationRef } from '#flow/annotations/travelling.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';

/** The note or group that has the focus itself; null while a field or button in it has it. */
export function focusedAnnotation(): AnnotationRef | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return null;
  const { note } = element.dataset;
  if (note !== undefined) return { kind: 'note', id: note };
  const group = element.matches('.header')
    ? element.closest<HTMLElement>('[data-group]')?.dataset.group
    : undefined;
  return group === undefined ? null : { kind: 'group', id: group };
}

/** Focuses the element of a note or group that was asked for, by the store. */
export function useRequestedFocus(id: string, element: RefObject<HTMLElement | null>): void {
  const interaction = useInteractionStore();
  const isRequested = useInteraction((state) => state.annotationToFocus === id);
  useEffect(() => {
    if (!isRequested) return;
    interaction.setState({ annotationToFocus: null });
    element.current?.focus({ preventScroll: true });
  }, [isRequested, interaction, element]);
}
