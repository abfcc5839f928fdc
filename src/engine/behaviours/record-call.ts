/** record-call: starts or stops a recording of the live call while the flow continues. */

import type { JsonObject } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import { isTrue, textProperty } from '../properties/property-values.ts';

export const recordCall: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return failed(scope, 0, 'There is no live call that could be recorded.');
    const effect = scope.effect('recording');
    const { record_call: wanted } = scope.properties;
    const on = wanted === undefined || isTrue(wanted);
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [{ kind: 'record-call', effect, call: scope.call, on, options: on ? optionsOf(scope) : {} }],
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { result } = signal;
    if (result.ok) return { go: 'success', set: [scope.output(result.data)] };
    return failed(scope, result.code, result.message, result.data);
  },
};

function failed(scope: TemplateScope, code: number, message: string, data: JsonObject = {}): Outcome {
  return { go: 'failed', set: [scope.output(data)], notes: [{ code, message }] };
}

/** By the names of the carrier's REST interface. */
function optionsOf(scope: TemplateScope): Record<string, string> {
  const callback = scope.render(scope.properties.recording_status_callback).trim();
  return {
    RecordingChannels: textProperty(scope, 'recording_channels', 'dual'),
    Trim: textProperty(scope, 'trim', 'do-not-trim'),
    ...(callback !== '' && {
      RecordingStatusCallback: callback,
      RecordingStatusCallbackMethod: textProperty(scope, 'recording_status_callback_method', 'POST'),
      RecordingStatusCallbackEvent: textProperty(scope, 'recording_status_callback_events', 'completed'),
    }),
  };
}
