/**
 * Parses the templates of emails: Handlebars (handlebarsjs.com) without partials, decorators and raw blocks. One pass over
 * the text, so that time and memory grow with its length alone.
 */

import { type Helper, helperArity, isHelper } from './template-functions.ts';

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null | undefined }
  | { kind: 'path'; text: string; data: boolean; depth: number; parts: readonly string[] }
  | { kind: 'call'; name: string; args: readonly Expression[] };

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'output'; expression: Expression; isRaw: boolean; at: number }
  | {
      kind: 'block';
      /** What follows `#`: a helper with its arguments, or a value of the data. */
      name: string;
      expression: Expression;
      body: readonly TemplateNode[];
      otherwise: readonly TemplateNode[];
      /** Names of the item and its key, of `as |item key|`. */
      params: readonly string[];
    };

/** The longest template, in characters; its tags; how deep blocks and expressions may stand in each other. */
const maxTemplateLength = 1_048_576;
const maxTags = 20_000;
const maxDepth = 50;

/** What is wrong with a template, and where: lines and columns count from 1. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(problem: string, source: string, at: number) {
    const before = source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`${problem} (line ${line}, column ${column})`);
    this.line = line;
    this.column = column;
  }
}

/** Grows: n in text. @throws TemplateSyntaxError */
export function parseTemplate(source: string): readonly TemplateNode[] {
  if (source.length > maxTemplateLength) {
    throw new TemplateSyntaxError(`A template has at most ${maxTemplateLength} characters`, source, 0);
  }
  return new Parser(source).parse();
}

type Tag = {
  /** `{{`, `#`, `^`, `/`, `!`, or `else` with what follows it. */
  sign: '' | '#' | '^' | '/' | '!' | 'else';
  isRaw: boolean;
  /** Where the tag and what it says begin. */
  start: number;
  at: number;
  inside: string;
  stripsBefore: boolean;
  stripsAfter: boolean;
};

type Text = { kind: 'text'; text: string };

type Piece = Text | { kind: 'tag'; tag: Tag; before: Text; after: Text };

type OpenBlock = {
  name: string;
  tag: Tag;
  block: { body: TemplateNode[]; otherwise: TemplateNode[] };
  /** Whether `{{else}}` was there. */
  isOtherwise: boolean;
  /** Opened by `{{else if …}}`, so that it ends with the block around it. */
  isChained: boolean;
};

class Parser {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): readonly TemplateNode[] {
    const pieces = this.#split();
    removeWhitespace(pieces);
    const nodes: TemplateNode[] = [];
    const open: OpenBlock[] = [];
    const add = (node: TemplateNode) => {
      const last = open.at(-1);
      if (last === undefined) nodes.push(node);
      else (last.isOtherwise ? last.block.otherwise : last.block.body).push(node);
    };
    const begin = (tag: Tag, { isChained, isInverted }: { isChained: boolean; isInverted: boolean }) => {
      if (open.length >= maxDepth)
        throw this.#error(`Blocks are nested deeper than ${maxDepth} levels`, tag.at);
      const { name, expression, params } = new ExpressionParser(this.#source, tag).block();
      const block = { body: [] as TemplateNode[], otherwise: [] as TemplateNode[] };
      const [body, otherwise] = isInverted ? [block.otherwise, block.body] : [block.body, block.otherwise];
      add({ kind: 'block', name, expression, body, otherwise, params });
      open.push({ name, tag, block, isOtherwise: false, isChained });
    };
    for (const piece of pieces) {
      if (piece.kind === 'text') {
        if (piece.text !== '') add(piece);
        continue;
      }
      const { tag } = piece;
      const last = open.at(-1);
      switch (tag.sign) {
        case '!':
          break;
        case '':
          add(new ExpressionParser(this.#source, tag).output());
          break;
        case '#':
          begin(tag, { isChained: false, isInverted: false });
          break;
        case '^':
          if (tag.inside.trim() === '') this.#beginOtherwise(last, tag);
          else begin(tag, { isChained: false, isInverted: true });
          break;
        case 'else':
          this.#beginOtherwise(last, tag);
          if (tag.inside.trim() !== '') begin(tag, { isChained: true, isInverted: false });
          break;
        case '/': {
          let closed = open.pop();
          while (closed?.isChained === true) closed = open.pop();
          const name = tag.inside.trim();
          if (closed === undefined) throw this.#error(`{{/${cut(name)}}} closes no block`, tag.start);
          if (closed.name !== name) {
            const problem = `{{#${cut(closed.name)}}} is closed by {{/${cut(name)}}}`;
            throw this.#error(problem, tag.start);
          }
        }
      }
    }
    const unclosed = open.findLast(({ isChained }) => !isChained);
    if (unclosed !== undefined) {
      throw this.#error(`{{#${cut(unclosed.name)}}} is not closed`, unclosed.tag.start);
    }
    return nodes;
  }

  #beginOtherwise(last: OpenBlock | undefined, tag: Tag): void {
    if (last === undefined) throw this.#error('{{else}} stands in no block', tag.start);
    if (last.isOtherwise) throw this.#error('A block has {{else}} twice', tag.start);
    last.isOtherwise = true;
  }

  /** Texts and tags by turns. */
  #split(): Piece[] {
    const source = this.#source;
    let last: Text = { kind: 'text', text: '' };
    const pieces: Piece[] = [last];
    let from = 0;
    for (;;) {
      const start = source.indexOf('{{', from);
      if (start === -1) break;
      const backslashes = source[start - 1] === '\\' ? (source[start - 2] === '\\' ? 2 : 1) : 0;
      if (backslashes === 1) {
        // An escaped tag is text.
        last.text += `${source.slice(from, start - 1)}{{`;
        from = start + 2;
        continue;
      }
      last.text += source.slice(from, backslashes === 2 ? start - 1 : start);
      if (pieces.length > 2 * maxTags) throw this.#error(`A template has at most ${maxTags} tags`, start);
      const { tag, end } = this.#readTag(start);
      const before = last;
      last = { kind: 'text', text: '' };
      pieces.push({ kind: 'tag', tag, before, after: last }, last);
      from = end;
    }
    last.text += source.slice(from);
    return pieces;
  }

  #readTag(start: number): { tag: Tag; end: number } {
    const source = this.#source;
    let at = start + 2;
    const isTriple = source[at] === '{';
    if (source.startsWith('{{', at)) throw this.#error('Raw blocks are not supported', start);
    if (isTriple) at += 1;
    const stripsBefore = source[at] === '~';
    if (stripsBefore) at += 1;
    const sign = source[at] ?? '';
    if (sign === '>') throw this.#error('Partials are not supported', start);
    if (sign === '*' || source.startsWith('#*', at) || source.startsWith('#>', at)) {
      throw this.#error('Decorators and partial blocks are not supported', start);
    }
    if (sign === '!') return this.#readComment(start, at, stripsBefore);
    const isSigned = !isTriple && (sign === '#' || sign === '^' || sign === '/');
    const isRaw = isTriple || sign === '&';
    if (isSigned || (sign === '&' && !isTriple)) at += 1;
    const close = isTriple ? '}}}' : '}}';
    const end = endOfTag(source, at, close);
    if (end === -1) throw this.#error(`A tag that begins here has no ${close}`, start);
    const stripsAfter = source[end - 1] === '~';
    let inside = source.slice(at, stripsAfter ? end - 1 : end);
    const [chain] = isSigned || isRaw ? [] : (/^\s*else(?=\s|$)/.exec(inside) ?? []);
    if (chain !== undefined) {
      at += chain.length;
      inside = inside.slice(chain.length);
    }
    const kind = chain !== undefined ? 'else' : isSigned ? (sign as '#') : '';
    const tag: Tag = { sign: kind, isRaw, start, at, inside, stripsBefore, stripsAfter };
    return { tag, end: end + close.length };
  }

  #readComment(start: number, at: number, stripsBefore: boolean): { tag: Tag; end: number } {
    const source = this.#source;
    const isLong = source.startsWith('!--', at);
    const body = at + (isLong ? 3 : 1);
    const close = source.indexOf(isLong ? '--' : '}}', body);
    let end = isLong ? close : close + 2;
    let stripsAfter = !isLong && source[close - 1] === '~';
    if (isLong) {
      // `--` that is not the end of the comment is part of it.
      for (end = close; end !== -1; end = source.indexOf('--', end + 1)) {
        stripsAfter = source[end + 2] === '~';
        if (source.startsWith('}}', end + (stripsAfter ? 3 : 2))) break;
      }
      if (end !== -1) end += stripsAfter ? 5 : 4;
    }
    if (close === -1 || end === -1) throw this.#error('A comment is not closed', start);
    return { tag: { sign: '!', isRaw: false, start, at, inside: '', stripsBefore, stripsAfter }, end };
  }

  #error(problem: string, at: number): TemplateSyntaxError {
    return new TemplateSyntaxError(problem, this.#source, at);
  }
}

/** Where the tag closes; texts in quotation marks may hold its end. -1 where it does not. */
function endOfTag(source: string, from: number, close: string): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '}' && source.startsWith(close, at)) return at;
    else if (character === '{' && source.startsWith('{{', at)) return -1;
  }
  return -1;
}

/** Removes what `~` asks for, and the lines that hold a tag without output and nothing else. */
function removeWhitespace(pieces: Piece[]): void {
  for (const piece of pieces) {
    if (piece.kind === 'text') continue;
    const { tag, before, after } = piece;
    const { sign, stripsBefore, stripsAfter } = tag;
    const blankFrom = startOfBlankEnd(before.text, before === pieces[0]);
    const blankTo = endOfBlankStart(after.text, after === pieces.at(-1));
    if (sign !== '' && blankFrom !== null && blankTo !== null) {
      before.text = before.text.slice(0, blankFrom);
      after.text = after.text.slice(blankTo);
    }
    if (stripsBefore) before.text = before.text.trimEnd();
    if (stripsAfter) after.text = after.text.trimStart();
  }
}

/** Where the last line begins when it is blank; null otherwise. */
function startOfBlankEnd(text: string, isFirst: boolean): number | null {
  let at = text.length;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  return text[at - 1] === '\n' || (at === 0 && isFirst) ? at : null;
}

/** Where the first line ends when it is blank, its line end included; null otherwise. */
function endOfBlankStart(text: string, isLast: boolean): number | null {
  let at = 0;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  if (text[at] === '\n') return at + 1;
  return at === text.length && isLast ? at : null;
}

const cut = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** Names and segments of paths, as Handlebars has them; numbers before them. */
const number = /-?\d+(?:\.\d+)?(?=[=}\s/.)|]|$)/y;
const identifier = /[^\s!"#%-,./;->@[-^`{-~]+/y;

/** Parses what stands in one tag. */
class ExpressionParser {
  readonly #source: string;
  readonly #tag: Tag;
  readonly #text: string;
  #at = 0;

  constructor(source: string, tag: Tag) {
    this.#source = source;
    this.#tag = tag;
    this.#text = tag.inside;
  }

  output(): TemplateNode {
    const expression = this.#call(0);
    this.#expectEnd();
    return { kind: 'output', expression, isRaw: this.#tag.isRaw, at: this.#tag.start };
  }

  block(): { name: string; expression: Expression; params: string[] } {
    this.#skip();
    const start = this.#at;
    const expression = this.#call(0);
    const params = this.#params();
    this.#expectEnd();
    const name =
      expression.kind === 'call' ? expression.name : expression.kind === 'path' ? expression.text : '';
    if (name === '') throw this.#error('A block needs a name', start);
    return { name, expression, params };
  }

  /** A value, or a helper with arguments. */
  #call(depth: number): Expression {
    if (depth > maxDepth)
      throw this.#error(`Expressions are nested deeper than ${maxDepth} levels`, this.#at);
    this.#skip();
    const start = this.#at;
    const head = this.#value(depth);
    const args: Expression[] = [];
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) {
      if (this.#text[this.#at] === ')' || /^as\s+\|/.test(this.#text.slice(this.#at, this.#at + 10))) break;
      args.push(this.#value(depth));
    }
    if (head.kind !== 'path') {
      if (args.length > 0) throw this.#error('A text or number takes no arguments', start);
      return head;
    }
    const isBlock = this.#tag.sign !== '';
    if (args.length === 0 && depth === 0 && !(isBlock && isHelper(head.text))) return head;
    const problem = isHelper(head.text)
      ? argumentProblem(head.text, args.length)
      : `There is no helper '${cut(head.text)}'`;
    if (problem !== null) throw this.#error(problem, start);
    return { kind: 'call', name: head.text, args };
  }

  #value(depth: number): Expression {
    const character = this.#text[this.#at] ?? '';
    if (character === '(') {
      this.#at += 1;
      const inner = this.#call(depth + 1);
      if (this.#text[this.#at] !== ')') throw this.#error('A bracket is not closed', this.#at);
      this.#at += 1;
      return inner;
    }
    if (character === '"' || character === "'") return { kind: 'literal', value: this.#quoted(character) };
    const digits = this.#match(number);
    if (digits !== null) return { kind: 'literal', value: Number(digits) };
    return this.#path();
  }

  #quoted(quote: string): string {
    const start = this.#at;
    let value = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? '';
      if (character === quote) {
        this.#at += 1;
        return value;
      }
      if (character === '\\' && this.#text[this.#at + 1] === quote) this.#at += 1;
      value += this.#text[this.#at];
    }
    throw this.#error('A text in quotation marks is not closed', start);
  }

  #path(): Expression {
    const start = this.#at;
    const data = this.#text[this.#at] === '@';
    if (data) this.#at += 1;
    let depth = 0;
    while (!data && this.#text.startsWith('..', this.#at)) {
      depth += 1;
      this.#at += 2;
      if (this.#text[this.#at] !== '/') return this.#pathOf(start, { data, depth, parts: [] });
      this.#at += 1;
    }
    if (!data && this.#text.startsWith('./', this.#at)) this.#at += 2;
    else if (!data && this.#text[this.#at] === '.') {
      this.#at += 1;
      return this.#pathOf(start, { data, depth, parts: [] });
    }
    const parts: string[] = [];
    do {
      const bracket = this.#text[this.#at] === '[' ? this.#text.indexOf(']', this.#at) : -1;
      const part = bracket === -1 ? this.#match(identifier) : this.#text.slice(this.#at + 1, bracket);
      if (part === null) throw this.#error('A name is expected', this.#at);
      if (bracket !== -1) this.#at = bracket + 1;
      const isThis = part === 'this' && parts.length === 0 && bracket === -1;
      if (!isThis) parts.push(part);
    } while (this.#takeSeparator());
    const [only] = parts;
    if (only !== undefined && literals.has(only) && this.#text.slice(start, this.#at) === only)
      return { kind: 'literal', value: literals.get(only) };
    return this.#pathOf(start, { data, depth, parts });
  }

  #takeSeparator(): boolean {
    const character = this.#text[this.#at];
    if (character !== '.' && character !== '/') return false;
    this.#at += 1;
    return true;
  }

  #pathOf(start: number, path: { data: boolean; depth: number; parts: string[] }): Expression {
    return { kind: 'path', text: this.#text.slice(start, this.#at), ...path };
  }

  /** `as |item key|` */
  #params(): string[] {
    const [whole, names] = /^as\s+\|([^|]*)\|/.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined || names === undefined) return [];
    this.#at += whole.length;
    return names.split(/\s+/).filter(Boolean).slice(0, 2);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #skip(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #expectEnd(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#error('This is not expected here', this.#at);
  }

  #error(problem: string, at: number): TemplateSyntaxError {
    return new TemplateSyntaxError(problem, this.#source, this.#tag.at + at);
  }
}

const literals: ReadonlyMap<string, boolean | null | undefined> = new Map<string, boolean | null | undefined>(
  [
    ['true', true],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
  ],
);

function argumentProblem(helper: Helper, count: number): string | null {
  const [least, most] = helperArity(helper);
  if (count >= least && count <= most) return null;
  const wanted = least === most ? `${least}` : `${least} to ${most}`;
  return `${helper} takes ${wanted} ${most === 1 ? 'argument' : 'arguments'}`;
}
