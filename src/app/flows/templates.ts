/** What a new flow may begin from. */

import { emptyDefinition, type FlowDefinition, offsetOf } from '#flow/definition.ts';
import { canonicalType, widgetType } from '#flow/widgets.ts';
import { wordsOf } from '../words/use-words.ts';
import type { Outline } from './thumbnail.tsx';

export type Template = { id: string; name: string; text: string; definition: FlowDefinition };

const t = wordsOf('flows');

/** In the order in which they are offered; the first holds a trigger and nothing else. */
export const templates: readonly Template[] = [
  { id: 'blank', name: t('create.blank'), text: t('create.blankText'), definition: emptyDefinition() },
];

/** The template of that id, or the blank one. */
export function templateOf(id: string): Template {
  const [blank] = templates;
  if (blank === undefined) throw new Error('There is no template at all.');
  return templates.find((each) => each.id === id) ?? blank;
}

/** Where the widgets of a definition stand and what they are, for a thumbnail. */
export function outlineOf(definition: FlowDefinition): Outline {
  return definition.states.flatMap((state) => {
    const place = offsetOf(state);
    if (place === null) return [];
    const isTrigger = canonicalType(state.type) === 'trigger';
    return [{ ...place, category: isTrigger ? 'trigger' : (widgetType(state.type)?.category ?? 'flow') }];
  });
}

/** The events of the trigger from which the definition starts. */
export function triggersOf(definition: FlowDefinition): string[] {
  const trigger = definition.states.find(({ name }) => name === definition.initial_state);
  return (trigger?.transitions ?? []).flatMap(({ event, next }) => (next ? [event] : []));
}
