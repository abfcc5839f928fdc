/** record-voicemail: lets the caller leave a message and goes on when it has been recorded. */

import type { JsonObject } from '#flow/json.ts';
import type { Behaviour, Scope } from '../behaviour.ts';
import { withoutCall } from '../prompt.ts';
import { isSet, textOr, wholeNumber } from '../property.ts';
import type { Verb } from '../verb.ts';

const defaultSilence = 5;
const defaultLength = 3600;
const longest = 14_400;

/** What a carrier sends as Digits when the recording ended because the caller hung up. */
const hungUp = 'hangup';

export const recordVoicemail: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return withoutCall(scope);
    return { wait: { for: 'call', verbs: [recordVerb(scope)], timeout_ms: null } };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'call') return { stay: true };
    const set = [scope.output(signal.call)];
    if (signal.call.Digits === hungUp) return { go: 'hangup', set, call: null };
    return { go: isEmpty(signal.call) ? 'noAudio' : 'recordingComplete', set };
  },
};

/** Carriers leave out what they did not record, or say that it has no seconds. */
function isEmpty({ RecordingUrl, RecordingDuration }: JsonObject): boolean {
  return !RecordingUrl || RecordingDuration === '0';
}

function recordVerb(scope: Scope): Verb {
  const { properties } = scope;
  const { play_beep: beep } = properties;
  const length = wholeNumber(scope, 'max_length', defaultLength);
  return {
    verb: 'record',
    timeout_s: wholeNumber(scope, 'timeout', defaultSilence),
    finish_on_key:
      properties.finish_on_key === undefined ? null : scope.render(properties.finish_on_key).trim(),
    max_length_s: Math.min(Math.max(length, 1), longest),
    play_beep: beep === undefined || beep === '' || isSet(beep),
    trim: textOr(scope, 'trim', 'trim-silence'),
    transcribe: isSet(properties.transcribe),
    transcribe_callback: scope.render(properties.transcription_callback_url).trim(),
    status_callback: scope.render(properties.recording_status_callback_url).trim(),
  };
}
