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
import { findWidget } from './definition-access.ts';
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

/** Every text of the flow that contains `text`, in the order of the flow, groups and notes last. Empty for an empty text. */
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
 */
export function applyReplacements(
  definition: FlowDefinition,
  chosen: readonly Replacement[],
): FlowDefinition {
  const possible = chosen.filter(({ reason }) => reason === null);
  const isName = ({ widget, place }: Replacement) => widget !== '' && pathOf(place)[2] === 'name';
  const texts = possible.filter((each) => !isName(each)).reduce(replaceOne, definition);
  // Names last: references to them are then what the texts hold by now.
  return possible.filter(isName).reduce((flow, { widget, before, after }) => {
    const isSame = findWidget(flow, widget)?.state.name === before;
    const renamed = isSame ? renameWidget(flow, widget, after) : null;
    return renamed?.ok ? renamed.definition : flow;
  }, texts);
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

function replaceOne(
  definition: FlowDefinition,
  { widget, place, before, after }: Replacement,
): FlowDefinition {
  if (widget === '') return replaceAnnotationText(definition, place, before, after);
  const location = findWidget(definition, widget);
  if (location === null) return definition;
  const found = widgetTexts(location.state, location.index).find((each) => each.place === place);
  if (found === undefined || found.text !== before) return definition;
  switch (found.kind) {
    case 'name':
      return definition;
    case 'property': {
      const path = pathOf(place).slice(4);
      const value = propertiesOf(location.state)[found.property];
      return setProperty(definition, widget, found.property, replacedAt(value ?? null, path, after));
    }
    case 'condition': {
      const outlet = outletsOf(location.state).find(({ transition }) => transition === found.transition);
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
