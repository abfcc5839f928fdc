/**
 * An error-tolerant lexer of template text: segments (text, outputs, tags) and the tokens in them.
 *
 * It never fails, so that incomplete text can be highlighted and completed. The strict parser is Liquid's own.
 */

/** A segment of template text. The range `start` to `end` includes the delimiters, `from` to `to` does not. */
export type Segment = {
  kind: 'text' | 'output' | 'tag';
  start: number;
  end: number;
  from: number;
  to: number;
};

/** A variable path. `path` is its text without blanks; `inner` are the variables in its brackets. */
export type VariablePath = {
  kind: 'path';
  path: string;
  root: string;
  inner: VariablePath[];
  start: number;
  end: number;
};

/** A token between the delimiters: a variable, a punctuation character such as `|` or `:`, or a literal. */
export type Token =
  | VariablePath
  | { kind: 'punctuation' | 'literal'; text: string; start: number; end: number };

const maxBracketLength = 300;
const blank = /\s/;
const nameCharacter = /[\w\-?]|[^\s\0-\x7f]/;
const numberAt = /[+-]?\d+(?:\.\d+)?(?![\w\-?]|[^\s\0-\x7f])/y;
const endRaw = /\{%-?\s*endraw\s*-?%\}/g;
const endComment = /\{%-?\s*endcomment\s*-?%\}/g;

/** Splits a template into text, outputs and tags. An unclosed output or tag counts as text. */
export function splitSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let done = 0;
  let at = nextOpening(text, 0);
  while (at !== -1) {
    const kind = text[at + 1] === '{' ? 'output' : 'tag';
    const end = kind === 'output' ? outputEnd(text, at + 2) : tagEnd(text, at + 2);
    if (end === -1) break;
    if (at > done) segments.push({ kind: 'text', start: done, end: at, from: done, to: at });
    const from = at + (text[at + 2] === '-' ? 3 : 2);
    segments.push({ kind, start: at, end, from, to: Math.max(from, end - (text[end - 3] === '-' ? 3 : 2)) });
    done = end;
    at = nextOpening(text, kind === 'tag' ? skipVerbatim(text, from, end) : end);
  }
  if (done < text.length)
    segments.push({ kind: 'text', start: done, end: text.length, from: done, to: text.length });
  return segments;
}

/** The tokens between `from` and `to`; for a tag its name is the first. */
export function tokenize(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  let at = from;
  while (at < to) {
    const letter = text.charAt(at);
    if (blank.test(letter)) {
      at++;
      continue;
    }
    const token = quotedAt(text, at, to) ?? numericAt(text, at, to) ?? pathAt(text, at, to);
    tokens.push(token ?? { kind: 'punctuation', text: letter, start: at, end: at + 1 });
    at = token?.end ?? at + 1;
  }
  return tokens;
}

function nextOpening(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    if (text[at + 1] === '{' || text[at + 1] === '%') return at;
  }
  return -1;
}

/** The end of an output; delimiters in quotes do not count, as in the strict parser. */
function outputEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") {
      at = endOfQuote(text, at, text.length) - 1;
    } else if (letter === '}' && text[at + 1] === '}') return at + 2;
  }
  return -1;
}

function tagEnd(text: string, from: number): number {
  const at = text.indexOf('%}', from);
  return at === -1 ? -1 : at + 2;
}

/** Nothing is tokenized between `raw` or `comment` and its end tag. */
function skipVerbatim(text: string, from: number, end: number): number {
  const name = /^\s*(raw|comment)\b/.exec(text.slice(from, end))?.[1];
  if (name === undefined) return end;
  const closing = name === 'raw' ? endRaw : endComment;
  closing.lastIndex = end;
  return closing.exec(text)?.index ?? text.length;
}

function endOfQuote(text: string, start: number, to: number): number {
  for (let at = start + 1; at < to; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at + 1;
  }
  return to;
}

function quotedAt(text: string, at: number, to: number): Token | null {
  if (text[at] !== '"' && text[at] !== "'") return null;
  const end = endOfQuote(text, at, to);
  return { kind: 'literal', text: text.slice(at, end), start: at, end };
}

function numericAt(text: string, at: number, to: number): Token | null {
  numberAt.lastIndex = at;
  const found = numberAt.exec(text)?.[0];
  if (found === undefined || at + found.length > to) return null;
  return { kind: 'literal', text: found, start: at, end: at + found.length };
}

function pathAt(text: string, start: number, to: number): VariablePath | null {
  let at = endOfName(text, start, to);
  if (at === start) return null;
  const root = text.slice(start, at);
  const inner: VariablePath[] = [];
  let path = root;
  while (at < to) {
    const dot = skipBlank(text, at, to);
    if (text[dot] === '.') {
      const name = skipBlank(text, dot + 1, to);
      const end = endOfName(text, name, to);
      if (end === name) break;
      path += `.${text.slice(name, end)}`;
      at = end;
    } else if (text[at] === '[') {
      const end = bracketEnd(text, at, to);
      if (end === -1) break;
      inner.push(...tokenize(text, at + 1, end - 1).filter((token) => token.kind === 'path'));
      path += text.slice(at, end);
      at = end;
    } else break;
  }
  return { kind: 'path', path, root, inner, start, end: at };
}

function endOfName(text: string, start: number, to: number): number {
  let at = start;
  while (at < to && nameCharacter.test(text.charAt(at))) at++;
  return at;
}

function skipBlank(text: string, start: number, to: number): number {
  let at = start;
  while (at < to && blank.test(text.charAt(at))) at++;
  return at;
}

/** Limited lookahead: nested brackets would otherwise take quadratic time. */
function bracketEnd(text: string, start: number, to: number): number {
  let depth = 0;
  const last = Math.min(to, start + maxBracketLength);
  for (let at = start; at < last; at++) {
    if (text[at] === '"' || text[at] === "'") at = endOfQuote(text, at, to) - 1;
    else if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at + 1;
  }
  return -1;
}
