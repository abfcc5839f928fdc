/** A simulation: the state of one run of a flow, as a value. Keep earlier values to step back. */

import type { ReportedCall } from '#engine/carrier-fields.ts';
import type { Command } from '#engine/commands/command.ts';
import type { Context, Execution, Step } from '#engine/execution.ts';
import type { OutboundMessage } from '#engine/results/message-result.ts';
import type { Result, TriggerEvent } from '#engine/signal.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Mock, Mocks } from './mock.ts';

/**
 * What a run depends on besides its inputs. It is given again with each input, so that an edited definition or another
 * mock counts from the next step on.
 */
export type Scenario = {
  definition: FlowDefinition;
  mocks?: Mocks;
  /** Definitions of subflows by the SID of their flow; a subflow without one needs a mock. */
  subflows?: Readonly<Record<string, FlowDefinition>>;
  /** IANA name of the zone in which templates format dates; UTC where it is left out. */
  timeZone?: string;
};

/**
 * How a run starts. `body` and `media` are those of a message, `parameters` those of a request or of a parent flow,
 * `fields` what the carrier reports besides the usual. `clock` is in epoch milliseconds. With `widget` the run begins
 * there, with `context` in the place of what earlier widgets would have set.
 */
export type SimulationStart = {
  event: TriggerEvent;
  contact: string;
  channel: string;
  clock: number;
  body?: string;
  media?: readonly string[];
  parameters?: JsonObject;
  fields?: JsonObject;
  widget?: string;
  context?: Partial<Context>;
};

/** What the author does: as the contact, as the carrier, as another system, or with the clock. */
export type Input =
  | { kind: 'message'; body: string; media?: readonly string[]; fields?: JsonObject }
  | { kind: 'press'; digits: string }
  | { kind: 'say'; text: string }
  | { kind: 'silence' }
  | { kind: 'hangup' }
  /** Any event of the widget that waits, with what the carrier or the other system reports. */
  | { kind: 'event'; name: string; data?: JsonObject }
  | { kind: 'advance'; ms: number }
  /** The response for which the run stopped. */
  | { kind: 'answer'; mock: Mock }
  | { kind: 'stop' };

/** Which execution: the flow's own, or that of the subflow which it runs. */
export type Role = 'flow' | 'subflow';

/** One execution of a run. `due` is when its timer fires, null when none is set; epoch milliseconds. */
export type Member = {
  sid: string;
  flow: string;
  execution: Execution;
  due: number | null;
  expires: number;
};

/** `at` is in epoch milliseconds. */
export type SimulatedStep = Step & { role: Role; at: number };

/** A call of the run. `effect` is the key of the command that placed it, null for an incoming one. */
export type SimulatedCall = ReportedCall & { effect: string | null; status: 'ringing' | 'live' | 'ended' };

/**
 * What happened, for the one who watches. `at` is in epoch milliseconds, `step` how many steps there were before, by
 * which entries and steps are put in one order. `widget` is null for what the contact does.
 */
export type TranscriptEntry = { at: number; step: number; role: Role; widget: string | null } & (
  | { kind: 'started'; event: TriggerEvent; parameters?: JsonObject }
  | { kind: 'received'; body: string; media: readonly string[] }
  | {
      kind: 'sent';
      to: string;
      body: string;
      media: readonly string[];
      /** SID of the content template that the carrier fills in, null for a plain message. */
      content: string | null;
      failed: boolean;
    }
  | { kind: 'spoken'; text: string; voice: string; language: string; loop: number }
  | { kind: 'played'; url: string; loop: number }
  | { kind: 'tones'; digits: string }
  | {
      kind: 'listening' | 'recording' | 'paying' | 'dialing' | 'queued' | 'agent' | 'redirected';
      detail: string;
    }
  | { kind: 'pressed'; digits: string }
  | { kind: 'said'; text: string }
  | { kind: 'silence' }
  | { kind: 'calling'; to: string }
  | { kind: 'hung-up'; by: 'contact' | 'flow' }
  | { kind: 'event'; event: string; data: JsonObject }
  | { kind: 'requested'; request: RequestSummary; result: Result }
  | { kind: 'skipped'; ms: number }
  | { kind: 'ignored'; message: string }
);

/** A request to another system in short. `target` is a URL, a SID or the action of a service. */
export type RequestSummary = { kind: MockedKind; method: string; target: string; body: Json };

/** Commands that are answered by mocks. */
export type MockedCommand = Extract<
  Command,
  { kind: 'http' | 'start-subflow' | 'create-task' | 'ask-service' }
>;

export type MockedKind = MockedCommand['kind'];

/** A result that is there at a time, in epoch milliseconds, unless the execution waits for it: then the time is skipped. */
export type PendingResult = { role: Role; effect: string; at: number; result: Result };

/** A request without a mock: the run goes on once it is answered. */
export type MissingMock = { role: Role; widget: string; command: MockedCommand };

/** A message that a flow sent, by the key of its command. */
export type SentMessage = OutboundMessage & { role: Role; effect: string };

export type Simulation = {
  clock: number;
  /** What `start` said, which later inputs refer to. */
  contact: string;
  channel: string;
  conversation: boolean;
  flow: Member;
  /** The subflow that acts for the flow, with the key of the command that started it. */
  subflow: (Member & { effect: string }) | null;
  steps: readonly SimulatedStep[];
  transcript: readonly TranscriptEntry[];
  calls: readonly SimulatedCall[];
  messages: readonly SentMessage[];
  pending: readonly PendingResult[];
  missing: MissingMock | null;
  /** How many mocks of a widget were used. */
  requests: Readonly<Record<string, number>>;
  /** How many SIDs were given out. */
  sids: number;
};

/** The execution that acts: the subflow while it runs, otherwise the flow's own. */
export function actingMember(simulation: Simulation): { role: Role; member: Member } {
  return simulation.subflow === null
    ? { role: 'flow', member: simulation.flow }
    : { role: 'subflow', member: simulation.subflow };
}

/** True once the flow has ended. */
export function hasEnded({ flow }: Simulation): boolean {
  return flow.execution.status === 'ended';
}
