/** One turn in progress: an execution on its way through the widgets of its flow. */

import type { Moment } from '#flow/template.ts';
import type { Outcome, Scope } from './behaviour.ts';
import { beginning, type Start } from './behaviours/trigger.ts';
import type { Command } from './command.ts';
import type { CompiledFlow, Widget } from './compile.ts';
import { applyChanges } from './context.ts';
import type { Change, Execution, Note, Step } from './execution.ts';
import { withoutPayment } from './payment-fields.ts';
import { render } from './render.ts';
import type { Signal } from './signal.ts';

/** Steps that one execution may have. */
export const stepLimit = 1_000;

/** Times that one widget may run in a row. */
export const repeatLimit = 10;

/** Notes that one step may carry. */
const noteLimit = 20;

const stepsExceeded = 81000;
const repeatsExceeded = 81001;
const eventIgnored = 81002;

/** Events by which a widget of an unknown type is left, where its type or its state has one. */
const failingEvents = ['failed', 'fail', 'failure', 'failedToEnqueue', 'providerError'];

export class Walk {
  readonly #flow: CompiledFlow;
  readonly #before: Execution;
  readonly #execution: Execution;
  readonly #moment: Moment;
  readonly #steps: Step[] = [];
  readonly #commands: Command[] = [];
  readonly #ignored: Note[] = [];

  constructor(flow: CompiledFlow, execution: Execution, moment: Moment) {
    this.#flow = flow;
    this.#before = execution;
    this.#execution = { ...execution };
    this.#moment = moment;
  }

  turn(): { execution: Execution; steps: Step[]; commands: Command[]; ignored: Note[] } {
    const isUnmoved = this.#ignored.length > 0 && this.#execution.notes === this.#before.notes;
    const execution = isUnmoved ? this.#before : this.#execution;
    return { execution, steps: this.#steps, commands: this.#commands, ignored: this.#ignored };
  }

  take(signal: Signal): void {
    const { status, widget } = this.#execution;
    const current = widget === null ? undefined : this.#flow.widgets.get(widget);
    if (status === 'ended') this.#ignore(0, 'The execution has ended.');
    else if (signal.kind === 'stop') this.#stop();
    else if (signal.kind === 'trigger') this.#start(signal);
    else if (current === undefined) this.#ignore(0, 'The execution is at no widget of this flow.');
    else if (signal.kind === 'hangup') this.#hangUp(current, signal);
    else if (this.#isAwaited(signal)) this.#receive(current, signal);
    else if (signal.kind === 'message') this.#passOver(current, signal);
    else
      this.#ignore(
        0,
        `A ${signal.kind} signal arrived for which "${current.name}" does not wait; it was ignored.`,
      );
  }

  #receive(current: Widget, signal: Signal): void {
    this.#countElsewhere(signal);
    const outcome = current.behaviour?.receive?.(current.state, signal, this.#scope(current)) ?? {
      stay: true,
    };
    const isUnwanted = signal.kind === 'message' && 'go' in outcome && !current.first.has(outcome.go);
    if ('stay' in outcome || isUnwanted) this.#passOver(current, signal);
    else this.#go(this.#settle(current, outcome));
  }

  /** The steps of a subflow count for its parent too. */
  #countElsewhere(signal: Signal): void {
    if (signal.kind !== 'result' || signal.result.steps === undefined) return;
    this.#execution.elsewhere = (this.#execution.elsewhere ?? 0) + signal.result.steps;
  }

  #start(signal: Start): void {
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
      this.#place(initial, []);
      this.#receive(initial, signal);
    } else {
      this.#execution.context = applyChanges(this.#execution.context, beginning(signal));
      this.#go(initial, beginning(signal));
    }
  }

  #stop(): void {
    const current = this.#flow.widgets.get(this.#execution.widget ?? '');
    if (current !== undefined) this.#record(current, 'stopped', 'Ended', []);
    this.#end();
  }

  /** A widget that has nothing to say of a hang-up is left by its hangup event, or the execution ends. */
  #hangUp(current: Widget, { call }: Extract<Signal, { kind: 'hangup' }>): void {
    const signal = { kind: 'hangup' as const, call: withoutPayment(call) };
    if (this.#execution.call === null) {
      this.#ignore(0, 'There is no live call that could end.');
      return;
    }
    this.#execution.call = null;
    const scope = this.#scope(current);
    const own = current.behaviour?.receive?.(current.state, signal, scope) ?? { stay: true };
    const set = [scope.output(signal.call)];
    const otherwise: Outcome = current.events.has('hangup') ? { go: 'hangup', set } : { end: 'hangup' };
    this.#go(this.#settle(current, 'stay' in own ? otherwise : own));
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

  /** Enters one widget after the other until one waits or nothing follows. */
  #go(first: Widget | null, pending: Change[] = []): void {
    for (let widget = first; widget !== null; ) {
      this.#place(widget, widget === first ? pending : []);
      const outcome = widget.behaviour?.enter(widget.state, this.#scope(widget)) ?? unknownType(widget);
      widget = this.#settle(widget, outcome);
    }
  }

  #place(widget: Widget, pending: Change[]): void {
    const execution = this.#execution;
    execution.repeats = execution.widget === widget.name ? execution.repeats + 1 : 1;
    execution.widget = widget.name;
    execution.pending = pending;
    execution.notes = [];
    execution.wait = null;
  }

  /** Carries out an outcome; gives the widget that follows, or null when there is a wait or the end. */
  #settle(widget: Widget, outcome: Outcome): Widget | null {
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
    const event = 'go' in outcome ? outcome.go : outcome.end;
    const next = 'go' in outcome ? this.#following(widget, outcome.go, outcome.entry) : null;
    this.#record(widget, event, next?.name ?? 'Ended', outcome.set ?? []);
    if (next === null) this.#end();
    return next;
  }

  #following(widget: Widget, event: string, entry: number | undefined): Widget | null {
    const transition = entry === undefined ? widget.first.get(event) : widget.transitions[entry];
    if (transition === undefined)
      this.#note({ code: 0, message: `"${widget.name}" has no transition for ${event}.` });
    const name = transition?.next;
    if (typeof name !== 'string' || name === '') return null;
    const next = this.#flow.widgets.get(name);
    const limit =
      next === undefined ? { code: 0, message: `There is no widget "${name}".` } : this.#limit(widget, next);
    if (limit !== null) this.#note(limit);
    return limit === null ? (next ?? null) : null;
  }

  #limit(widget: Widget, next: Widget): Note | null {
    const { steps, elsewhere = 0 } = this.#execution;
    if (steps + elsewhere + 1 >= stepLimit) {
      return { code: stepsExceeded, message: `The execution was ended after ${stepLimit} steps.` };
    }
    if (next.name !== widget.name || this.#execution.repeats < repeatLimit) return null;
    return { code: repeatsExceeded, message: `"${widget.name}" ran ${repeatLimit} times in a row.` };
  }

  #record(widget: Widget, name: string, to: string, set: readonly Change[]): void {
    const execution = this.#execution;
    const changes = [...execution.pending, ...set];
    execution.context = applyChanges(execution.context, changes);
    execution.steps += 1;
    this.#steps.push({
      seq: execution.steps,
      name,
      type: widget.type,
      transitioned_from: widget.name,
      transitioned_to: to,
      changes,
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

  #note(note: Note): void {
    const { notes } = this.#execution;
    if (notes.length >= noteLimit || notes.some((each) => each.message === note.message)) return;
    this.#execution.notes = [...notes, note];
  }

  /** What the widget has no use for stays as a warning on its step; the same once more adds nothing. */
  #passOver({ name }: Widget, signal: Signal): void {
    const what = signal.kind === 'message' ? 'A message' : `A ${signal.kind} signal`;
    const message = `${what} arrived while "${name}" takes none; it was ignored.`;
    this.#note({ code: eventIgnored, message });
    this.#ignore(eventIgnored, message);
  }

  #ignore(code: number, message: string): void {
    this.#ignored.push({ code, message });
  }

  #scope(widget: Widget): Scope {
    const { context, wait, call, child, steps } = this.#execution;
    const moment = this.#moment;
    const remark = (message: string) => this.#note({ code: 0, message });
    return {
      name: widget.name,
      properties: widget.properties,
      context,
      wait,
      call,
      child,
      now: moment.now,
      render: (template) => render(template, context, moment, remark),
      effect: (word) => `${steps + 1}.${word}`,
      output: (value) => ({ path: ['widgets', widget.name], value }),
    };
  }
}

function unknownType(widget: Widget): Outcome {
  const notes = [{ code: 0, message: `There are no widgets of the type ${widget.type || '(none)'}.` }];
  const event = failingEvents.find((name) => widget.events.has(name));
  return event === undefined ? { end: 'notRunnable', notes } : { go: event, notes };
}
