/**
 * Liquid templates in properties: parsing with error positions, and rendering. Tags and filters are in `liquid.ts`, limits
 * in `render-context.ts`, the variables that a text reads in `variable-references.ts`.
 */

import type { Template } from 'liquidjs';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import type { RenderTime } from './date-filters.ts';
import { compileFastPath, type FastPathPart, renderFastPath } from './fast-path.ts';
import { splitSegments, tokenize } from './lexer.ts';
import { liquid, parseNodes } from './liquid.ts';
import { RenderContext, renderInto } from './render-context.ts';
import { maxTagDepth, templateShape } from './template-shape.ts';
import { hasTemplate } from './variable-references.ts';

export type { RenderTime } from './date-filters.ts';
export { maxTextLength } from './render-context.ts';

/** A parse error; `index` is the 0-based offset in the text. */
export type TemplateError = { message: string; index: number };

/**
 * A parsed template. `templates` is null with parse errors, `fastPath` where the engine is needed; `parts` is how many
 * outputs, tags and texts it has.
 */
export type ParsedTemplate = {
  text: string;
  templates: Template[] | null;
  fastPath: FastPathPart[] | null;
  parts: number;
  errors: TemplateError[];
};

const unknownFilter = /^undefined filter: ([\w-]+)/;

/** Engine messages that are replaced by sentences for flow authors. */
const engineMessages: readonly [RegExp, string][] = [
  [/^undefined filter: ([\w-]+).*$/s, 'There is no filter "$1".'],
  [/^tag "(.*)" not found$/s, 'There is no tag "$1" that is allowed here.'],
  [/^parse length limit exceeded.*$/s, 'The text is too long for one with variables.'],
  [/^memory alloc limit exceeded.*$/s, 'The text takes too much memory to fill.'],
  [/^Maximum call stack size exceeded.*$/s, 'The brackets are nested too deeply.'],
];

const nestedTooDeeply = `The tags are nested more than ${maxTagDepth} levels deep.`;

/**
 * The parse errors of a text, in order, at most 20; empty for plain text.
 * @throws LimitExceeded when `work` does not suffice to parse it
 */
export function templateErrors(text: string, work = new WorkBudget()): TemplateError[] {
  if (!hasTemplate(text)) return [];
  spendParsing({ text, parts: templateShape(text).parts }, work);
  return parseTemplate(text).errors;
}

/** Parses a template strictly. Never throws: parse errors, at most 20, are in `errors`. Grows: n in text. */
export function parseTemplate(text: string): ParsedTemplate {
  const { parts, deepest } = templateShape(text);
  const fault = { text, templates: null, fastPath: null, parts };
  if (deepest !== null) return { ...fault, errors: [{ message: nestedTooDeeply, index: deepest }] };
  try {
    const templates = parseNodes(normalizeBlanks(text));
    return { text, templates, fastPath: compileFastPath(text), parts, errors: [] };
  } catch (failure) {
    return { ...fault, errors: toTemplateErrors(failure, text) };
  }
}

/** Spends what parsing a template costs. @throws LimitExceeded */
export function spendParsing(
  { text, parts }: Pick<ParsedTemplate, 'text' | 'parts'>,
  work: WorkBudget,
): void {
  work.spend('template part', parts);
  work.spend('template character', text.length);
}

/**
 * Renders a template. An undefined variable is empty text; an output that fails is empty, with a warning; a
 * template with parse errors renders to '' with its first error as warning. `time` is the present time.
 * Grows: n in text.
 *
 * @throws LimitExceeded when `work` does not suffice
 */
export function renderTemplate(
  template: ParsedTemplate,
  variables: object,
  time: RenderTime,
  work = new WorkBudget(),
): { text: string; warnings: string[] } {
  if (template.templates === null)
    return { text: '', warnings: template.errors.slice(0, 1).map((each) => each.message) };
  const text = template.fastPath && renderFastPath(template.fastPath, variables, work);
  if (text !== null) return { text, warnings: [] };
  const context = new RenderContext(liquid, variables, time, work);
  try {
    renderInto(template.templates, context);
  } catch (failure) {
    if (failure instanceof LimitExceeded) throw failure;
    for (const { message } of toTemplateErrors(failure, template.text)) context.warnings.add(message);
  }
  return { text: context.buffer, warnings: [...context.warnings] };
}

/**
 * The same text with blanks inside `widgets. name .parsed`, which the strict parser rejects, moved behind the
 * variable. The length is kept, so that error offsets stay valid.
 */
function normalizeBlanks(text: string): string {
  if (!/\s\.|\.\s/.test(text)) return text;
  let result = '';
  let done = 0;
  for (const segment of splitSegments(text)) {
    if (segment.kind === 'text') continue;
    for (const word of tokenize(text, segment.from, segment.to)) {
      if (word.kind !== 'path' || word.path.length === word.end - word.start) continue;
      result += text.slice(done, word.start) + word.path.padEnd(word.end - word.start);
      done = word.end;
    }
  }
  return result + text.slice(done);
}

function toTemplateErrors(failure: unknown, text: string): TemplateError[] {
  const { errors } = failure as { errors?: unknown };
  if (Array.isArray(errors)) return errors.flatMap((each) => toTemplateErrors(each, text));
  const { originalError, token, message } = failure as {
    originalError?: unknown;
    token?: { begin?: unknown };
    message?: unknown;
  };
  if (originalError !== undefined && hasToken(originalError)) return toTemplateErrors(originalError, text);
  const reason = originalError instanceof Error ? originalError.message : String(message);
  const begin = typeof token?.begin === 'number' ? token.begin : 0;
  const index = Math.max(begin, indexOfFilter(reason, text, begin));
  return [{ message: readableMessage(reason), index: Math.min(index, Math.max(0, text.length - 1)) }];
}

/** The offset of an unknown filter, as the engine only gives that of its output; -1 for other errors. */
function indexOfFilter(reason: string, text: string, begin: number): number {
  const name = unknownFilter.exec(reason)?.[1];
  return name === undefined ? -1 : text.indexOf(name, text.indexOf('|', begin));
}

function hasToken(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'token' in failure;
}

function readableMessage(reason: string): string {
  const [sentence = ''] = reason.split(/, line:\d+, col:\d+|\n/);
  const replacement = engineMessages.find(([pattern]) => pattern.test(sentence));
  if (replacement !== undefined) return sentence.replace(replacement[0], replacement[1]);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.?$/, '.')}`;
}
