/**
 * The `{{ … }}` language of properties: what is wrong with a text, which variables it reads, and what it
 * renders to. Tags, filters and limits are in `template/language.ts`.
 */

import type { Template } from 'liquidjs';
import { compileFastPath, type FastPathPart, renderFastPath } from './fast-path.ts';
import { type Segment, splitSegments, type Token, tokenize, type VariablePath } from './lexer.ts';
import { liquid, RenderContext, type RenderTime, renderInto } from './liquid.ts';

export { maxTextLength, type RenderTime } from './liquid.ts';

/** `index` is the 0-based place in the text. */
export type TemplateError = { message: string; index: number };

/** A variable that is read: `path` without stray blanks, `start` and `end` its place in the text. */
export type VariableReference = { path: string; start: number; end: number };

/**
 * `variable` stands for an output: `path` is the first variable that it reads (its own text when it reads
 * none), `filtered` says that more is done with it. `text` is what stands between the delimiters.
 */
export type TemplatePart =
  | { kind: 'text' | 'tag'; text: string }
  | { kind: 'variable'; text: string; path: string; filtered: boolean };

/** A template ready to be filled. `templates` is null for a text with mistakes, `plain` for one that needs the engine. */
export type ParsedTemplate = {
  text: string;
  templates: Template[] | null;
  fastPath: FastPathPart[] | null;
  errors: TemplateError[];
};

const keywords = new Set(
  'and or contains not true false nil null empty blank in reversed limit offset'.split(' '),
);

const unknownFilter = /^undefined filter: ([\w-]+)/;

/** What the engine says, and how a person is told. */
const engineMessages: readonly [RegExp, string][] = [
  [/^undefined filter: ([\w-]+).*$/s, 'There is no filter "$1".'],
  [/^tag "(.*)" not found$/s, 'There is no tag "$1" that could stand here.'],
  [/^parse length limit exceeded.*$/s, 'The text is too long for one with variables.'],
  [/^memory alloc limit exceeded.*$/s, 'The text takes too much memory to fill.'],
  [/^Maximum call stack size exceeded.*$/s, 'The tags are nested too deeply.'],
];

/** False for plain text, which renders to itself. */
export function hasTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** What the strict reading refuses, in order of place; empty for plain text. */
export function templateErrors(text: string): TemplateError[] {
  return hasTemplate(text) ? parseTemplate(text).errors : [];
}

/**
 * The variables of the flow that a text reads, in outputs, tags and brackets, in order of place.
 * Names that the text makes itself (assign, capture, for) are left out.
 */
export function variableReferences(text: string): VariableReference[] {
  if (!hasTemplate(text)) return [];
  const local = new Set(['forloop']);
  const read: VariablePath[] = [];
  for (const segment of splitSegments(text)) {
    if (segment.kind !== 'text')
      read.push(...readPaths(segment, tokenize(text, segment.from, segment.to), local));
  }
  return read
    .flatMap(withNestedPaths)
    .filter(({ root }) => !local.has(root))
    .map(({ path, start, end }) => ({ path, start, end }));
}

/** A text cut into plain text, outputs and tags, for showing variables as chips. */
export function templateParts(text: string): TemplatePart[] {
  return splitSegments(text).map((segment): TemplatePart => {
    const inside = text.slice(segment.from, segment.to);
    if (segment.kind === 'text') return { kind: 'text', text: inside };
    if (segment.kind === 'tag') return { kind: 'tag', text: inside.trim() };
    const words = tokenize(text, segment.from, segment.to);
    const path = readPaths(segment, words, new Set())[0]?.path ?? inside.trim();
    return {
      kind: 'variable',
      text: inside.trim(),
      path,
      filtered: words.some((word) => isPunctuation(word, '|')),
    };
  });
}

/** Reads a template strictly. Never throws: what is wrong is in `mistakes`. */
export function parseTemplate(text: string): ParsedTemplate {
  try {
    const templates = liquid.parse(normalizeBlanks(text));
    return { text, templates, fastPath: compileFastPath(text), errors: [] };
  } catch (failure) {
    return { text, templates: null, fastPath: null, errors: toTemplateErrors(failure, text) };
  }
}

/**
 * Fills a template. An undefined variable is empty text; an output that fails is empty and remarked, the rest
 * is there; a template with mistakes gives '' and its first mistake as remark. `moment` is when it is filled.
 */
export function renderTemplate(
  template: ParsedTemplate,
  variables: object,
  moment: RenderTime,
): { text: string; remarks: string[] } {
  if (template.templates === null)
    return { text: '', remarks: template.errors.slice(0, 1).map((each) => each.message) };
  const plain = template.fastPath && renderFastPath(template.fastPath, variables);
  if (plain !== null) return { text: plain, remarks: [] };
  const rendering = new RenderContext(variables, moment);
  try {
    renderInto(template.templates, rendering);
  } catch (failure) {
    for (const { message } of toTemplateErrors(failure, template.text)) rendering.remarks.add(message);
  }
  return { text: rendering.buffer, remarks: [...rendering.remarks] };
}

function readPaths(segment: Segment, words: Token[], local: Set<string>): VariablePath[] {
  const read = segment.kind === 'tag' ? tagArguments(words, local) : words;
  return read.filter((word, index): word is VariablePath => {
    if (word.kind !== 'path' || keywords.has(word.path)) return false;
    return !isPunctuation(read[index - 1], '|') && !isPunctuation(read[index + 1], ':');
  });
}

/** The words of a tag that can be read variables; a name that the tag makes is added to `local`. */
function tagArguments(words: Token[], local: Set<string>): Token[] {
  const [name, made, ...rest] = words;
  if (name?.kind !== 'path' || ['liquid', 'raw', 'comment'].includes(name.path)) return [];
  if (!['assign', 'capture', 'for', 'increment', 'decrement'].includes(name.path)) return words.slice(1);
  if (made?.kind === 'path') local.add(made.path);
  return rest;
}

function withNestedPaths(path: VariablePath): VariablePath[] {
  return [path, ...path.inner.filter((each) => !keywords.has(each.path)).flatMap(withNestedPaths)];
}

function isPunctuation(word: Token | undefined, text: string): boolean {
  return word?.kind === 'sign' && word.text === text;
}

/**
 * The same text with the blanks inside `widgets. name .parsed` moved behind the variable, as the strict
 * reading knows none there. The length stays, so that places of mistakes do.
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

/** The engine gives the place of the output; the unknown filter's own place helps more. -1 for other mistakes. */
function indexOfFilter(reason: string, text: string, begin: number): number {
  const name = unknownFilter.exec(reason)?.[1];
  return name === undefined ? -1 : text.indexOf(name, text.indexOf('|', begin));
}

function hasToken(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'token' in failure;
}

function readableMessage(reason: string): string {
  const [said = ''] = reason.split(/, line:\d+, col:\d+|\n/);
  const known = engineMessages.find(([pattern]) => pattern.test(said));
  if (known !== undefined) return said.replace(known[0], known[1]);
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.?$/, '.')}`;
}
