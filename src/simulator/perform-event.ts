/** Fires an event of the widget that waits, with what the carrier or the other system reports. */

import { failedMessage, undeliveredReason } from '#engine/results/message-result.ts';
import { maskPaymentNumbers, redactPaymentFields } from '#engine/results/payment-redaction.ts';
import { taskResult } from '#engine/results/service-result.ts';
import type { State } from '#flow/definition.ts';
import { type JsonObject, textOf } from '#flow/json/json.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import { reportFields, reportingEvent } from './carrier-report.ts';
import { eventData, isFailureEvent, reportsHangup } from './event-data.ts';
import type { Mock } from './mock.ts';
import type { Run } from './run.ts';
import { actingMember, type Scenario } from './simulation.ts';
import { conversationMessage, inboundMessage } from './start.ts';
import { waitingState } from './waiting.ts';

/** Null when the event was fired, otherwise why it cannot be. */
export function performEvent(scenario: Scenario, run: Run, name: string, data: JsonObject): string | null {
  const state = waitingState(scenario, run.simulation);
  if (state === null) return 'The flow waits at no widget.';
  const events = (widgetType(state.type)?.events ?? []).map((event) => event.name);
  if (!events.includes(name)) return `"${state.name}" has no event "${name}"; it has ${events.join(', ')}.`;
  const fire = firing(state, run, name, data);
  if (fire === null) return `"${state.name}" cannot be left by "${name}" now.`;
  run.note(state.name ?? null, { kind: 'event', event: name, data });
  fire();
  return null;
}

/** How the event is brought about, null when it cannot be. */
function firing(state: State, run: Run, name: string, data: JsonObject): (() => void) | null {
  const { role, member } = actingMember(run.simulation);
  const { wait, call } = member.execution;
  const type = canonicalType(state.type);
  if (run.simulation.missing !== null) return () => run.answer(answerFor(name, data));
  if (wait === null) return null;
  const all = { ...eventData(type, name), ...data };
  if (name === 'hangup' && call !== null && !reportsHangup(type)) return () => run.hangUp(data);
  if (name === 'timeout' && wait.timeout_ms !== null) return () => run.timeOut();
  switch (wait.for) {
    case 'reply':
      return replyFiring(run, name, data);
    case 'call':
      if (type === 'send-to-agentdesk' && name === 'callComplete' && wait.effect !== undefined) {
        const { effect } = wait;
        return () =>
          run.deliver(role, { kind: 'result', effect, result: taskResult(textOf(data.sid), false) });
      }
      return () => {
        const { name: event } = reportingEvent(wait.verbs);
        const fields = redactPaymentFields(reportFields(run.call(call), all));
        run.deliver(role, { kind: 'call', wait: wait.id, event, call: fields });
      };
    case 'return': {
      if (name !== 'return' && name !== 'fail') return null;
      const fields = maskPaymentNumbers(reportFields(run.call(call), data));
      return () => run.deliver(role, { kind: 'return', event: name, fields });
    }
    case 'effect': {
      const placed = run.simulation.calls.find(({ effect }) => effect === wait.effect);
      return placed === undefined ? null : () => run.endRinging(placed, all);
    }
  }
}

function replyFiring(run: Run, name: string, data: JsonObject): (() => void) | null {
  const { contact, channel, conversation, messages } = run.simulation;
  const { role } = actingMember(run.simulation);
  if (name === 'incomingMessage') {
    const { Body, ...fields } = data;
    const body = textOf(Body);
    return () => {
      const message = conversation
        ? conversationMessage(run, contact, channel, { body, fields })
        : inboundMessage(run, contact, channel, { body, media: [], fields });
      run.deliver(role, { kind: 'message', message });
    };
  }
  const sent = messages.findLast((each) => each.role === role);
  if (name !== 'deliveryFailure' || sent === undefined) return null;
  const status = textOf(data.Status) || 'undelivered';
  const reason = textOf(data.ErrorMessage) || undeliveredReason(status);
  const result = failedMessage({ ...sent, status }, textOf(data.ErrorCode), reason);
  return () => run.deliver(role, { kind: 'result', effect: sent.effect, result });
}

/** The response by which a request leads to that event. */
function answerFor(event: string, data: JsonObject): Mock {
  const body = { ...(event === 'callFailure' && { CallStatus: 'failed' }), ...data };
  return { status: isFailureEvent(event) ? 500 : 200, body };
}
