/** Interprets a compiled flow for one signal: enters widget after widget until a wait or the end, and collects the turn. */

import type { Transition } from '#flow/definition.ts';
import { textOf } from '#flow/json/json.ts';
import type { RenderTime } from '#flow/template/template.ts';
import { LimitExceeded, type WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Outcome, TemplateScope } from './behaviour.ts';
import { initialChanges, type TriggerSignal } from './behaviours/trigger.ts';
import type { Command } from './commands/command.ts';
import type { CompiledFlow, CompiledWidget } from './compile-flow.ts';
import { type ContextUpdate, updateContext } from './context.ts';
import type { Execution, Note, Step, VariableChange } from './execution.ts';
import { renderProperty } from './properties/render-property.ts';
import { redactPaymentFields } from './results/payment-redaction.ts';
import type { Signal } from './signal.ts';

/** Step limit of an execution. */
export const maxSteps = 1_000;

/** Limit of consecutive entries of the same widget. */
export const maxRepeats = 10;

/** Limit of notes on a step, and of the characters of one, which may name a rendered text. */
const maxNotes = 20;
const maxNoteLength = 300;

/** Bytes of the changes of all steps of an execution, as JSON. */
export const maxStoredBytes = 16 * 1024 * 1024;

const stepsExceededCode = 81000;
const repeatsExceededCode = 81001;
const signalIgnoredCode = 81002;

/**
 * Events by which widgets are left after a failure. One that exceeds a limit, or has an unsupported type, is left by the
 * first that it has.
 */
export const failureEvents: readonly string[] = [
  ...['failed', 'fail', 'failure', 'failedToEnqueue', 'providerError', 'deliveryFailure'],
];

export class Interpreter {
  readonly #flow: CompiledFlow;
  readonly #before: Execution;
  readonly #execution: Execution;
  readonly #time: RenderTime;
  readonly #work: WorkBudget;
  readonly #steps: Step[] = [];
  readonly #commands: Command[] = [];
  readonly #ignored: Note[] = [];

  constructor(flow: CompiledFlow, execution: Execution, time: RenderTime, work: WorkBudget) {
    this.#flow = flow;
    this.#before = execution;
    this.#execution = { ...execution };
    this.#time = time;
    this.#work = work;
  }

  turn(): { execution: Execution; steps: Step[]; commands: Command[]; ignored: Note[] } {
    const isUnchanged = this.#ignored.length > 0 && this.#execution.notes === this.#before.notes;
    const execution = isUnchanged ? this.#before : this.#execution;
    return { execution, steps: this.#steps, commands: this.#commands, ignored: this.#ignored };
  }

  handle(signal: Signal): void {
    const { status, widget } = this.#execution;
    const current = widget === null ? undefined : this.#flow.widgets.get(widget);
    if (status === 'ended') this.#ignore(0, 'The execution has ended.');
    else if (signal.kind === 'stop') this.#stop();
    else if (signal.kind === 'trigger') this.#start(signal);
    else if (current === undefined) this.#ignore(0, 'The execution is at no widget of this flow.');
    else if (signal.kind === 'hangup') this.#hangUp(current, signal);
    else if (this.#isAwaited(signal)) this.#receive(current, signal);
    else if (signal.kind === 'message') this.#ignoreUnhandled(current, signal);
    else
      this.#ignore(
        0,
        `A ${signal.kind} signal arrived for which "${current.name}" does not wait; it was ignored.`,
      );
  }

  #receive(current: CompiledWidget, signal: Signal): void {
    this.#countSubflowSteps(signal);
    const outcome = this.#outcomeOf(current, signal);
    const isUnwanted = signal.kind === 'message' && 'go' in outcome && !current.first.has(outcome.go);
    if ('stay' in outcome || isUnwanted) this.#ignoreUnhandled(current, signal);
    else this.#run(this.#applyOutcome(current, outcome));
  }

  /** The steps of a subflow count for its parent too. */
  #countSubflowSteps(signal: Signal): void {
    if (signal.kind !== 'result' || signal.result.steps === undefined) return;
    this.#execution.elsewhere = (this.#execution.elsewhere ?? 0) + signal.result.steps;
  }

  #start(signal: TriggerSignal): void {
    const { initial } = this.#flow;
    if (this.#execution.widget !== null) {
      this.#ignore(0, 'The execution has started already.');
      return;
    }
    this.#execution.call = signal.call;
    this.#execution.child = signal.child;
    if (signal.counted !== undefined) this.#execution.elsewhere = signal.counted;
    if (initial === undefined) this.#end();
    else if (initial.type === 'trigger') {
      this.#enter(initial, []);
      this.#receive(initial, signal);
    } else this.#startWithoutTrigger(initial, initialChanges(signal));
  }

  /** The first widget reads the data of the start, which are among the changes of its step. */
  #startWithoutTrigger(initial: CompiledWidget, changes: VariableChange[]): void {
    const update = this.#update(changes);
    if (update instanceof LimitExceeded) {
      this.#enter(initial, []);
      this.#run(this.#applyOutcome(initial, this.#limitOutcome(initial, update)));
      return;
    }
    this.#execution.context = update.context;
    this.#run(initial, changes);
  }

  #stop(): void {
    const current = this.#flow.widgets.get(this.#execution.widget ?? '');
    if (current !== undefined) this.#applyOutcome(current, { end: 'stopped' });
    else this.#end();
  }

  /** A widget that does not handle a hang-up is left by its hangup event, or the execution ends. */
  #hangUp(current: CompiledWidget, { call }: Extract<Signal, { kind: 'hangup' }>): void {
    const signal = { kind: 'hangup' as const, call: redactPaymentFields(call) };
    if (this.#execution.call === null) {
      this.#ignore(0, 'There is no live call that could end.');
      return;
    }
    this.#execution.call = null;
    const outcome = this.#outcomeOf(current, signal);
    const set = [this.#scope(current).output(signal.call)];
    const fallback: Outcome = current.events.has('hangup') ? { go: 'hangup', set } : { end: 'hangup' };
    this.#run(this.#applyOutcome(current, 'stay' in outcome ? fallback : outcome));
  }

  #isAwaited(signal: Signal): boolean {
    const { wait, steps } = this.#execution;
    switch (signal.kind) {
      case 'message':
        return wait?.for === 'reply';
      case 'call':
        return wait?.for === 'call' && wait.id === signal.wait;
      case 'return':
        return wait?.for === 'return';
      case 'timeout':
        return wait?.id === signal.wait && wait.timeout_ms !== null;
      case 'result':
        return wait?.for === 'effect'
          ? wait.effect === signal.effect
          : wait !== null && signal.effect.startsWith(`${steps + 1}.`);
      default:
        return false;
    }
  }

  /** Enters widget after widget until one waits or has no successor. */
  #run(first: CompiledWidget | null, pending: VariableChange[] = []): void {
    for (let widget = first; widget !== null; ) {
      this.#enter(widget, widget === first ? pending : []);
      widget = this.#applyOutcome(widget, this.#outcomeOf(widget, null));
    }
  }

  /** What the behaviour of a widget does on entry, or on a signal; when it exceeds a limit, what follows from that. */
  #outcomeOf(widget: CompiledWidget, signal: Signal | null): Outcome {
    const { behaviour, state } = widget;
    try {
      if (signal !== null) return behaviour?.receive?.(state, signal, this.#scope(widget)) ?? { stay: true };
      return behaviour?.enter(state, this.#scope(widget)) ?? unknownTypeOutcome(widget);
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return this.#limitOutcome(widget, error);
    }
  }

  /**
   * A widget that exceeds a limit is left by its event for failure, from where the turn goes on with a reserve. Without
   * one, or when a limit is exceeded again in the same turn, the execution ends.
   */
  #limitOutcome(widget: CompiledWidget, { message }: LimitExceeded): Outcome {
    const event = this.#work.takeReserve()
      ? failureEvents.find((name) => widget.events.has(name))
      : undefined;
    this.#execution.notes = this.#execution.notes.slice(0, maxNotes - 1);
    const notes = [{ code: 0, message }];
    return event === undefined ? { end: 'limitExceeded', notes } : { go: event, notes };
  }

  #enter(widget: CompiledWidget, pending: VariableChange[]): void {
    const execution = this.#execution;
    execution.repeats = execution.widget === widget.name ? execution.repeats + 1 : 1;
    execution.widget = widget.name;
    execution.pending = pending;
    execution.notes = [];
    execution.wait = null;
  }

  /** Applies an outcome; returns the next widget, or null at a wait or the end. */
  #applyOutcome(widget: CompiledWidget, outcome: Outcome): CompiledWidget | null {
    const execution = this.#execution;
    this.#commands.push(...(outcome.commands ?? []));
    if (outcome.call !== undefined) execution.call = outcome.call;
    for (const note of outcome.notes ?? []) this.#note(note);
    if ('wait' in outcome) {
      execution.waits += 1;
      execution.wait = { ...outcome.wait, id: String(execution.waits) };
    }
    if ('wait' in outcome || 'keep' in outcome) {
      if (outcome.set !== undefined) execution.pending = [...execution.pending, ...outcome.set];
      return null;
    }
    if ('stay' in outcome) return null;
    const update = this.#update([...execution.pending, ...(outcome.set ?? [])]);
    if (update instanceof LimitExceeded) {
      execution.pending = [];
      return this.#applyOutcome(widget, this.#limitOutcome(widget, update));
    }
    const event = 'go' in outcome ? outcome.go : outcome.end;
    const transition = 'go' in outcome ? transitionOf(widget, outcome.go, outcome.entry) : undefined;
    const next = 'go' in outcome ? this.#resolveTransition(widget, outcome.go, transition) : null;
    this.#recordStep(widget, { event, to: next?.name ?? 'Ended', transition }, update);
    if (next === null) this.#end();
    return next;
  }

  #resolveTransition(
    widget: CompiledWidget,
    event: string,
    transition: Transition | undefined,
  ): CompiledWidget | null {
    if (transition === undefined)
      this.#note({ code: 0, message: `"${widget.name}" has no transition for ${event}.` });
    const name = transition?.next;
    if (typeof name !== 'string' || name === '') return null;
    const next = this.#flow.widgets.get(name);
    const limit =
      next === undefined
        ? { code: 0, message: `There is no widget "${name}".` }
        : this.#exceededLimit(widget, next);
    if (limit !== null) this.#note(limit);
    return limit === null ? (next ?? null) : null;
  }

  #exceededLimit(widget: CompiledWidget, next: CompiledWidget): Note | null {
    const { steps, elsewhere = 0 } = this.#execution;
    if (steps + elsewhere + 1 >= maxSteps) {
      return { code: stepsExceededCode, message: `The execution was ended after ${maxSteps} steps.` };
    }
    if (next.name !== widget.name || this.#execution.repeats < maxRepeats) return null;
    return { code: repeatsExceededCode, message: `"${widget.name}" ran ${maxRepeats} times in a row.` };
  }

  /** The context with `changes`, within the limits of the turn, of a context and of an execution. */
  #update(changes: readonly VariableChange[]): ContextUpdate | LimitExceeded {
    const { context, steps, stored = 0 } = this.#execution;
    try {
      const update = updateContext(context, changes, this.#work, steps === 0);
      if (stored + update.bytes <= maxStoredBytes) return update;
      return new LimitExceeded('The limit of 16 MB of stored steps was exceeded.');
    } catch (error) {
      if (error instanceof LimitExceeded) return error;
      throw error;
    }
  }

  #recordStep(
    widget: CompiledWidget,
    { event, to, transition }: { event: string; to: string; transition: Transition | undefined },
    update: ContextUpdate,
  ): void {
    const execution = this.#execution;
    execution.context = update.context;
    execution.steps += 1;
    if (update.bytes > 0) execution.stored = (execution.stored ?? 0) + update.bytes;
    this.#steps.push({
      seq: execution.steps,
      name: event,
      type: widget.type,
      transitioned_from: widget.name,
      transitioned_to: to,
      ...(transition !== undefined && { transition: widget.transitions.indexOf(transition) }),
      changes: update.changes,
      notes: execution.notes,
    });
    execution.pending = [];
    execution.notes = [];
  }

  #end(): void {
    const execution = this.#execution;
    if (execution.call !== null && !execution.child) {
      this.#commands.push({ kind: 'end-call', effect: `${execution.steps}.end-call`, call: execution.call });
    }
    execution.status = 'ended';
    execution.widget = null;
    execution.wait = null;
    execution.call = null;
  }

  #note({ code, message: full }: Note): void {
    const { notes } = this.#execution;
    const message = full.length <= maxNoteLength ? full : `${full.slice(0, maxNoteLength - 1)}…`;
    if (notes.length >= maxNotes || notes.some((each) => each.message === message)) return;
    this.#execution.notes = [...notes, { code, message }];
  }

  /** Notes a signal that the widget does not handle, once, as a warning on its step. */
  #ignoreUnhandled({ name }: CompiledWidget, signal: Signal): void {
    const subject = signal.kind === 'message' ? 'A message' : `A ${signal.kind} signal`;
    const message = `${subject} arrived while "${name}" takes none; it was ignored`;
    const text = signal.kind === 'message' ? textOf(signal.message.Body).trim() : '';
    this.#note({
      code: signalIgnoredCode,
      message: text === '' ? `${message}.` : `${message}: "${text}"`,
    });
    // The log has no texts of contacts.
    this.#ignore(signalIgnoredCode, `${message}.`);
  }

  #ignore(code: number, message: string): void {
    this.#ignored.push({ code, message });
  }

  #scope(widget: CompiledWidget): TemplateScope {
    const { context, wait, call, child, steps } = this.#execution;
    const time = this.#time;
    const warn = (message: string) => this.#note({ code: 0, message });
    return {
      name: widget.name,
      properties: widget.properties,
      context,
      wait,
      call,
      child,
      now: time.now,
      timeZone: time.timeZone,
      work: this.#work,
      render: (template) => renderProperty(template, context, { time, work: this.#work, warn }),
      effect: (kind) => `${steps + 1}.${kind}`,
      output: (value) => ({ path: ['widgets', widget.name], value }),
    };
  }
}

function transitionOf(
  widget: CompiledWidget,
  event: string,
  entry: number | undefined,
): Transition | undefined {
  return entry === undefined ? widget.first.get(event) : widget.transitions[entry];
}

function unknownTypeOutcome(widget: CompiledWidget): Outcome {
  const notes = [{ code: 0, message: `There are no widgets of the type ${widget.type || '(none)'}.` }];
  const event = failureEvents.find((name) => widget.events.has(name));
  return event === undefined ? { end: 'notRunnable', notes } : { go: event, notes };
}
