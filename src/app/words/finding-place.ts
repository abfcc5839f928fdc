/** Where a finding is, in the words of the page: its widget, and the label of its field. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { wordsOf } from './use-words.ts';
import { shownOutlets, widgetLabel } from './widget-labels.ts';

/** `widget` is null for a finding about the flow; `field` is null when it is about no single field. */
export type FindingPlace = { widget: { id: string; type: string | undefined } | null; field: string | null };

export function findingPlace(definition: FlowDefinition, finding: Finding): FindingPlace {
  const index = stateIndex(finding);
  const state = index === null ? undefined : definition.states[index];
  const [, , part, key] = pathOf(finding.property_path);
  if (index === null || state === undefined)
    return { widget: null, field: wordOf('flowFields', pathOf(finding.property_path)[0]) };
  const id = widgetIds(definition)[index] ?? '';
  return { widget: { id, type: state.type }, field: widgetField(state, part, key) };
}

function widgetField(state: State, part: string | undefined, key: string | undefined): string | null {
  if (part === 'properties' && key !== undefined) {
    const type = widgetType(state.type);
    const field = type && fieldsOf(type).find(({ property }) => property === key);
    return field === undefined ? key : widgetLabel(field.title);
  }
  if (part === 'transitions' && key !== undefined) {
    const outlet = shownOutlets(state).find(({ transition }) => String(transition) === key);
    if (outlet !== undefined) return outlet.label;
  }
  return wordOf('widgetFields', part);
}

const fields = {
  flowFields: ['description', 'flags', 'initial_state', 'states'],
  widgetFields: ['name', 'type', 'properties', 'transitions'],
} as const;

function wordOf(group: keyof typeof fields, key: string | undefined): string | null {
  const t = wordsOf('designer') as (key: string) => string;
  return fields[group].some((each) => each === key) ? t(`${group}.${key}`) : null;
}
