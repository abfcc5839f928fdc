/** Which inputs a simulation takes now: the buttons and fields that its author is offered. */

import { widgetType } from '#flow/widgets/widget-types.ts';
import type { DueAction } from './due-action.ts';
import { actingMember, type MissingMock, type Scenario, type Simulation } from './simulation.ts';
import { waitingOf, waitingState } from './waiting.ts';

/**
 * `events` are those of the widget that can be fired now; `answer` is the request that waits for a mock; `due` is what
 * happens when the clock is moved on.
 */
export type PossibleInputs = {
  message: boolean;
  press: boolean;
  say: boolean;
  silence: boolean;
  hangup: boolean;
  events: string[];
  answer: MissingMock | null;
  due: DueAction | null;
};

const none: PossibleInputs = {
  ...{ message: false, press: false, say: false, silence: false, hangup: false },
  ...{ events: [], answer: null, due: null },
};

/** All false once the flow has ended, and where the definition has lost the widget. */
export function possibleInputs(scenario: Scenario, simulation: Simulation): PossibleInputs {
  const waiting = waitingOf(simulation);
  const state = waitingState(scenario, simulation);
  if (waiting === null || state === null) return none;
  const { member } = actingMember(simulation);
  const isGather = waiting.for === 'verbs' && waiting.verbs.at(-1)?.verb === 'gather';
  const events = (widgetType(state.type)?.events ?? []).map(({ name }) => name);
  const hasCall = member.execution.call !== null;
  return {
    ...{ message: waiting.for === 'reply', press: isGather, say: isGather, silence: isGather },
    hangup: hasCall,
    events:
      waiting.for === 'other'
        ? []
        : events.filter((name) => name !== 'hangup' || hasCall || waiting.for === 'call'),
    answer: waiting.for === 'mock' ? waiting.missing : null,
    due: waiting.next,
  };
}
