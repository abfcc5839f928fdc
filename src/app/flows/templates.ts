/** Thumbnails and triggers of the flow templates. */

import { type FlowDefinition, offsetOf } from '#flow/definition.ts';
import { type Sample, samples } from '#flow/samples/samples.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import type { Outline } from '../ui/marks/thumbnail.tsx';

/** The sample of that id, or the blank one, which is the first. */
export function sampleOf(id: string): Sample {
  const [blank] = samples;
  if (blank === undefined) throw new Error('There is no sample at all.');
  return samples.find((each) => each.id === id) ?? blank;
}

/** Positions and categories of the widgets of a definition. */
export function outlineOf(definition: FlowDefinition): Outline {
  return definition.states.flatMap((state) => {
    const place = offsetOf(state);
    if (place === null) return [];
    const isTrigger = canonicalType(state.type) === 'trigger';
    return [{ ...place, category: isTrigger ? 'trigger' : (widgetType(state.type)?.category ?? 'flow') }];
  });
}

/** The events of the trigger that lead somewhere. */
export function triggersOf(definition: FlowDefinition): string[] {
  const trigger = definition.states.find(({ name }) => name === definition.initial_state);
  return (trigger?.transitions ?? []).flatMap(({ event, next }) => (next ? [event] : []));
}
