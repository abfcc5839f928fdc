/** gather-input-on-call: collects DTMF digits or speech from the caller. */

import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb } from '../commands/markup-verb.ts';
import { noCallOutcome, promptOf } from '../commands/prompt.ts';
import type { VariableChange } from '../execution.ts';
import { integerProperty, isTrue, textProperty } from '../properties/property-values.ts';

const defaultTimeout = 5;

export const gatherInputOnCall: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    return { wait: { for: 'call', verbs: [gatherVerb(scope)], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'call') return { stay: true };
    const event = eventOf(signal.event, signal.call);
    return { go: event, set: inputChanges(event, signal.call, scope) };
  },
};

/** The input decides; the carrier's event only where there is no input. */
function eventOf(reported: string, { Digits, SpeechResult }: JsonObject): string {
  if (textOf(Digits) !== '') return 'keypress';
  if (textOf(SpeechResult) !== '') return 'speech';
  return reported === 'keypress' || reported === 'speech' ? reported : 'timeout';
}

function inputChanges(event: string, call: JsonObject, scope: TemplateScope): VariableChange[] {
  const name = event === 'timeout' ? '' : scope.render(scope.properties.save_response_as).trim();
  const input = event === 'keypress' ? call.Digits : call.SpeechResult;
  const output = scope.output(call);
  return name === '' ? [output] : [output, { path: ['flow', 'variables', name], value: input ?? '' }];
}

function gatherVerb(scope: TemplateScope): MarkupVerb {
  const { properties } = scope;
  const prompt = promptOf(scope);
  const digits = isTrue(properties.stop_gather) ? integerProperty(scope, 'number_of_digits', 0) : 0;
  return {
    verb: 'gather',
    prompt: prompt === null ? [] : [prompt],
    timeout_s: integerProperty(scope, 'timeout', defaultTimeout),
    finish_on_key:
      properties.finish_on_key === undefined ? '#' : scope.render(properties.finish_on_key).trim(),
    digits: digits === 0 ? null : digits,
    speech_timeout: textProperty(scope, 'speech_timeout', 'auto'),
    language: textProperty(scope, 'gather_language', 'en'),
    hints: scope.render(properties.hints),
    speech_model: textProperty(scope, 'speech_model', 'default'),
    profanity_filter: properties.profanity_filter === undefined || isTrue(properties.profanity_filter),
  };
}
