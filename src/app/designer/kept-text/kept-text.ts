/**
 * A text that was being typed when its widget was deleted: which value of the widget it is, and what comes back with it.
 * The text itself is an edit that could not be applied (`LostEdit`), whose copy is edited on: the journal keeps that. Pure.
 */

import { valueAt } from '#flow/change/apply.ts';
import { invertOperations } from '#flow/change/invert.ts';
import type { Operation, Path } from '#flow/change/operation.ts';
import { stateOf, type WorkingCopy } from '#flow/change/working-copy.ts';
import type { LostEdit } from '#flow/commands/editor.ts';
import { outletsOf } from '#flow/graph.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';

/**
 * The field that has the caret: a property, the name, what the transitions test, or the JSON of the widget. A name that is
 * being written on its card is in no copy yet, and its field goes with the card.
 */
export type TypedPlace =
  | { kind: 'property'; property: string }
  | { kind: 'name'; onCard?: string }
  | { kind: 'transitions' | 'json' };

/** What the panel shows; the text is in the edit that was lost. */
export type KeptText = {
  /** The id of the lost edit. */
  lost: string;
  identity: string;
  /** The name of the widget as it was selected. */
  widget: string;
  place: TypedPlace;
  /** Who deleted the widget: a name, empty where it is not known; null for oneself in another window. */
  by: string | null;
  /** Epoch ms. */
  at: number;
  /** Those of the flow as it was: a section that they open stays open. */
  findings: readonly Finding[];
};

/** What is typed at the place of a widget, and what the edit is called. */
export function typedEdit(
  copy: WorkingCopy,
  identity: string,
  widget: string,
  place: TypedPlace,
): { label: EditLabel; operations: readonly Operation[] } {
  const path = pathOf(place);
  const to = valueAt(copy, identity, path);
  const operation: Operation = { kind: 'set', widget: identity, path, ...(to !== undefined && { to }) };
  return { label: labelOf(copy, identity, widget, place), operations: [operation] };
}

/** The text at the place, as it is copied. */
export function textAt(copy: WorkingCopy, identity: string, place: TypedPlace): string {
  const value = valueAt(copy, identity, pathOf(place));
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** The connections to the widget that restoring it puts back, each by the label of its outlet and its source. */
export function restoredCords(
  { shown }: Pick<LostEdit, 'shown'>,
  identity: string,
): { outlet: string; source: string }[] {
  return invertOperations(shown, [{ kind: 'remove-widget', widget: identity }]).flatMap((each) => {
    if (each.kind !== 'connect') return [];
    const source = stateOf(shown, each.widget) ?? {};
    return [{ outlet: outletsOf(source)[each.at]?.label ?? '', source: source.name ?? '' }];
  });
}

function pathOf(place: TypedPlace): Path {
  switch (place.kind) {
    case 'property':
      return ['properties', place.property];
    case 'name':
      return ['name'];
    case 'transitions':
      return ['transitions'];
    case 'json':
      return [];
  }
}

function labelOf(copy: WorkingCopy, identity: string, widget: string, place: TypedPlace): EditLabel {
  switch (place.kind) {
    case 'property': {
      const type = widgetType(stateOf(copy, identity)?.type);
      const field = type && fieldsOf(type).find(({ property }) => property === place.property);
      return { name: 'changeProperty', widget, field: field?.title ?? place.property };
    }
    case 'name':
      return { name: 'renameWidget', widget, target: stateOf(copy, identity)?.name ?? '' };
    case 'transitions':
      return { name: 'changeConditions', widget };
    case 'json':
      return { name: 'editJson', widget };
  }
}
