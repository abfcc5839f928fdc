/** What the contact, the carrier or another system did where a simulation waits, from the step that followed. */

import type { FlowDefinition } from '#flow/definition.ts';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import type { Mock, Mocks } from '../mock.ts';
import { possibleInputs } from '../possible-inputs.ts';
import type { Input, MissingMock, Scenario, Simulation } from '../simulation.ts';
import { waitingOf } from '../waiting.ts';
import { type RecordedMoment, widgetVariables } from './execution-record.ts';
import { messageOf, reportOf } from './recorded-fields.ts';
import { recordedMock } from './recorded-mock.ts';

/** The input by which the simulation takes `next`; null where that cannot be told. */
export function recordedInput(
  scenario: Scenario,
  simulation: Simulation,
  next: RecordedMoment,
): Input | null {
  if (next.name === 'stopped') return { kind: 'stop' };
  const waiting = waitingOf(simulation);
  if (waiting === null || waiting.widget !== next.transitioned_from) return null;
  const possible = possibleInputs(scenario, simulation);
  if (possible.answer !== null) return { kind: 'answer', mock: answerOf(possible.answer, simulation, next) };
  const variables = widgetVariables(next);
  const { name } = next;
  if (name === 'incomingMessage' && possible.message) {
    const { inbound } = variables;
    const { body, media, fields } = messageOf(isObject(inbound) ? inbound : {});
    return {
      ...{ kind: 'message', body },
      ...(media.length > 0 && { media }),
      ...(Object.keys(fields).length > 0 && { fields }),
    };
  }
  if (possible.press) {
    if (name === 'keypress') return { kind: 'press', digits: textOf(variables.Digits) };
    if (name === 'speech') return { kind: 'say', text: textOf(variables.SpeechResult) };
    if (name === 'timeout') return { kind: 'silence' };
  }
  if (name === 'hangup' && possible.hangup) return { kind: 'hangup' };
  if (!possible.events.includes(name)) return null;
  const data = name === 'timeout' ? {} : eventData(waiting.for === 'call', variables);
  return { kind: 'event', name, ...(Object.keys(data).length > 0 && { data }) };
}

/** Responses of the carrier that made messages fail, by widget: of one that failed once, each in its order. */
export function failedMessages(definition: FlowDefinition, steps: readonly RecordedMoment[]): Mocks {
  const messages = new Set(
    definition.states.flatMap(({ name, type }) =>
      canonicalType(type) === 'send-message' ? [name ?? ''] : [],
    ),
  );
  const mocks: Record<string, Mock[]> = {};
  for (const step of steps) {
    const { transitioned_from: widget } = step;
    if (!messages.has(widget)) continue;
    const mock: Mock = step.name === 'failed' ? { status: 400, body: failureBody(step) } : { status: 200 };
    mocks[widget] = [...(mocks[widget] ?? []), mock];
  }
  return Object.fromEntries(
    Object.entries(mocks).filter(([, given]) => given.some(({ status }) => status === 400)),
  );
}

function failureBody(step: RecordedMoment): JsonObject {
  const { outbound } = widgetVariables(step);
  const { ErrorCode: code, ErrorMessage: message } = isObject(outbound) ? outbound : {};
  return { ...(textOf(code) !== '' && { code: textOf(code) }), message: textOf(message) };
}

/** A caller whose task was completed later had waited for it. */
function answerOf({ command }: MissingMock, simulation: Simulation, next: RecordedMoment): Mock {
  const waited = command.kind === 'create-task' && command.hands_over && next.name === 'callComplete';
  const isCaller = simulation.flow.execution.call !== null;
  return waited && isCaller ? { open: true } : recordedMock(command.kind, next);
}

/** Only where a placed call is answered does its status say what happened. */
function eventData(isPlacedCall: boolean, variables: JsonObject): JsonObject {
  const { CallStatus, ...data } = reportOf(variables);
  return isPlacedCall && CallStatus !== undefined ? { CallStatus, ...data } : data;
}
