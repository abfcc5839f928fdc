/**
 * The configured Liquid engine: allow lists of tags and filters, and the resource limits of rendering.
 *
 * No files, no includes, no code generation (it runs under a Content-Security-Policy without unsafe-eval), and no
 * clock: the time is passed in. Limits count operations instead of time, so that rendering is deterministic.
 */

import {
  CaptureTag,
  CaseTag,
  type Context,
  defaultOperators,
  type Emitter,
  ForTag,
  Liquid,
  Parser,
  filters as standardFilters,
  type TagToken,
  type Template,
  Tokenizer,
} from 'liquidjs';
import { readNumber } from '../number/numeric.ts';
import { asText, compared, comparedOperands, plain } from './comparison.ts';
import { type RenderTime, registerDateFilters } from './date-filters.ts';
import { chargeFilter, chargeOperator } from './filter-work.ts';
import { registerNumberFilters } from './number-filters.ts';
import { maxMemory, RenderContext, renderNodes } from './render-context.ts';
import { estimateLength, stringifyValue } from './stringify.ts';
import { maxTemplateLength } from './template-shape.ts';

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

/** Compares as operators do. */
class ComparingCaseTag extends CaseTag {
  constructor(...args: ConstructorParameters<typeof CaseTag>) {
    super(...args);
    const { value } = this;
    const evaluate = value.value.bind(value);
    value.value = function* (...of) {
      return compared(yield* evaluate(...of));
    };
  }
}

/** A number of a template keeps its point and its digits. */
const { readNumber: readNumberToken } = Tokenizer.prototype;
Tokenizer.prototype.readNumber = function () {
  const token = readNumberToken.call(this);
  return token && Object.assign(token, { content: readNumber(token.getText()) });
};

/** Filters that look for a value in a list. */
const lookups = ['where', 'reject', 'find', 'find_index', 'has'];

/** Filters that take a stored number as its text; others of text make text of all they get. */
const textFilters = ['size', 'first', 'last'];

export const liquid = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: false,
  timezoneOffset: 0,
  locale: 'en-US',
  memoryLimit: maxMemory,
  operators: Object.fromEntries(
    Object.entries(defaultOperators).map(([name, operator]) => [
      name,
      (left: unknown, right: unknown, context: Context) => {
        // Unary operators get their context in the place of the right operand.
        if (context instanceof RenderContext) chargeOperator(context, name, left, right);
        return Reflect.apply(operator, null, [...comparedOperands(name, left, right), context]) as boolean;
      },
    ]),
  ) as typeof defaultOperators,
});

liquid.renderer.renderTemplates = renderNodes;

/** Parse errors of one template that are reported. */
const maxErrors = 20;

/** Parses a template. @throws AggregateError with the parse errors, or one of them */
export function parseNodes(text: string): Template[] {
  if (text.length > maxTemplateLength) throw new Error('parse length limit exceeded');
  const parser = new Parser(liquid);
  const tokens = new Tokenizer(text, liquid.options.operators).readTopLevelTokens(liquid.options);
  const templates: Template[] = [];
  const errors: unknown[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    try {
      templates.push(parser.parseToken(token, tokens));
    } catch (error) {
      if (errors.push(error) >= maxErrors) break;
    }
  }
  if (errors.length > 0) throw new AggregateError(errors);
  return templates;
}

for (const name of Object.keys(liquid.filters)) {
  if (!allowedFilters.includes(name)) liquid.unregisterFilter(name);
}
for (const name of Object.keys(liquid.tags)) {
  if (!allowedTags.includes(name)) delete liquid.tags[name];
}
liquid.registerTag('for', LimitedForTag);
liquid.registerTag('capture', MeteredCaptureTag);
liquid.registerTag('case', ComparingCaseTag);

/** Doubling a list shares its items, but doubles its length as text: charged as text. */
const standardConcat = standardFilters.concat;
liquid.registerFilter('concat', function (left: unknown, right: unknown) {
  this.context.memoryLimit.use(estimateLength([left, right], maxMemory));
  return typeof standardConcat === 'function' ? standardConcat.call(this, left, right) : left;
});

liquid.registerFilter('to_json', function (value: unknown) {
  const json = JSON.stringify(value ?? null);
  this.context.memoryLimit.use(json.length);
  return json;
});

registerNumberFilters(liquid);
registerDateFilters(liquid, (context) => (context instanceof RenderContext ? context.time : defaultTime));

for (const [name, filter] of Object.entries(liquid.filters)) {
  const handler = typeof filter === 'function' ? filter : filter.handler;
  liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
    const subject = textFilters.includes(name) ? asText(value) : plain(value);
    const args = rest.map((each, index) =>
      index === 1 && lookups.includes(name) ? compared(each) : plain(each),
    );
    if (this.context instanceof RenderContext) chargeFilter(this.context, name, subject, args);
    return Reflect.apply(handler, this, [subject, ...args]);
  });
}
