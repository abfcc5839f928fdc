/** The context of one rendering, with the limits of its text, and the loop over the nodes of a template. */

import { Context, type Emitter, type Liquid, type Template, toValueSync } from 'liquidjs';
import { isObject, type Json, type JsonObject, objectOf } from '../json/json.ts';
import { LimitExceeded, type WorkBudget } from '../work-budget/work-budget.ts';
import { asText, stored } from './comparison.ts';
import type { RenderTime } from './date-filters.ts';
import { stringifyValue } from './stringify.ts';

/** Iterations of one loop; the rest is omitted with a warning. */
export const maxLoopIterations = 15;

/** UTF-16 code units of one rendered text; the rest is truncated with a warning. */
export const maxTextLength = 16 * 1024;

/** Characters that the filters of one text may make. */
export const maxMemory = 500_000;

const maxTotalIterations = 5_000;

/** Outputs and tags of one text that may fail: each is a warning, and a step has at most as many notes. */
const maxFailures = 20;

/** The context of one rendering: variables, time, output buffer, warnings, and the budget from which it is spent. */
export class RenderContext extends Context implements Emitter {
  buffer = '';
  readonly time: RenderTime;
  readonly work: WorkBudget;
  readonly warnings = new Set<string>();
  readonly #widgets: Json | undefined;
  /** The objects whose members a flow has set: `flow.variables`, and each of `widgets` that is read. */
  readonly #setByFlow: Set<unknown>;
  #iterations = 0;
  #failures = 0;

  /** The keys of `variables` are the global variables. */
  constructor(liquid: Liquid, variables: object, time: RenderTime, work: WorkBudget) {
    super(variables, liquid.options, { sync: true }, { liquid });
    const { flow, widgets } = variables as JsonObject;
    this.#widgets = widgets;
    this.#setByFlow = new Set([objectOf(flow).variables]);
    this.time = time;
    this.work = work;
    const { memoryLimit } = this;
    const use = memoryLimit.use.bind(memoryLimit);
    memoryLimit.use = (characters) => {
      work.spend('byte', Math.max(0, Math.min(Number(characters) || 0, maxMemory)));
      use(characters);
    };
  }

  override readProperty(...[object, key]: Parameters<Context['readProperty']>): unknown {
    if (key === 'size') return super.readProperty(asText(object) as typeof object, key);
    const value = super.readProperty(object, key);
    if (object === this.#widgets && isObject(value)) this.#setByFlow.add(value);
    return this.#setByFlow.has(object) ? stored(value) : value;
  }

  /** The text of a value for an output. */
  textOf(value: unknown): string {
    const text = typeof value === 'string' ? value : stringifyValue(value);
    this.work.spend('byte', text.length);
    return text;
  }

  /** Appends to the output; stops the rendering at the maximum length. */
  write(value: unknown): void {
    const text = this.textOf(value);
    const remaining = maxTextLength - this.buffer.length;
    this.buffer += text.length <= remaining ? text : text.slice(0, remaining).replace(/[\ud800-\udbff]$/, '');
    if (text.length <= remaining) return;
    this.warnings.add(`The text is longer than ${maxTextLength} characters and was truncated.`);
    this.breakCalled = true;
  }

  /** Counts iteration `nth` (from 0) of a loop; false when it exceeds a limit. */
  countIteration(nth: number): boolean {
    this.#iterations++;
    if (nth < maxLoopIterations && this.#iterations <= maxTotalIterations) return true;
    this.warnings.add(
      nth < maxLoopIterations
        ? `The loops of one text may have ${maxTotalIterations} iterations in total; the rest was omitted.`
        : `A loop may have ${maxLoopIterations} iterations; the rest was omitted.`,
    );
    return false;
  }

  /** Counts an output or tag that failed; stops the rendering at the maximum. */
  countFailure(): void {
    this.#failures++;
    if (this.#failures >= maxFailures) this.breakCalled = true;
  }
}

/**
 * Renders nodes one after the other, in place of the engine's own loop: each is spent from the budget, and one that
 * fails does not prevent the next. @throws AggregateError with the errors of those that failed
 * @throws LimitExceeded at once
 */
export function* renderNodes(
  templates: Template[],
  context: Context,
  emitter: Emitter,
): Generator<unknown, unknown, unknown> {
  const errors: unknown[] = [];
  for (const template of templates) {
    if (context instanceof RenderContext) context.work.spend('template node');
    try {
      const text = yield template.render(context, emitter);
      if (text) emitter.write(text);
    } catch (error) {
      if (error instanceof LimitExceeded) throw error;
      if (context instanceof RenderContext && !(error instanceof AggregateError)) context.countFailure();
      errors.push(error);
    }
    if (context.breakCalled || context.continueCalled) break;
  }
  if (errors.length > 0) throw new AggregateError(errors);
  return '';
}

/** Renders parsed templates. @throws AggregateError for the parts that failed; the rest is in `context.buffer` */
export function renderInto(templates: Template[], context: RenderContext): void {
  toValueSync(renderNodes(templates, context, context));
}
