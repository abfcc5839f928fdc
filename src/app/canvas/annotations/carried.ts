/** Notes and groups that stand in a group while it is dragged: they move along with it. */

import type { AnnotationRef } from '#flow/annotations/travelling.ts';
import type { Point } from '#flow/definition.ts';
import { useInteraction } from '../interaction/interaction-store.ts';

export function annotationKey({ kind, id }: AnnotationRef): string {
  return `${kind} ${id}`;
}

const origin: Point = { x: 0, y: 0 };

/** How far a dragged group has carried this note or group, in canvas units. */
export function useCarriedBy(kind: AnnotationRef['kind'], id: string): Point {
  const key = annotationKey({ kind, id });
  return useInteraction(({ gesture }) =>
    gesture?.kind === 'translating' && gesture.annotations?.has(key) ? gesture.delta : origin,
  );
}
