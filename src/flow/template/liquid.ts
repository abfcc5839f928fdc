/**
 * The one configured template engine: which tags and filters exist, and the limits of rendering.
 *
 * No files, no includes, no code made from text (it runs under a policy without unsafe-eval), and no
 * clock: the time is handed in. Limits are counted, not timed, so that the same template gives the same
 * text on every machine.
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
import { estimateLength, stringifyValue } from './stringify.ts';
import { resolveLocalTime } from './time-zone.ts';

/** Rounds that one loop may make; the rest is left out and noted. */
export const maxLoopIterations = 15;

/** UTF-16 letters that one rendered text may have; the rest is left out and noted. */
export const maxTextLength = 16 * 1024;

const maxTotalIterations = 5_000;
const maxTemplateLength = 100_000;
const maxMemory = 500_000;

/** What is refused has cost time: a template that goes on wanting more is given up. */
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

/** When a template is filled: epoch milliseconds, and the IANA name of the zone in which it writes dates. */
export type RenderTime = { now: number; timeZone: string };

/** A rendering in progress: what it reads, the time it believes, and what it has to remark. */
export class RenderContext extends Context implements Emitter {
  buffer = '';
  readonly moment: RenderTime;
  readonly remarks = new Set<string>();
  #rounds = 0;
  #wanted = 0;

  /** The keys of `variables` are readable as roots. */
  constructor(variables: object, moment: RenderTime) {
    super(variables, liquid.options, { sync: true }, { liquid: liquid });
    this.moment = moment;
    const { memoryLimit, renderLimit } = this;
    const use = memoryLimit.use.bind(memoryLimit);
    memoryLimit.use = (letters) => {
      this.#wanted += letters;
      use(letters);
    };
    // The engine asks before every part of a template.
    renderLimit.check = () => this.#check();
  }

  /** Counts a search in `text`: at its worst it costs as much as both lengths multiplied. */
  search(text: unknown, pattern: unknown): void {
    this.#wanted += estimateLength(text, maxWork) * (1 + estimateLength(pattern, maxWork) / 1_000);
    this.#check();
  }

  /** The text of a value for an output. */
  textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    const text = stringifyValue(value);
    this.#wanted += text.length;
    return text;
  }

  #check(): void {
    if (this.#wanted > maxWork) throw new Error('memory alloc limit exceeded');
  }

  /** Takes the next piece of text; stops the rendering when the text is full. */
  write(piece: unknown): void {
    const text = this.textOf(piece);
    const room = maxTextLength - this.buffer.length;
    this.buffer += text.length <= room ? text : text.slice(0, room).replace(/[\ud800-\udbff]$/, '');
    if (text.length <= room) return;
    this.remarks.add(`The text is longer than ${maxTextLength} letters and was cut.`);
    this.breakCalled = true;
  }

  /** Counts a round of the loop that is `nth` in its own rounds (from 0); false when it must not be made. */
  mayLoop(nth: number): boolean {
    this.#rounds++;
    if (nth < maxLoopIterations && this.#rounds <= maxTotalIterations) return true;
    this.remarks.add(
      nth < maxLoopIterations
        ? `The loops of one text may make ${maxTotalIterations} rounds together; the rest was left out.`
        : `A loop may make ${maxLoopIterations} rounds; the rest was left out.`,
    );
    return false;
  }
}

/** Fills parsed templates. @throws LiquidError for the parts that failed; the rest is in `rendering.buffer`. */
export function renderInto(templates: Template[], rendering: RenderContext): void {
  toValueSync(liquid.renderer.renderTemplates(templates, rendering, rendering));
}

const defaultTime: RenderTime = { now: 0, timeZone: 'UTC' };

class LimitedForTag extends ForTag {
  constructor(...args: ConstructorParameters<typeof ForTag>) {
    super(...args);
    this.templates.unshift(new IterationCounter(args[0]));
  }
}

/** Stands first in the body of every loop. */
class IterationCounter implements Template {
  readonly token: TagToken;

  constructor(token: TagToken) {
    this.token = token;
  }

  render(context: Context): void {
    const nth = context.getSync(['forloop', 'index0']);
    if (context instanceof RenderContext && !context.mayLoop(Number(nth))) context.breakCalled = true;
  }
}

/** What stands between `capture` and its end counts like what a filter makes. */
class MeteredCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const emitter: Emitter = {
      buffer: '',
      write(piece) {
        const text = context instanceof RenderContext ? context.textOf(piece) : stringifyValue(piece);
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
      if (context instanceof RenderContext) context.search(left, right);
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

/** A list that is doubled holds the same things again, but is written out twice as long. */
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
    if (this.context instanceof RenderContext) this.context.search(value, pattern);
    return Reflect.apply(standard, this, [value, pattern, ...rest]);
  });
}

liquid.registerFilter('to_json', function (value: unknown) {
  const json = JSON.stringify(value ?? null);
  this.context.memoryLimit.use(json.length);
  return json;
});

/** Whole numbers stay whole, rounded down, as the language's reference has it. */
liquid.registerFilter('divided_by', (left: unknown, right: unknown) => {
  const [dividend, divisor] = [Number(left) || 0, Number(right) || 0];
  if (divisor === 0) throw new Error('divided by 0');
  const whole = Number.isInteger(dividend) && Number.isInteger(divisor);
  return whole ? Math.floor(dividend / divisor) : dividend / divisor;
});

const standardDate = standardFilters.date;
liquid.registerFilter('date', function (value: unknown, format: unknown, zone: unknown) {
  const { now, timeZone } = this.context instanceof RenderContext ? this.context.moment : defaultTime;
  const moment =
    value === 'now' || value === 'today'
      ? now / 1000
      : typeof value === 'string'
        ? resolveLocalTime(value, timeZone)
        : value;
  if (typeof standardDate !== 'function') return value;
  // The zone of the settings costs a look into the calendar, so it is only named where it is not UTC.
  const named = zone ?? (timeZone === 'UTC' ? undefined : timeZone);
  const shown: unknown = standardDate.call(this, moment, format, ...(named === undefined ? [] : [named]));
  return shown === moment ? value : shown;
});
