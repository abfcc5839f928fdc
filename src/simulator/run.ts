/**
 * Runs the engine for one input: gives it signals, answers its commands from mocks, and goes on until the flow waits for
 * the author. What the server does with rows and jobs (`server/executions/service/turn.ts`) is done here with values.
 */

import { advance, newExecution } from '#engine/advance.ts';
import type { TriggerSignal } from '#engine/behaviours/trigger.ts';
import { callFields } from '#engine/carrier-fields.ts';
import type { Command } from '#engine/commands/command.ts';
import { recipientOf } from '#engine/commands/message-recipient.ts';
import type { Execution } from '#engine/execution.ts';
import { httpRequestLimits } from '#engine/results/http-response.ts';
import { acceptedMessage, failedMessage, messageWithoutRecipient } from '#engine/results/message-result.ts';
import { recordingFailure, recordingResult } from '#engine/results/recording.ts';
import { taskResult, understoodResult } from '#engine/results/service-result.ts';
import type { Result, Signal } from '#engine/signal.ts';
import { resumingSignal, subflowResult, subflowStart } from '#engine/subflow.ts';
import { dueSignal, timerDueAt } from '#engine/wait-timeout.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import { reportFields, reportingEvent } from './carrier-report.ts';
import { type DueAction, dueAction } from './due-action.ts';
import {
  isFailure,
  type Mock,
  mockFor,
  mockHttp,
  mockService,
  mockSubflow,
  type TimedResult,
} from './mock.ts';
import { requestSummary } from './request-summary.ts';
import {
  actingMember,
  hasEnded,
  type Member,
  type MockedCommand,
  type Role,
  type Scenario,
  type SimulatedCall,
  type SimulatedStep,
  type Simulation,
  type TranscriptEntry,
} from './simulation.ts';
import { simulationAccount, simulationSid } from './simulation-sid.ts';
import { spokenEntries } from './spoken-entries.ts';
import { definitionFor } from './waiting.ts';

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** An entry without its place, which is that of the moment at which it is noted. */
type Noted = TranscriptEntry extends infer E
  ? E extends TranscriptEntry
    ? Omit<E, 'at' | 'step' | 'role' | 'widget'>
    : never
  : never;

/** `deadline` is when a pending result times out, in epoch milliseconds; null when it is not. */
type CommandOutcome = { result: Result | null; deadline: number | null };

const deferred: CommandOutcome = { result: null, deadline: null };
const completed = (result: Result): CommandOutcome => ({ result, deadline: null });

/** One input's work on a simulation. `simulation` is the state so far; the one that it began with stays as it was. */
export class Run {
  readonly #scenario: Scenario;
  #state: Simulation;

  constructor(scenario: Scenario, simulation: Simulation) {
    this.#scenario = scenario;
    this.#state = simulation;
  }

  get simulation(): Simulation {
    return this.#state;
  }

  /** Starts the flow's execution. A `definition` in the place of the scenario's begins it at another widget. */
  start(signal: TriggerSignal, definition?: FlowDefinition): void {
    this.#takeTurn('flow', signal, new WorkBudget(), definition);
    this.settle();
  }

  /** Gives a signal to one of the executions, and goes on until the flow waits for the author. */
  deliver(role: Role, signal: Signal): void {
    this.#takeTurn(role, signal, new WorkBudget());
    this.settle();
  }

  /** Answers the request for which the run stopped. */
  answer(mock: Mock): void {
    const { missing } = this.#state;
    if (missing === null) return;
    this.#state = { ...this.#state, missing: null };
    this.#answer(missing.role, missing.widget, missing.command, mock);
    this.settle();
  }

  /**
   * Moves the clock on; what becomes due on the way happens in its order, results before timers. It stops where a request
   * on the way has no mock: the other system would answer then, and not when all of the time has passed.
   */
  advance(ms: number): void {
    const until = this.#state.clock + ms;
    const asked = this.#state.missing;
    for (
      let next = dueAction(this.#state);
      next !== null && next.at <= until;
      next = dueAction(this.#state)
    ) {
      this.#moveClock(next.at);
      this.#happen(next);
      this.settle();
      const { missing } = this.#state;
      if (missing !== null && missing !== asked) return;
    }
    this.#moveClock(until);
  }

  note(widget: string | null, entry: Noted): void {
    const { clock, steps, transcript } = this.#state;
    const { role } = actingMember(this.#state);
    const placed = { ...entry, at: clock, step: steps.length, role, widget } as TranscriptEntry;
    this.#state = { ...this.#state, transcript: [...transcript, placed] };
  }

  /** Hangs up the live call; false when there is none. `data` is what the carrier reports besides the usual. */
  hangUp(data: JsonObject = {}): boolean {
    const { role, member } = actingMember(this.#state);
    const { call: sid } = member.execution;
    if (sid === null) return false;
    const call = this.call(sid);
    this.note(null, { kind: 'hung-up', by: 'contact' });
    this.#setCall(sid, 'ended');
    const fields = call === null ? data : { ...callFields(call, 'completed'), ...data };
    this.deliver(role, { kind: 'hangup', call: fields });
    return true;
  }

  /** Moves the clock to where the wait of the acting execution times out. */
  timeOut(): void {
    const { member } = actingMember(this.#state);
    if (member.due !== null) this.advance(Math.max(0, member.due - this.#state.clock));
  }

  /** Answers the call that a widget has placed, or ends its ringing without an answer. `data` has the carrier's fields. */
  endRinging(call: SimulatedCall, data: JsonObject): void {
    const status = textOf(data.CallStatus) || 'in-progress';
    this.#setCall(call.sid, status === 'in-progress' ? 'live' : 'ended');
    const fields = { ...callFields(call, status), ...data, CallSid: call.sid, CallStatus: status };
    const { role } = actingMember(this.#state);
    this.deliver(role, { kind: 'result', effect: call.effect ?? '', result: { ok: true, data: fields } });
  }

  /** Adds a call, live or ringing. */
  addCall(call: SimulatedCall): void {
    this.#state = { ...this.#state, calls: [...this.#state.calls, call] };
  }

  newSid(prefix: string): string {
    const sids = this.#state.sids + 1;
    this.#state = { ...this.#state, sids };
    return simulationSid(prefix, sids);
  }

  /** Goes on with what needs no person: results that are waited for, and what is played on a call. */
  settle(): void {
    while (!hasEnded(this.#state) && (this.#takeAwaitedResult() || this.#finishVerb()));
  }

  #takeAwaitedResult(): boolean {
    const { role, member } = actingMember(this.#state);
    const { wait } = member.execution;
    if (wait?.for !== 'effect') return false;
    const found = this.#state.pending.find((each) => each.role === role && each.effect === wait.effect);
    if (found === undefined) return false;
    this.#moveClock(found.at);
    this.#takeResult(found);
    return true;
  }

  #takeResult(pending: Simulation['pending'][number]): void {
    const { role, effect, result } = pending;
    this.#state = { ...this.#state, pending: this.#state.pending.filter((each) => each !== pending) };
    this.#takeTurn(role, { kind: 'result', effect, result }, new WorkBudget());
  }

  /** Ends the verbs of a call that end by themselves, and those whose widget has a mock for the carrier's report. */
  #finishVerb(): boolean {
    const { role, member } = actingMember(this.#state);
    const { wait, widget, call } = member.execution;
    if (wait?.for !== 'call' || widget === null) return false;
    const event = reportingEvent(wait.verbs);
    if (event.byItself) {
      const fields = reportFields(this.call(call), {});
      this.#takeTurn(
        role,
        { kind: 'call', wait: wait.id, event: event.name, call: fields },
        new WorkBudget(),
      );
      return true;
    }
    // The mock of a caller who waits for an open task is that of the task.
    const mock = event.mocked && wait.effect === undefined ? this.#nextMock(widget) : null;
    if (mock === null) return false;
    this.#moveClock(this.#state.clock + (mock.delay ?? 0));
    const data = isObject(mock.body) ? mock.body : {};
    this.note(widget, { kind: 'event', event: event.name, data });
    const fields = reportFields(this.call(call), data);
    this.#takeTurn(role, { kind: 'call', wait: wait.id, event: event.name, call: fields }, new WorkBudget());
    return true;
  }

  #happen(due: DueAction): void {
    if (due.kind === 'result') {
      const found = this.#state.pending.find(
        ({ role, effect }) => role === due.role && effect === due.effect,
      );
      if (found !== undefined) this.#takeResult(found);
      return;
    }
    const member = this.#member(due.role);
    if (member !== null) this.#fireTimer(due.role, member);
  }

  #fireTimer(role: Role, { execution, expires }: Member): void {
    const due = dueSignal(execution.wait, expires <= this.#state.clock);
    const signal: Signal =
      due.kind === 'effect'
        ? { kind: 'result', effect: due.effect, result: this.#timeOutCall(due.effect) }
        : due;
    this.#takeTurn(role, signal, new WorkBudget());
  }

  /** The call that a widget placed was not answered. */
  #timeOutCall(effect: string): Result {
    const call = this.#state.calls.find((each) => each.effect === effect);
    if (call === undefined) return { ok: false, code: 0, message: 'There was no result in time', data: {} };
    this.#setCall(call.sid, 'ended');
    return {
      ok: true,
      data: { CallSid: call.sid, CallStatus: 'no-answer', From: call.from, To: call.to },
    };
  }

  #moveClock(to: number): void {
    if (to > this.#state.clock) this.#state = { ...this.#state, clock: to };
  }

  #member(role: Role): Member | null {
    return role === 'flow' ? this.#state.flow : this.#state.subflow;
  }

  /** As `takeTurn` of the server: what follows from a signal at once, and from the end of an execution. */
  #takeTurn(role: Role, signal: Signal, work: WorkBudget, given?: FlowDefinition): void {
    const member = this.#member(role);
    if (member === null || member.execution.status === 'ended') return;
    const definition = given ?? definitionFor(this.#scenario, role, member.flow);
    const before = member.execution;
    let { execution } = member;
    let deadline: number | null = null;
    const signals: Signal[] = [signal];
    for (let next = signals.shift(); next !== undefined; next = signals.shift()) {
      const { clock } = this.#state;
      const turn = advance(definition, execution, next, clock, this.#scenario.timeZone, work);
      execution = turn.execution;
      this.#addSteps(turn.steps.map((step) => ({ ...step, role, at: clock })));
      for (const { message } of turn.ignored) this.note(execution.widget, { kind: 'ignored', message });
      for (const command of turn.commands) {
        const outcome = this.#execute(role, execution, command, work);
        if (outcome.result !== null)
          signals.push({ kind: 'result', effect: command.effect, result: outcome.result });
        if (outcome.deadline !== null) deadline = outcome.deadline;
      }
    }
    if (execution === before) return;
    const { due, expires } = member;
    const after = { before, after: execution, deadline };
    this.#setMember(role, { execution, due: timerDueAt(this.#state.clock, { due, expires }, after) });
    this.#noteVerbs(before, execution);
    this.#forgetWhatIsOver(role, execution);
    if (execution.status === 'ended') this.#endMember(role, signal, execution, work);
  }

  #addSteps(steps: readonly SimulatedStep[]): void {
    if (steps.length > 0) this.#state = { ...this.#state, steps: [...this.#state.steps, ...steps] };
  }

  #setMember(role: Role, change: Partial<Member>): void {
    const { flow, subflow } = this.#state;
    if (role === 'flow') this.#state = { ...this.#state, flow: { ...flow, ...change } };
    else if (subflow !== null) this.#state = { ...this.#state, subflow: { ...subflow, ...change } };
  }

  /** What a call is told when a wait for the carrier begins. */
  #noteVerbs(before: Execution, { wait, widget }: Execution): void {
    if (wait === null || wait.id === before.wait?.id) return;
    if (wait.for === 'return') this.note(widget, { kind: 'redirected', detail: wait.url });
    if (wait.for === 'call') for (const entry of spokenEntries(wait.verbs)) this.note(widget, entry);
  }

  /** Results and questions of a widget that was left are of no use any more. */
  #forgetWhatIsOver(role: Role, { status, wait, steps }: Execution): void {
    const isOpen = (effect: string) =>
      status === 'active' &&
      wait !== null &&
      (wait.for === 'effect' ? wait.effect === effect : effect.startsWith(`${steps + 1}.`));
    const { pending, missing } = this.#state;
    this.#state = {
      ...this.#state,
      pending: pending.filter((each) => each.role !== role || isOpen(each.effect)),
      missing: missing?.role === role && !isOpen(missing.command.effect) ? null : missing,
    };
  }

  /** The end of a subflow resumes the flow; the end of the flow stops its subflow. */
  #endMember(role: Role, signal: Signal, execution: Execution, work: WorkBudget): void {
    const { subflow } = this.#state;
    if (subflow === null) return;
    if (role === 'flow') {
      this.#takeTurn('subflow', { kind: 'stop' }, work);
      this.#state = { ...this.#state, subflow: null };
    } else if (this.#isParentWaiting(subflow.effect)) {
      this.#state = { ...this.#state, subflow: null };
      this.#takeTurn('flow', resumingSignal(signal, subflow.effect, execution), work);
    }
  }

  /** While the turn that started the subflow is still running, its parent's state is not the one that waits. */
  #isParentWaiting(effect: string): boolean {
    const { wait, status } = this.#state.flow.execution;
    return status === 'active' && wait?.for === 'effect' && wait.effect === effect;
  }

  #execute(role: Role, execution: Execution, command: Command, work: WorkBudget): CommandOutcome {
    const widget = execution.widget ?? '';
    switch (command.kind) {
      case 'send-message':
        return this.#sendMessage(role, widget, command);
      case 'place-call':
        return this.#placeCall(role, widget, command);
      case 'record-call':
        return completed(this.#recordCall(execution, command));
      case 'start-subflow':
        return this.#startSubflow(role, execution, command, work);
      case 'ask-service':
        if (command.service === 'understand' && this.#nextMock(widget, 'peek') === null)
          return completed(understoodResult(command.request));
        return this.#request(role, widget, command);
      case 'create-task':
      case 'http':
        return this.#request(role, widget, command);
      case 'end-call':
        this.note(null, { kind: 'hung-up', by: 'flow' });
        this.#setCall(command.call, 'ended');
        return deferred;
      case 'take-back-call':
      case 'cancel-task':
        return deferred;
    }
  }

  #sendMessage(role: Role, widget: string, command: CommandOf<'send-message'>): CommandOutcome {
    const { contact, channel, clock, messages } = this.#state;
    const { address: to } = recipientOf(command, { contact, channel }, false);
    if (to === '') return completed(messageWithoutRecipient());
    const mock = this.#nextMock(widget);
    const failed = mock !== null && isFailure(mock);
    const message = {
      sid: this.newSid('SM'),
      account: simulationAccount,
      status: failed ? 'failed' : 'sent',
      from: command.from,
      to,
      body: command.content === undefined ? command.body : '',
      media: command.content !== undefined || command.media_url === '' ? [] : [command.media_url],
      created: clock,
    };
    const { effect } = command;
    this.#state = { ...this.#state, messages: [...messages, { ...message, role, effect }] };
    const { body, media } = message;
    const content = command.content?.sid ?? null;
    this.note(widget, { kind: 'sent', to, body, media, content, failed });
    if (!failed) return completed(acceptedMessage(message));
    const response = isObject(mock.body) ? mock.body : {};
    const reason = textOf(response.message) || 'The carrier could not send it';
    const code = response.code === undefined ? '' : String(response.code);
    this.#schedule(role, effect, { result: failedMessage(message, code, reason), after: mock.delay ?? 0 });
    return deferred;
  }

  #placeCall(role: Role, widget: string, command: CommandOf<'place-call'>): CommandOutcome {
    const { effect, from, to, timeout_s: seconds } = command;
    if (to === '') {
      const message = 'The call has no number to ring';
      return completed({ ok: false, code: 0, message, data: { CallStatus: 'failed' } });
    }
    const sid = this.newSid('CA');
    const call: SimulatedCall = {
      ...{ sid, account: simulationAccount, from, to, direction: 'outbound', effect, status: 'ringing' },
    };
    this.addCall(call);
    this.note(widget, { kind: 'calling', to });
    const mock = this.#nextMock(widget);
    if (mock !== null) {
      const data: JsonObject = isObject(mock.body) ? mock.body : {};
      const status = textOf(data.CallStatus) || (isFailure(mock) ? 'failed' : 'in-progress');
      this.#setCall(sid, status === 'in-progress' ? 'live' : 'ended');
      const fields = { ...callFields(call, status), ...data, CallSid: sid, CallStatus: status };
      this.#schedule(role, effect, { result: { ok: true, data: fields }, after: mock.delay ?? 0 });
    }
    return { result: null, deadline: this.#state.clock + seconds * 1000 };
  }

  #recordCall({ context }: Execution, command: CommandOf<'record-call'>): Result {
    const call = this.call(command.call);
    if (call === null) return recordingFailure('There is no live call that could be recorded');
    const { clock: now } = this.#state;
    return recordingResult(command, context, {
      ...{ account: simulationAccount, now },
      sid: () => this.newSid('RE'),
    });
  }

  /** A mock goes before the subflow's definition. */
  #startSubflow(
    role: Role,
    execution: Execution,
    command: CommandOf<'start-subflow'>,
    work: WorkBudget,
  ): CommandOutcome {
    const widget = execution.widget ?? '';
    const definition = this.#scenario.subflows?.[command.flow_sid];
    if (definition === undefined || this.#nextMock(widget, 'peek') !== null)
      return this.#request(role, widget, command);
    const { contact, channel, flow } = this.#state;
    const { counted, ...start } = subflowStart(command, this.newSid('FT'), execution);
    const sid = this.newSid('FN');
    const { effect, flow_sid } = command;
    this.#state = {
      ...this.#state,
      subflow: {
        ...{ sid, flow: flow_sid, execution: newExecution() },
        ...{ due: flow.expires, expires: flow.expires, effect },
      },
    };
    const origin = { flow_sid, execution_sid: sid, contact, channel, child: true, counted };
    this.#takeTurn('subflow', { kind: 'trigger', ...start, ...origin }, work);
    const child = this.#state.subflow;
    if (child?.execution.status !== 'ended') return deferred;
    this.#state = { ...this.#state, subflow: null };
    return completed(subflowResult(child.execution));
  }

  /** Answers from the widget's mock; without one the run stops and asks. */
  #request(role: Role, widget: string, command: MockedCommand): CommandOutcome {
    const mock = this.#nextMock(widget);
    if (mock === null) {
      this.#state = { ...this.#state, missing: { role, widget, command } };
      return deferred;
    }
    this.#answer(role, widget, command, mock);
    return deferred;
  }

  #answer(role: Role, widget: string, command: MockedCommand, mock: Mock): void {
    const timed = this.#resultOf(role, command, mock);
    this.note(widget, { kind: 'requested', request: requestSummary(command), result: timed.result });
    this.#schedule(role, command.effect, timed);
  }

  #resultOf(role: Role, command: MockedCommand, mock: Mock): TimedResult {
    switch (command.kind) {
      case 'http':
        return mockHttp(mock, command);
      case 'start-subflow':
        return mockSubflow(mock);
      case 'create-task': {
        if (mock.open !== true) return mockService(mock, httpRequestLimits);
        const isCaller = command.hands_over && this.#hasCall(role);
        return { result: taskResult(this.newSid('WT'), isCaller), after: mock.delay ?? 0 };
      }
      case 'ask-service':
        return mockService(mock, httpRequestLimits);
    }
  }

  #hasCall(role: Role): boolean {
    const sid = this.#member(role)?.execution.call ?? null;
    return sid !== null || this.#state.calls.some(({ status }) => status === 'live');
  }

  #schedule(role: Role, effect: string, { result, after }: TimedResult): void {
    const { pending, clock } = this.#state;
    this.#state = { ...this.#state, pending: [...pending, { role, effect, at: clock + after, result }] };
  }

  /** The widget's next mock, which then is used; `peek` leaves it for the request. */
  #nextMock(widget: string, use: 'use' | 'peek' = 'use'): Mock | null {
    const { requests } = this.#state;
    const nth = Object.hasOwn(requests, widget) ? (requests[widget] ?? 0) : 0;
    const mock = mockFor(this.#scenario.mocks ?? {}, widget, nth);
    if (mock !== null && use === 'use')
      this.#state = { ...this.#state, requests: { ...requests, [widget]: nth + 1 } };
    return mock;
  }

  /** The call with that SID; null for one that the run has not begun. */
  call(sid: string | null): SimulatedCall | null {
    return sid === null ? null : (this.#state.calls.find((each) => each.sid === sid) ?? null);
  }

  #setCall(sid: string, status: SimulatedCall['status']): void {
    const calls = this.#state.calls.map((each) => (each.sid === sid ? { ...each, status } : each));
    this.#state = { ...this.#state, calls };
  }
}
