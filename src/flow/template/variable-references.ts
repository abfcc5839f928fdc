/** Which variables a text reads: by its tokens, without the template engine, which the page loads late. */

import { type Segment, splitSegments, type Token, tokenize, type VariablePath } from './lexer.ts';

/** A variable reference: `path` without blanks, `start` and `end` its range in the text. */
export type VariableReference = { path: string; start: number; end: number };

/**
 * `variable` is an output: `path` is the first variable that it reads (its own text when it reads none),
 * `filtered` is true with filters. `text` is the text between the delimiters.
 */
export type TemplatePart =
  | { kind: 'text' | 'tag'; text: string }
  | { kind: 'variable'; text: string; path: string; filtered: boolean };

const keywords = new Set(
  'and or contains not true false nil null empty blank in reversed limit offset'.split(' '),
);

/** False for text without template syntax, which renders to itself. Grows: n in text. */
export function hasTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/**
 * The variables of the flow that a text reads, in outputs, tags and brackets, in order. Local variables of the
 * template (assign, capture, for) are left out.
 * Grows: n in text.
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

/** A text split into plain text, outputs and tags, for displaying variables as chips. */
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

function readPaths(segment: Segment, words: Token[], local: Set<string>): VariablePath[] {
  const read = segment.kind === 'tag' ? tagArguments(words, local) : words;
  return read.filter((word, index): word is VariablePath => {
    if (word.kind !== 'path' || keywords.has(word.path)) return false;
    return !isPunctuation(read[index - 1], '|') && !isPunctuation(read[index + 1], ':');
  });
}

/** The tokens of a tag that may be variables; a variable that the tag defines is added to `local`. */
function tagArguments(tokens: Token[], local: Set<string>): Token[] {
  const [name, defined, ...rest] = tokens;
  if (name?.kind !== 'path' || ['liquid', 'raw', 'comment'].includes(name.path)) return [];
  if (!['assign', 'capture', 'for', 'increment', 'decrement'].includes(name.path)) return tokens.slice(1);
  if (defined?.kind === 'path') local.add(defined.path);
  return rest;
}

function withNestedPaths(path: VariablePath): VariablePath[] {
  return [path, ...path.inner.filter((each) => !keywords.has(each.path)).flatMap(withNestedPaths)];
}

function isPunctuation(word: Token | undefined, text: string): boolean {
  return word?.kind === 'punctuation' && word.text === text;
}
