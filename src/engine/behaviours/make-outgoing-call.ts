/** make-outgoing-call-v2 and -v1: calls a person; once answered, the execution has a live call. */

import { type State, transitionsOf } from '#flow/definition.ts';
import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import { channelAddress } from '../context.ts';
import { integerProperty, isTrue, textProperty } from '../properties/property-values.ts';
import type { Result } from '../signal.ts';

const defaultRingTimeout = 60;

/** Property of the widget → field of the carrier's REST interface. */
const recordingOptions = {
  recording_channels: 'RecordingChannels',
  recording_status_callback: 'RecordingStatusCallback',
  trim: 'Trim',
} as const;

const detectionOptions = {
  machine_detection_timeout: 'MachineDetectionTimeout',
  machine_detection_speech_threshold: 'MachineDetectionSpeechThreshold',
  machine_detection_speech_end_threshold: 'MachineDetectionSpeechEndThreshold',
  machine_detection_silence_timeout: 'MachineDetectionSilenceTimeout',
} as const;

const otherOptions = {
  send_digits: 'SendDigits',
  sip_auth_username: 'SipAuthUsername',
  sip_auth_password: 'SipAuthPassword',
} as const;

export const makeOutgoingCall: Behaviour = {
  enter: (_state, scope) => placeCall(scope, optionsOf(scope)),
  receive: (_state, signal, scope) =>
    signal.kind === 'result' ? callOutcome(scope, signal.result, eventOf) : { stay: true },
};

/**
 * v1 has an event for answering machines. Their detection takes seconds of silence, so it is only requested where
 * that event is connected.
 */
export const makeOutgoingCallV1: Behaviour = {
  enter: (state, scope) =>
    placeCall(scope, handlesAnsweringMachine(state) ? { MachineDetection: 'Enable' } : {}),
  receive: (_state, signal, scope) =>
    signal.kind === 'result' ? callOutcome(scope, signal.result, eventOfV1) : { stay: true },
};

function handlesAnsweringMachine(state: State): boolean {
  return transitionsOf(state).some(({ event, next }) => event === 'answeredByMachine' && Boolean(next));
}

function placeCall(scope: TemplateScope, options: Record<string, string>): Outcome {
  const effect = scope.effect('call');
  return {
    wait: { for: 'effect', effect, timeout_ms: null },
    commands: [
      {
        kind: 'place-call',
        effect,
        from: textProperty(scope, 'from', channelAddress(scope.context.flow)),
        to: textProperty(scope, 'to', channelAddress(scope.context.contact)),
        timeout_s: integerProperty(scope, 'timeout', defaultRingTimeout),
        record: isTrue(scope.properties.record),
        options,
      },
    ],
  };
}

function callOutcome(scope: TemplateScope, result: Result, eventOfCall: typeof eventOf): Outcome {
  const go = eventOfCall(result.data, result.ok);
  const output =
    result.ok || result.code === 0 ? result.data : { ErrorCode: String(result.code), ...result.data };
  const notes = result.ok || go !== 'failed' ? [] : [{ code: result.code, message: result.message }];
  const isLive = go === 'answered' || go === 'answeredByMachine';
  return { go, set: [scope.output(output)], notes, ...(isLive && { call: textOf(result.data.CallSid) }) };
}

function eventOfV1(call: JsonObject, ok: boolean): string {
  // It was answered and over again before the flow could go on.
  if (call.CallStatus === 'completed') return 'hangup';
  const event = eventOf(call, ok);
  return event === 'answered' && /^(machine|fax)/.test(textOf(call.AnsweredBy)) ? 'answeredByMachine' : event;
}

function eventOf({ CallStatus, CallSid }: JsonObject, ok: boolean): string {
  switch (CallStatus) {
    case 'busy':
      return 'busy';
    case 'no-answer':
      return 'noAnswer';
    case 'answered':
    case 'in-progress':
      return ok && textOf(CallSid) !== '' ? 'answered' : 'failed';
    default:
      return 'failed';
  }
}

function optionsOf(scope: TemplateScope): Record<string, string> {
  const { properties } = scope;
  return {
    ...(isTrue(properties.record) && renderedOptions(scope, recordingOptions)),
    ...(isTrue(properties.detect_answering_machine) && {
      MachineDetection: textProperty(scope, 'machine_detection', 'Enable'),
      ...renderedOptions(scope, detectionOptions),
    }),
    ...renderedOptions(scope, otherOptions),
  };
}

function renderedOptions(
  scope: TemplateScope,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = Object.entries(fields).map(([property, field]) => [
    field,
    scope.render(scope.properties[property]),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
