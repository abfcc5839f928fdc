/** gather-input-on-call: asks the caller for keys or speech. */

import { type JsonObject, textOf } from '#flow/json.ts';
import type { Behaviour, Scope } from '../behaviour.ts';
import type { Change } from '../execution.ts';
import { promptOf, withoutCall } from '../prompt.ts';
import { isSet, textOr, wholeNumber } from '../property.ts';
import type { Verb } from '../verb.ts';

const defaultTimeout = 5;

export const gatherInputOnCall: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return withoutCall(scope);
    return { wait: { for: 'call', verbs: [gatherVerb(scope)], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'call') return { stay: true };
    const event = eventOf(signal.event, signal.call);
    return { go: event, set: gathered(event, signal.call, scope) };
  },
};

/** What was entered decides; the carrier's word only where nothing was. */
function eventOf(said: string, { Digits, SpeechResult }: JsonObject): string {
  if (textOf(Digits) !== '') return 'keypress';
  if (textOf(SpeechResult) !== '') return 'speech';
  return said === 'keypress' || said === 'speech' ? said : 'timeout';
}

function gathered(event: string, call: JsonObject, scope: Scope): Change[] {
  const name = event === 'timeout' ? '' : scope.render(scope.properties.save_response_as).trim();
  const input = event === 'keypress' ? call.Digits : call.SpeechResult;
  const output = scope.output(call);
  return name === '' ? [output] : [output, { path: ['flow', 'variables', name], value: input ?? '' }];
}

function gatherVerb(scope: Scope): Verb {
  const { properties } = scope;
  const prompt = promptOf(scope);
  const digits = isSet(properties.stop_gather) ? wholeNumber(scope, 'number_of_digits', 0) : 0;
  return {
    verb: 'gather',
    prompt: prompt === null ? [] : [prompt],
    timeout_s: wholeNumber(scope, 'timeout', defaultTimeout),
    finish_on_key:
      properties.finish_on_key === undefined ? '#' : scope.render(properties.finish_on_key).trim(),
    digits: digits === 0 ? null : digits,
    speech_timeout: textOr(scope, 'speech_timeout', 'auto'),
    language: textOr(scope, 'gather_language', 'en'),
    hints: scope.render(properties.hints),
    speech_model: textOr(scope, 'speech_model', 'default'),
    profanity_filter: properties.profanity_filter === undefined || isSet(properties.profanity_filter),
  };
}
