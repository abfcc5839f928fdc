/** connect-virtual-agent and -v2: connects the caller to a virtual agent until it completes or hands off to a person. */

import { textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb, NamedValue } from '../commands/markup-verb.ts';
import { noCallOutcome } from '../commands/prompt.ts';
import { reclaimCall } from '../commands/reclaim-call.ts';
import { integerProperty, isTrue, keyValuePairs } from '../properties/property-values.ts';

type AgentVerb = Extract<MarkupVerb, { verb: 'virtual-agent' }>;

/** v1 has one event, whatever the result of the conversation. */
export const connectVirtualAgent: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    const { sentiment_analysis: sentiment } = scope.properties;
    const verb: AgentVerb = {
      ...agentVerb(scope, 'connector'),
      language: scope.render(scope.properties.language).trim(),
      sentiment_analysis: sentiment === undefined ? null : isTrue(sentiment),
    };
    return { wait: { for: 'call', verbs: [verb], timeout_ms: null } };
  },
  receive: (_state, signal, scope) =>
    signal.kind === 'call' ? { go: 'return', set: [scope.output(signal.call)] } : { stay: true },
};

/** States of the conversation that are events of the same name. */
const exitStatuses = ['completed', 'live-agent-handoff', 'paused', 'timeout'];

export const connectVirtualAgentV2: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return failed(scope, 'There is no live call that could be handed over.');
    const verb = agentVerb(scope, 'connector_name');
    if (verb.connector === '') return failed(scope, 'The virtual agent has no connector.');
    verb.configurations = [...namedValues(scope, 'configurations'), ...sessionConfiguration(scope)];
    verb.parameters = namedValues(scope, 'parameters');
    const seconds = integerProperty(scope, 'timeout', 0);
    return { wait: { for: 'call', verbs: [verb], timeout_ms: seconds === 0 ? null : seconds * 1000 } };
  },

  receive(_state, signal, scope) {
    if (signal.kind === 'timeout') {
      return { go: 'timeout', set: [scope.output({})], commands: reclaimCall(scope) };
    }
    if (signal.kind !== 'call') return { stay: true };
    const status = textOf(signal.call.VirtualAgentStatus);
    const set = [scope.output(signal.call)];
    if (exitStatuses.includes(status)) return { go: status, set };
    const reason = textOf(signal.call.VirtualAgentError) || 'The virtual agent could not be reached.';
    return { go: 'failed', set, notes: [{ code: 0, message: reason }] };
  },
};

function failed(scope: TemplateScope, message: string): Outcome {
  return { go: 'failed', set: [scope.output({})], notes: [{ code: 0, message }] };
}

function agentVerb(scope: TemplateScope, connector: string): AgentVerb {
  const { properties } = scope;
  return {
    verb: 'virtual-agent',
    connector: scope.render(properties[connector]).trim(),
    language: '',
    sentiment_analysis: null,
    status_callback: scope.render(properties.status_callback).trim(),
    status_callback_method: scope.render(properties.status_callback_method).trim(),
    configurations: [],
    parameters: [],
  };
}

function namedValues(scope: TemplateScope, property: string): NamedValue[] {
  return keyValuePairs(scope, property).map(({ key, value }) => ({ name: key, value }));
}

/** Settings of v2 that markup has no attributes for travel as configuration, by the names that the flow has. */
const sessionSettings = [
  'channel',
  'session_behavior',
  'resume_session_identification_method',
  'resume_session_identification_value',
  'resume_session_event_name',
];

function sessionConfiguration(scope: TemplateScope): NamedValue[] {
  return sessionSettings.flatMap((name) => {
    const value = scope.render(scope.properties[name]).trim();
    return value === '' ? [] : [{ name, value }];
  });
}
