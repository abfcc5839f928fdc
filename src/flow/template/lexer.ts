/**
 * A tolerant reader of template text: where outputs and tags are, and which words stand in them.
 *
 * It never fails, so that half-typed text can be coloured and completed. The strict reading is in `language.ts`.
 */

/** A stretch of template text. `start` and `end` include the delimiters, `from` and `to` only what is inside. */
export type Segment = {
  kind: 'text' | 'output' | 'tag';
  start: number;
  end: number;
  from: number;
  to: number;
};

/** A variable as written. `path` is its text without stray blanks; `inner` are the variables in its brackets. */
export type VariablePath = {
  kind: 'path';
  path: string;
  root: string;
  inner: VariablePath[];
  start: number;
  end: number;
};

/** Something between the delimiters: a variable, a sign such as `|` or `:`, or a literal value. */
export type Token = VariablePath | { kind: 'sign' | 'literal'; text: string; start: number; end: number };

const maxBracketLength = 300;
const blank = /\s/;
const nameCharacter = /[\w\-?]|[^\s\0-\x7f]/;
const numberAt = /[+-]?\d+(?:\.\d+)?(?![\w\-?]|[^\s\0-\x7f])/y;
const endRaw = /\{%-?\s*endraw\s*-?%\}/g;
const endComment = /\{%-?\s*endcomment\s*-?%\}/g;

/** Splits a template into text, outputs and tags. An output or tag that is not closed counts as text. */
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

/** The words between `from` and `to`; for a tag its name is the first. */
export function tokenize(text: string, from: number, to: number): Token[] {
  const words: Token[] = [];
  let at = from;
  while (at < to) {
    const letter = text.charAt(at);
    if (blank.test(letter)) {
      at++;
      continue;
    }
    const word = quotedAt(text, at, to) ?? numericAt(text, at, to) ?? pathAt(text, at, to);
    words.push(word ?? { kind: 'sign', text: letter, start: at, end: at + 1 });
    at = word?.end ?? at + 1;
  }
  return words;
}

function nextOpening(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    if (text[at + 1] === '{' || text[at + 1] === '%') return at;
  }
  return -1;
}

/** The end of an output, quotes respected as the strict reading does. */
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

/** Behind `raw` and `comment` nothing is read until their end. */
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
    if (text[dot] === '.' && text[dot + 1] !== '.') {
      const name = skipBlank(text, dot + 1, to);
      const end = endOfName(text, name, to);
      if (end === name) break;
      path += `.${text.slice(name, end)}`;
      at = end;
    } else if (text[at] === '[') {
      const end = bracketEnd(text, at, to);
      if (end === -1) break;
      inner.push(...tokenize(text, at + 1, end - 1).filter((word) => word.kind === 'path'));
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

/** Looks only a little ahead: brackets inside brackets would otherwise be read again and again. */
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
