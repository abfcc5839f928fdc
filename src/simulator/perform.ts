/** Performs one input on a simulation. */

import { redactPaymentFields } from '#engine/results/payment-redaction.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { reportFields } from './carrier-report.ts';
import { performEvent } from './perform-event.ts';
import { Run } from './run.ts';
import { actingMember, hasEnded, type Input, type Scenario, type Simulation } from './simulation.ts';
import { conversationMessage, inboundMessage } from './start.ts';
import { waitingState } from './waiting.ts';

/** The state after an input, or a sentence that says why it is not possible now. */
export type Performed = { ok: true; simulation: Simulation } | { ok: false; reason: string };

/** Performs `input`; the given state stays as it is. The scenario may differ from that of earlier inputs. */
export function perform(scenario: Scenario, simulation: Simulation, input: Input): Performed {
  if (hasEnded(simulation)) return { ok: false, reason: 'The flow has ended.' };
  const run = new Run(scenario, simulation);
  const reason = apply(scenario, run, input);
  return reason === null ? { ok: true, simulation: run.simulation } : { ok: false, reason };
}

/** Null when it was done, otherwise why it cannot be done. */
function apply(scenario: Scenario, run: Run, input: Input): string | null {
  if (input.kind !== 'stop' && input.kind !== 'advance' && waitingState(scenario, run.simulation) === null)
    return `There is no widget "${actingMember(run.simulation).member.execution.widget}" in the flow.`;
  switch (input.kind) {
    case 'message':
      return deliverMessage(run, input);
    case 'press':
      run.note(null, { kind: 'pressed', digits: input.digits });
      return gathered(run, 'keypress', { Digits: input.digits });
    case 'say':
      run.note(null, { kind: 'said', text: input.text });
      return gathered(run, 'speech', { SpeechResult: input.text });
    case 'silence':
      run.note(null, { kind: 'silence' });
      return gathered(run, 'timeout', {});
    case 'hangup':
      return run.hangUp() ? null : 'There is no live call.';
    case 'event':
      return performEvent(scenario, run, input.name, input.data ?? {});
    case 'advance': {
      const tried = new Run(scenario, run.simulation);
      tried.advance(input.ms);
      const ms = tried.simulation.clock - run.simulation.clock;
      run.note(null, { kind: 'skipped', ms });
      run.advance(ms);
      return null;
    }
    case 'answer':
      if (run.simulation.missing === null) return 'No request waits for a response.';
      run.answer(input.mock);
      return null;
    case 'stop':
      run.deliver('flow', { kind: 'stop' });
      return null;
  }
}

/**
 * A message is for the execution that waits for one, otherwise for the flow's own, which notes it. One for an
 * application that has taken over the conversation is that application's.
 */
function deliverMessage(run: Run, input: Extract<Input, { kind: 'message' }>): string | null {
  const { body, media = [], fields = {} } = input;
  const { contact, channel, conversation } = run.simulation;
  run.note(null, { kind: 'received', body, media });
  const { role, member } = actingMember(run.simulation);
  const { wait, call } = member.execution;
  if (wait?.for === 'return' && call === null) return null;
  const message = conversation
    ? conversationMessage(run, contact, channel, { body, fields })
    : inboundMessage(run, contact, channel, { body, media, fields });
  run.deliver(wait?.for === 'reply' ? role : 'flow', { kind: 'message', message });
  return null;
}

function gathered(run: Run, event: string, data: JsonObject): string | null {
  const { role, member } = actingMember(run.simulation);
  const { wait, call } = member.execution;
  const verb = wait?.for === 'call' ? wait.verbs.at(-1)?.verb : undefined;
  if (wait?.for !== 'call' || verb !== 'gather')
    return `"${member.execution.widget}" does not listen for keys or speech.`;
  const fields = redactPaymentFields(reportFields(run.call(call), data));
  run.deliver(role, { kind: 'call', wait: wait.id, event, call: fields });
  return null;
}
