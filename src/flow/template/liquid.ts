/**
 * The configured Liquid engine: allow lists of tags and filters, and the resource limits of rendering.
 *
 * No files, no includes, no code generation (it runs under a Content-Security-Policy without unsafe-eval), and no
 * clock: the time is passed in. Limits count operations instead of time, so that rendering is deterministic.
 */

import {
  CaptureTag,
  Context,
  defaultOperators,
  type Emitter,
  ForTag,
  Liquid,
  filters as standardFilters,
  type TagToken,
  type Template,
  toValueSync,
} from 'liquidjs';
import { type RenderTime, registerDateFilters } from './date-filters.ts';
import { estimateLength, stringifyValue } from './stringify.ts';

/** Iterations of one loop; the rest is omitted with a warning. */
export const maxLoopIterations = 15;

/** UTF-16 code units of one rendered text; the rest is truncated with a warning. */
export const maxTextLength = 16 * 1024;

const maxTotalIterations = 5_000;
const maxTemplateLength = 100_000;
const maxMemory = 500_000;

/** Rejected allocations have cost time too: a template that keeps requesting more is aborted. */
const maxWork = 20 * maxMemory;

const allowedFilters = (
  'abs append at_least at_most base64_decode base64_encode capitalize ceil compact concat date default ' +
  'divided_by downcase escape escape_once find find_index first floor group_by has join json last lstrip map ' +
  'minus modulo newline_to_br plus prepend reject remove remove_first remove_last replace replace_first ' +
  'replace_last reverse round rstrip size slice sort sort_natural split strip strip_html strip_newlines sum ' +
  'times truncate truncatewords uniq upcase url_decode url_encode where'
).split(' ');

const allowedTags =
  'assign break capture case comment continue cycle decrement echo for if increment liquid raw unless #'.split(
    ' ',
  );

/** The context of one rendering: variables, time, output buffer, warnings, and the meters of its limits. */
export class RenderContext extends Context implements Emitter {
  buffer = '';
  readonly time: RenderTime;
  readonly warnings = new Set<string>();
  #iterations = 0;
  #work = 0;

  /** The keys of `variables` are the global variables. */
  constructor(variables: object, time: RenderTime) {
    super(variables, liquid.options, { sync: true }, { liquid: liquid });
    this.time = time;
    const { memoryLimit, renderLimit } = this;
    const use = memoryLimit.use.bind(memoryLimit);
    memoryLimit.use = (characters) => {
      this.#work += characters;
      use(characters);
    };
    // The engine calls this before each node of a template.
    renderLimit.check = () => this.#check();
  }

  /** Charges a substring search in `text`: its worst case is the product of both lengths. */
  chargeSearch(text: unknown, pattern: unknown): void {
    this.#work += estimateLength(text, maxWork) * (1 + estimateLength(pattern, maxWork) / 1_000);
    this.#check();
  }

  /** The text of a value for an output. */
  textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    const text = stringifyValue(value);
    this.#work += text.length;
    return text;
  }

  #check(): void {
    if (this.#work > maxWork) throw new Error('memory alloc limit exceeded');
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
}

/** Renders parsed templates. @throws LiquidError for the parts that failed; the rest is in `context.buffer` */
export function renderInto(templates: Template[], context: RenderContext): void {
  toValueSync(liquid.renderer.renderTemplates(templates, context, context));
}

const defaultTime: RenderTime = { now: 0, timeZone: 'UTC' };

class LimitedForTag extends ForTag {
  constructor(...args: ConstructorParameters<typeof ForTag>) {
    super(...args);
    this.templates.unshift(new IterationCounter(args[0]));
  }
}

/** The first node in the body of every loop. */
class IterationCounter implements Template {
  readonly token: TagToken;

  constructor(token: TagToken) {
    this.token = token;
  }

  render(context: Context): void {
    const nth = context.getSync(['forloop', 'index0']);
    if (context instanceof RenderContext && !context.countIteration(Number(nth))) context.breakCalled = true;
  }
}

/** Captured text is charged like the output of a filter. */
class MeteredCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const emitter: Emitter = {
      buffer: '',
      write(value) {
        const text = context instanceof RenderContext ? context.textOf(value) : stringifyValue(value);
        context.memoryLimit.use(text.length);
        this.buffer += text;
      },
    };
    yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
    Object.assign(context.bottom(), { [this.variable]: emitter.buffer });
  }
}

export const liquid = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: false,
  catchAllErrors: true,
  timezoneOffset: 0,
  locale: 'en-US',
  parseLimit: maxTemplateLength,
  memoryLimit: maxMemory,
  operators: {
    ...defaultOperators,
    contains(left: unknown, right: unknown, context: Context) {
      if (context instanceof RenderContext) context.chargeSearch(left, right);
      return defaultOperators.contains?.(left, right, context) ?? false;
    },
  },
});

for (const name of Object.keys(liquid.filters)) {
  if (!allowedFilters.includes(name)) liquid.unregisterFilter(name);
}
for (const name of Object.keys(liquid.tags)) {
  if (!allowedTags.includes(name)) delete liquid.tags[name];
}
liquid.registerTag('for', LimitedForTag);
liquid.registerTag('capture', MeteredCaptureTag);

/** Doubling a list shares its items, but doubles its length as text: charged as text. */
const standardConcat = standardFilters.concat;
liquid.registerFilter('concat', function (left: unknown, right: unknown) {
  this.context.memoryLimit.use(estimateLength([left, right], maxMemory));
  return typeof standardConcat === 'function' ? standardConcat.call(this, left, right) : left;
});

for (const name of [
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'split',
]) {
  const standard = standardFilters[name as keyof typeof standardFilters];
  if (typeof standard !== 'function') continue;
  liquid.registerFilter(name, function (value: unknown, pattern: unknown, ...rest: unknown[]) {
    if (this.context instanceof RenderContext) this.context.chargeSearch(value, pattern);
    return Reflect.apply(standard, this, [value, pattern, ...rest]);
  });
}

liquid.registerFilter('to_json', function (value: unknown) {
  const json = JSON.stringify(value ?? null);
  this.context.memoryLimit.use(json.length);
  return json;
});

/** Integer division rounds down, as in the Liquid reference. */
liquid.registerFilter('divided_by', (left: unknown, right: unknown) => {
  const [dividend, divisor] = [Number(left) || 0, Number(right) || 0];
  if (divisor === 0) throw new Error('divided by 0');
  const isInteger = Number.isInteger(dividend) && Number.isInteger(divisor);
  return isInteger ? Math.floor(dividend / divisor) : dividend / divisor;
});

registerDateFilters(liquid, (context) => (context instanceof RenderContext ? context.time : defaultTime));
