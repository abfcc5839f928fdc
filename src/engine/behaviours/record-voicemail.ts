/** record-voicemail: records a message of the caller and continues when it is recorded. */

import type { JsonObject } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb } from '../commands/markup-verb.ts';
import { noCallOutcome } from '../commands/prompt.ts';
import { integerProperty, isTrue, textProperty } from '../properties/property-values.ts';

const defaultSilenceTimeout = 5;
const defaultMaxLength = 3600;
const maxLength = 14_400;

/** What a carrier sends as Digits when the recording ended because the caller hung up. */
const hangupDigits = 'hangup';

export const recordVoicemail: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    return { wait: { for: 'call', verbs: [recordVerb(scope)], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'call') return { stay: true };
    const set = [scope.output(signal.call)];
    if (signal.call.Digits === hangupDigits) return { go: 'hangup', set, call: null };
    return { go: isEmpty(signal.call) ? 'noAudio' : 'recordingComplete', set };
  },
};

/** Carriers leave out what they did not record, or say that it has no seconds. One that is not stored yet has no URL. */
function isEmpty({ RecordingUrl, RecordingSid, RecordingDuration }: JsonObject): boolean {
  return (!RecordingUrl && !RecordingSid) || RecordingDuration === '0';
}

function recordVerb(scope: TemplateScope): MarkupVerb {
  const { properties } = scope;
  const { play_beep: beep } = properties;
  const length = integerProperty(scope, 'max_length', defaultMaxLength);
  return {
    verb: 'record',
    timeout_s: integerProperty(scope, 'timeout', defaultSilenceTimeout),
    finish_on_key:
      properties.finish_on_key === undefined ? null : scope.render(properties.finish_on_key).trim(),
    max_length_s: Math.min(Math.max(length, 1), maxLength),
    play_beep: beep === undefined || beep === '' || isTrue(beep),
    trim: textProperty(scope, 'trim', 'trim-silence'),
    transcribe: isTrue(properties.transcribe),
    transcribe_callback: scope.render(properties.transcription_callback_url).trim(),
    status_callback: scope.render(properties.recording_status_callback_url).trim(),
  };
}
