/** Edit command: rename a variable of the flow wherever it is set and read. */

import { type FlowDefinition, propertiesOf, type State } from '../definition.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';
import { variableReferences } from '../template/variable-references.ts';
import { setKeys } from '../variables/set-keys.ts';
import { type EditResult, mapStates, mapTransitions } from './definition-access.ts';
import { mapAnnotations } from './rename-mentions.ts';
import { mapStrings } from './rename-references.ts';

/** Why a variable cannot have that name, as a sentence; null when it can. Grows: n in widgets. */
export function variableNameError(definition: FlowDefinition, name: string): string | null {
  if (!/^[\p{L}\p{N}_-]+$/u.test(name)) return 'A variable has only letters, digits, _ and - in its name.';
  const isTaken = definition.states.some((state) => setsKey(state, name));
  return isTaken ? `Another variable is called ${name}.` : null;
}

/**
 * Renames `flow.variables.OLD`: the keys of set-variables, the variables in which replies are saved, and every
 * reference in a template, also `widgets.NAME.OLD` of a widget that sets it, and in notes. One edit, so one undo step.
 * Grows: n in widgets.
 */
export function renameVariable(definition: FlowDefinition, old: string, name: string): EditResult {
  if (old === name) return { ok: true, definition };
  const reason = variableNameError(definition, name);
  if (reason !== null) return { ok: false, reason };
  const setters = new Set(
    definition.states.flatMap((state) =>
      setsKey(state, old) && typeof state.name === 'string' ? [state.name] : [],
    ),
  );
  const rename = (text: string) => renameInText(text, old, name, setters);
  return {
    ok: true,
    definition: mapStates(mapAnnotations(definition, rename), (state) => {
      const changed = mapTransitions(state, (each) => {
        if (!Array.isArray(each.conditions)) return each;
        const conditions = mapStrings(each.conditions, rename);
        return conditions === each.conditions ? each : { ...each, conditions };
      });
      if (changed.properties === undefined) return changed;
      const properties = mapStrings(withKey(changed, old, name), rename);
      return properties === changed.properties ? changed : { ...changed, properties };
    }),
  };
}

const setsKey = (state: State, name: string) => setKeys(state).some(({ key }) => key === name);

function withKey(state: State, old: string, name: string): { [key: string]: Json } {
  const properties = propertiesOf(state);
  let changed = properties;
  if (state.type === 'set-variables' && Array.isArray(properties.variables)) {
    const variables = mapPreservingIdentity(properties.variables, (each) =>
      isObject(each) && textOf(each.key).trim() === old ? { ...each, key: name } : each,
    );
    if (variables !== properties.variables) changed = { ...changed, variables };
  }
  if (textOf(properties.save_response_as).trim() === old) changed = { ...changed, save_response_as: name };
  return changed;
}

const dotted = /^(flow\s*\.\s*variables\s*\.\s*|widgets\s*\.\s*([^\s.[\]]+)\s*\.\s*)([^\s.[\]]+)/;
const bracketed = /^(flow\s*\.\s*variables\s*\[\s*["'])()([^"']+)/;

function renameInText(text: string, old: string, name: string, setters: ReadonlySet<string>): string {
  if (!text.includes(old)) return text;
  // Last to first, so that earlier offsets stay valid.
  const references = variableReferences(text).sort((a, b) => b.start - a.start);
  return references.reduce((renamed, { start, end }) => {
    const reference = text.slice(start, end);
    const [, before, widget, key] = dotted.exec(reference) ?? bracketed.exec(reference) ?? [];
    if (before === undefined || key !== old) return renamed;
    if (widget !== undefined && widget !== '' && !setters.has(widget)) return renamed;
    const from = start + before.length;
    return renamed.slice(0, from) + name + renamed.slice(from + key.length);
  }, text);
}
