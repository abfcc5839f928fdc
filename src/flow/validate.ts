/** Whether a definition is sound: what its schemas say of it, and what the rules say. */

import { frameSchema, mostStates, stateSchema, unknownStateSchema } from './definition-schema.ts';
import { type Finding, stateIndex } from './finding.ts';
import { isObject, type JsonObject } from './json.ts';
import { pointer } from './pointer.ts';
import { readingOf } from './rules/rule.ts';
import { rules } from './rules/rules.ts';
import { compileSchema, type SchemaCheck } from './schema.ts';
import { type WidgetTypeName, widgetTypeNames } from './widget.ts';
import { canonicalType, typeAliases, widgetTypes } from './widgets.ts';

const checkFrame = compileSchema(frameSchema);
const checkUnknown = compileSchema(unknownStateSchema);
const checks = new Map<WidgetTypeName, SchemaCheck>();

/**
 * All faults and doubts of `definition`, in the order of its states. Any JSON may come: what cannot be
 * read is a finding too. Of a definition with too many states nothing else is told. Findings of severity `error` stop saving, warnings do not.
 */
export function validate(definition: unknown): Finding[] {
  return collect(definition, checkState);
}

/**
 * A `validate` that remembers what it found for each state object, for one who calls it after every edit.
 * Only for definitions that are never changed in place.
 */
export function rememberingValidate(): (definition: unknown) => Finding[] {
  const known = new WeakMap<JsonObject, Finding[]>();
  return (definition) =>
    collect(definition, (state, index) => {
      const found = known.get(state) ?? checkState(state, 0);
      known.set(state, found);
      return found.map((finding) => ({ ...finding, property_path: moved(finding.property_path, index) }));
    });
}

function collect(definition: unknown, check: (state: JsonObject, index: number) => Finding[]): Finding[] {
  const frame = checkFrame(definition, pointer());
  if (!isObject(definition)) return frame;
  const states = Array.isArray(definition.states) ? definition.states : [];
  if (states.length > mostStates) return frame;
  const fromSchemas = states.flatMap((state, index) =>
    isObject(state) ? check(state, index) : checkUnknown(state, pointer('states', index)),
  );
  const reading = readingOf(definition);
  const fromRules = rules.flatMap(({ code, severity, check: faultsOf }) =>
    faultsOf(reading).map((fault): Finding => ({ severity, code, ...fault })),
  );
  return inOrder([...frame, ...fromSchemas, ...fromRules]);
}

function checkState(state: JsonObject, index: number): Finding[] {
  const place = pointer('states', index);
  const type = canonicalType(state.type);
  if (type !== undefined) return checkOf(type)(state, place);
  const found = checkUnknown(state, place);
  if (typeof state.type !== 'string') return found;
  const allowed = [...widgetTypeNames, ...Object.keys(typeAliases)].join(', ');
  return [
    ...found,
    {
      severity: 'error',
      code: 'unknown-type',
      message: `does not have a value in the enumeration [${allowed}]`,
      property_path: `${place}/type`,
    },
  ];
}

/** Prepared when the first state of a type is met: most flows have a handful of types. */
function checkOf(type: WidgetTypeName): SchemaCheck {
  const known = checks.get(type);
  if (known !== undefined) return known;
  const check = compileSchema(stateSchema(widgetTypes[type]));
  checks.set(type, check);
  return check;
}

function moved(place: string, index: number): string {
  return place.replace('#/states/0', `#/states/${index}`);
}

/** What is about the whole first, then state after state; within one state as it was found. */
function inOrder(findings: Finding[]): Finding[] {
  return findings
    .map((finding) => ({ finding, state: stateIndex(finding) ?? -1 }))
    .sort((a, b) => a.state - b.state)
    .map(({ finding }) => finding);
}
