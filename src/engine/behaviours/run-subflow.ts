/** run-subflow: runs another flow with the same contact and copies the variables that it has set. */

import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import { keyValuePairs, pairsToObject } from '../properties/property-values.ts';

/** The documented code for a subflow that is missing or runs one itself. */
const subflowFailedCode = 81024;

const triggerTypes = {
  message: 'incomingMessage',
  call: 'incomingCall',
  request: 'incomingRequest',
  conversation: 'incomingConversationMessage',
} as const;

export const runSubflow: Behaviour = {
  enter(_state, scope) {
    const flow = textOf(scope.properties.flow_sid).trim();
    if (scope.child) return failed('A subflow may not run a subflow itself.');
    if (flow === '') return failed('No flow is chosen.');
    const effect = scope.effect('subflow');
    const notes: Outcome['notes'] = [];
    const parameters = pairsToObject(keyValuePairs(scope, 'parameters'), (message) =>
      notes.push({ code: 0, message }),
    );
    const revision = scope.render(scope.properties.flow_revision).trim() || 'LatestPublished';
    const trigger = { ...scope.context.trigger, parent: parentOf(scope, parameters) };
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [{ kind: 'start-subflow', effect, flow_sid: flow, revision, parameters, trigger }],
      notes,
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const set = [scope.output(signal.result.data)];
    if (signal.result.ok) return { go: 'completed', set };
    return { go: 'failed', set, notes: [{ code: signal.result.code, message: signal.result.message }] };
  },
};

function failed(message: string): Outcome {
  return { go: 'failed', notes: [{ code: subflowFailedCode, message }] };
}

function parentOf({ context }: TemplateScope, parameters: JsonObject): JsonObject {
  const source = Object.entries(triggerTypes).find(([key]) => isObject(context.trigger[key]));
  return {
    parameters,
    flow_sid: context.flow.flow_sid ?? '',
    execution_sid: context.flow.sid ?? '',
    trigger_type: source?.[1] ?? '',
  };
}
