/** What is checked of one single widget from the corpus: it is sound, unless its type is not one of the 28. */

import { emptyDefinition, type State } from '#flow/definition.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { validate } from '#flow/validation/validate.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import type { Result } from './check-flow.ts';

/** A whole definition is checked as one. */
export function checkWidget(text: string): Result {
  const value: Json = JSON.parse(text);
  if (!isObject(value)) return result('broken', ['is no object']);
  const errors = errorsOf(Array.isArray(value.states) ? value : flowAround(value));
  const isKnown = Array.isArray(value.states) || canonicalType(value.type) !== undefined;
  if (isKnown)
    return result(
      errors.length === 0 ? 'sound' : 'broken',
      errors.map(({ line }) => line),
    );
  return errors.some(({ place }) => place.endsWith('/type'))
    ? result('refused: unknown type', [])
    : result('sound', ['has an unknown type but is not refused']);
}

function result(found: string, failures: string[]): Result {
  return { cells: [found], passed: failures.length === 0 ? 1 : 0, failures };
}

/** A definition with the widget and with whatever its transitions lead to. */
function flowAround(widget: JsonObject): object {
  const { type, name } = widget;
  const nexts = (Array.isArray(widget.transitions) ? widget.transitions : [])
    .flatMap((each) => (isObject(each) && typeof each.next === 'string' ? [each.next] : []))
    .filter((next) => next !== name);
  const targets = [...new Set(nexts)].map(
    (next): State => ({ name: next, type: 'set-variables', transitions: [], properties: { variables: [] } }),
  );
  if (type === 'trigger') return { ...emptyDefinition(), states: [widget, ...targets] };
  return { ...emptyDefinition(), states: [...emptyDefinition().states, widget, ...targets] };
}

function errorsOf(definition: object): { place: string; line: string }[] {
  return validate(definition)
    .filter(({ severity }) => severity === 'error')
    .map(({ property_path, message }) => ({ place: property_path, line: `${property_path} ${message}` }));
}
