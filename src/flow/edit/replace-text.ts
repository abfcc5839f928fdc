/** Edit command: find and replace in names, texts, templates, conditions, notes and groups, planned first and then applied in part. */

import { type FlowDefinition, propertiesOf, type State } from '../definition.ts';
import { outletsOf, widgetIds } from '../graph.ts';
import { isObject, type Json } from '../json/json.ts';
import { type Pointer, pathOf } from '../json/json-pointer.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';
import { type PatternOptions, textPattern } from '../search/text-pattern.ts';
import { type WidgetText, widgetTexts } from '../search/widget-texts.ts';
import type { FieldKind } from '../widgets/field.ts';
import { fieldsOf } from '../widgets/fields.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { setCondition } from './branches.ts';
import { findWidget, mapStates } from './definition-access.ts';
import { isWidgetName, nameError, renameWidget } from './rename-widget.ts';
import { annotationTexts, replaceAnnotationText } from './replace-annotation-text.ts';
import { setProperty } from './set-property.ts';

/**
 * One text with what it becomes; `widget` is the id before any replacement, '' for a note or group. `reason` is a sentence that says why it
 * cannot be replaced, null where it can.
 */
export type Replacement = {
  widget: string;
  place: Pointer;
  before: string;
  after: string;
  reason: string | null;
};

/** Fields that hold one of a few values, or no text: replacing part of them would break them. */
const withoutText: ReadonlySet<FieldKind> = new Set(['choice', 'choices', 'toggle', 'number', 'duration']);

/**
 * Every text of the flow that contains `text`, in the order of the flow, groups and notes last. Empty for an empty text.
 * Grows: n in widgets.
 */
export function planReplacements(
  definition: FlowDefinition,
  text: string,
  by: string,
  options: PatternOptions = {},
): Replacement[] {
  if (text === '') return [];
  const pattern = textPattern(text, options);
  const ids = widgetIds(definition);
  const newNames = new Set<string>();
  const inWidgets = definition.states.flatMap((state, index) => {
    const widget = ids[index] ?? '';
    return replaceableTexts(state, index).flatMap((each): Replacement[] => {
      const after = each.text.replaceAll(pattern, () => by);
      if (after === each.text) return [];
      const reason = each.kind === 'name' ? renamingError(definition, widget, after, newNames) : null;
      if (each.kind === 'name' && reason === null) newNames.add(after);
      return [{ widget, place: each.place, before: each.text, after, reason }];
    });
  });
  const inAnnotations = annotationTexts(definition).flatMap((each): Replacement[] => {
    const after = each.text.replaceAll(pattern, () => by);
    if (after === each.text) return [];
    const isLong = after.length > each.maxLength && after.length > each.text.length;
    const reason = isLong ? `It would have more than ${each.maxLength} characters.` : null;
    return [{ widget: '', place: each.place, before: each.text, after, reason }];
  });
  return [...inWidgets, ...inAnnotations];
}

/**
 * Applies those of the plan that can be: names with all references to them, the input of a split in its conditions too.
 * What has changed since the plan was made is left alone.
 * Grows: n in widgets and notes.
 */
export function applyReplacements(
  definition: FlowDefinition,
  chosen: readonly Replacement[],
): FlowDefinition {
  const possible = chosen.filter(({ reason }) => reason === null);
  const isName = ({ widget, place }: Replacement) => widget !== '' && pathOf(place)[2] === 'name';
  const texts = replaceTexts(
    definition,
    possible.filter((each) => !isName(each)),
  );
  // Names last: references to them are then what the texts hold by now.
  return possible.filter(isName).reduce((flow, { widget, before, after }) => {
    const isSame = findWidget(flow, widget)?.state.name === before;
    const renamed = isSame ? renameWidget(flow, widget, after) : null;
    return renamed?.ok ? renamed.definition : flow;
  }, texts);
}

/** Widget by widget, each of which is a flow of its own meanwhile. */
function replaceTexts(definition: FlowDefinition, chosen: readonly Replacement[]): FlowDefinition {
  const ids = widgetIds(definition);
  const byWidget = Map.groupBy(chosen, ({ widget }) => widget);
  const replaced = mapStates(definition, (state, index) => {
    const alone = { ...definition, states: [state] };
    const texts = byWidget.get(ids[index] ?? '') ?? [];
    return texts.reduce((flow, each) => replaceOne(flow, index, each), alone).states[0] ?? state;
  });
  return (byWidget.get('') ?? []).reduce(
    (flow, { place, before, after }) => replaceAnnotationText(flow, place, before, after),
    replaced,
  );
}

function replaceableTexts(state: State, index: number): WidgetText[] {
  const type = widgetType(state.type);
  const closed = new Set(
    (type === undefined ? [] : fieldsOf(type))
      .filter(({ kind }) => withoutText.has(kind))
      .map(({ property }) => property),
  );
  return widgetTexts(state, index).filter((each) => each.kind !== 'property' || !closed.has(each.property));
}

function renamingError(
  definition: FlowDefinition,
  widget: string,
  name: string,
  newNames: ReadonlySet<string>,
): string | null {
  if (isWidgetName(name) && newNames.has(name)) return `Another widget would be called ${name}.`;
  return nameError(definition, widget, name);
}

/** `definition` has only the widget at that index of the flow. */
function replaceOne(
  definition: FlowDefinition,
  index: number,
  { place, before, after }: Replacement,
): FlowDefinition {
  const [state = {}] = definition.states;
  const [widget = ''] = widgetIds(definition);
  const found = widgetTexts(state, index).find((each) => each.place === place);
  if (found === undefined || found.text !== before) return definition;
  switch (found.kind) {
    case 'name':
      return definition;
    case 'property': {
      const path = pathOf(place).slice(4);
      const value = propertiesOf(state)[found.property];
      return setProperty(definition, widget, found.property, replacedAt(value ?? null, path, after));
    }
    case 'condition': {
      const outlet = outletsOf(state).find(({ transition }) => transition === found.transition);
      const key = pathOf(place).at(-1) === 'value' ? 'value' : 'friendly_name';
      return setCondition(definition, widget, outlet?.key ?? '', found.condition, { [key]: after });
    }
  }
}

function replacedAt(value: Json, [key, ...rest]: readonly string[], text: string): Json {
  if (key === undefined) return text;
  if (Array.isArray(value))
    return mapPreservingIdentity(value, (each, at) =>
      String(at) === key ? replacedAt(each, rest, text) : each,
    );
  return isObject(value) ? { ...value, [key]: replacedAt(value[key] ?? null, rest, text) } : value;
}
