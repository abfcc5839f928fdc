/**
 * Recursive descent parser for the regular expressions of flow authors. Lookbehind and backreferences, which cannot
 * be matched in linear time, are rejected.
 */

import { foldText } from '#flow/text/fold-text.ts';

/** A syntax node. `character` matches one character; `source` is its literal, escape, `.` or character class. */
export type RegexNode =
  | { kind: 'character'; source: string; test: (character: string) => boolean }
  | { kind: 'sequence' | 'choice'; nodes: RegexNode[] }
  | { kind: 'repeat'; node: RegexNode; min: number; max: number }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'ahead'; node: RegexNode; negative: boolean };

/** Atoms and quantifiers of a pattern. */
const maxParts = 2_000;

const quantifier = /\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y;
const group = /\((?:\?(?:([a-z]+)\)|([a-z]*:|[=!]|<[a-z]\w*>|P<[a-z]\w*>)))?/iy;
const escapeSequence = /\\(?:[pP]\{[^}]*\}|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|[\s\S])/iuy;
const characterClass = /\[\^?(?:\\[\s\S]|[^\]\\])*\]/y;

/**
 * Parses a pattern; `classes` is how many character classes and escapes it has, which take the most time.
 * @throws SyntaxError with a sentence when it is malformed or uses an unsupported construct
 */
export function parseRegex(text: string): { node: RegexNode; classes: number } {
  const parser = new RegexParser(text);
  const node = parser.choice();
  if (parser.at < text.length) throw new SyntaxError('A bracket is closed that was not opened.');
  return { node, classes: parser.classes };
}

class RegexParser {
  at = 0;
  classes = 0;
  readonly #text: string;
  #depth = 0;
  #parts = 0;

  constructor(text: string) {
    this.#text = text;
  }

  choice(): RegexNode {
    const nodes = [this.#sequence()];
    while (this.#text[this.at] === '|') {
      this.at++;
      nodes.push(this.#sequence());
    }
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'choice', nodes };
  }

  #sequence(): RegexNode {
    const nodes: RegexNode[] = [];
    while (this.at < this.#text.length && this.#text[this.at] !== '|' && this.#text[this.at] !== ')') {
      nodes.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', nodes };
  }

  #repeated(node: RegexNode): RegexNode {
    if (++this.#parts > maxParts) throw new SyntaxError('The pattern is too long.');
    const range = this.#quantity();
    if (range === null) return node;
    if (this.#text[this.at] === '?' || this.#text[this.at] === '+') this.at++;
    return this.#repeated({ kind: 'repeat', node, ...range });
  }

  #quantity(): { min: number; max: number } | null {
    const sign = this.#text[this.at];
    if (sign === '*' || sign === '+' || sign === '?') {
      this.at++;
      return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    const found = this.#take(quantifier);
    if (found === null) return null;
    const min = Number(found[1]);
    return {
      min,
      max: found[3] === undefined ? (found[2] ? Number.POSITIVE_INFINITY : min) : Number(found[3]),
    };
  }

  #atom(): RegexNode {
    const sign = this.#text[this.at];
    if (sign === '(') return this.#group();
    if (sign === '*' || sign === '+' || sign === '?')
      throw new SyntaxError(`There is nothing that "${sign}" could repeat.`);
    if (sign === '^' || sign === '$') {
      this.at++;
      return { kind: 'assert', at: sign === '^' ? 'start' : 'end' };
    }
    if (sign === '[') {
      const found = this.#take(characterClass);
      if (found === null) throw new SyntaxError('A square bracket is not closed.');
      this.classes++;
      return classNode(found[0]);
    }
    if (sign === '\\') return this.#escaped();
    const letter = String.fromCodePoint(this.#text.codePointAt(this.at) ?? 0);
    this.at += letter.length;
    return sign === '.' ? characterNode('.') : literalNode(letter);
  }

  #group(): RegexNode {
    if (++this.#depth > 50) throw new SyntaxError('The brackets are nested too deeply.');
    const found = this.#take(group);
    if (found?.[1] !== undefined) {
      this.#depth--;
      return { kind: 'sequence', nodes: [] };
    }
    if (this.#text[this.at] === '?') throw new SyntaxError('This kind of group is not supported.');
    const node = this.choice();
    if (this.#text[this.at] !== ')') throw new SyntaxError('A bracket is not closed.');
    this.at++;
    this.#depth--;
    return found?.[2] === '=' || found?.[2] === '!'
      ? { kind: 'ahead', node, negative: found[2] === '!' }
      : node;
  }

  #escaped(): RegexNode {
    const source = this.#take(escapeSequence)?.[0];
    if (source === undefined) throw new SyntaxError('A backslash stands at the end.');
    if (/^\\[1-9k]$/.test(source)) throw new SyntaxError('References to earlier groups are not supported.');
    if (source === '\\b' || source === '\\B')
      return { kind: 'assert', at: source === '\\b' ? 'word' : 'inside' };
    if (source === '\\A') return { kind: 'assert', at: 'start' };
    if (source === '\\z' || source === '\\Z') return { kind: 'assert', at: 'end' };
    this.classes++;
    const isPlain = /^\\[^a-z0-9]$/iu.test(source) || /^\\[ux]/.test(source);
    return isPlain ? literalNode(unescaped(source)) : characterNode(source);
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.#text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

/** The character of an escape such as `\\u0130`, `\\u{130}` or `\\-`. */
function unescaped(source: string): string {
  const code = /^\\[ux]\{?([\da-f]+)\}?$/i.exec(source)?.[1];
  return code === undefined ? source.slice(1) : String.fromCodePoint(Number.parseInt(code, 16));
}

/** A character as it is in a folded text: ß is two there, a soft hyphen none. */
function literalNode(letter: string): RegexNode {
  const nodes = [...foldText(letter)].map((each) => characterNode(escaped(each)));
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'sequence', nodes };
}

const escaped = (character: string) => character.replace(/[\^$\\.*+?()[\]{}|/-]/, '\\$&');

/** Zeros of the scripts of phones, by which a class such as [ก-๙] is known to have digits. */
const zeros = [...'٠۰०০੦૦୦௦౦೦൦๐໐၀០'];

/** A character class with its members, and the ends of its ranges, as they are in a folded text. */
function classNode(source: string): RegexNode {
  const plain = source.replace(/\\u\{[\da-f]+\}|\\u[\da-f]{4}/gi, (written) => escaped(unescaped(written)));
  if (!/[^\0-\x7f]/.test(plain)) return characterNode(source);
  const longer: RegexNode[] = [];
  const folded = plain.replace(/[^\0-\x7f](?:-[^\0-\x7f])?/gu, (member) => {
    const [from, to] = [...member].filter((each) => each !== '-').map(foldText);
    if (to === undefined && [...foldText(member)].length > 1) longer.push(literalNode(member));
    if (![from, to ?? from].every((each) => each !== undefined && [...each].length === 1)) return member;
    if (to === undefined || from === undefined) return escaped(from ?? '');
    return from <= to && from < '\x7f' === to < '\x7f' ? `${from}-${to}` : member;
  });
  const isNegated = folded.startsWith('[^');
  const expression = singleCharacter(folded);
  const hasDigits = zeros.some((zero) => expression.test(zero) !== isNegated);
  const node = characterNode(hasDigits ? `${folded.slice(0, -1)}0-9]` : folded);
  return longer.length === 0 || isNegated ? node : { kind: 'choice', nodes: [node, ...longer] };
}

/** More than there are letters with upper and lower case, which need an expression each. */
const maxCachedCharacters = 5_000;
const characterNodes = new Map<string, RegexNode>();

/** Cached by its source: patterns use few different characters. */
function characterNode(source: string): RegexNode {
  const cached = characterNodes.get(source);
  if (cached !== undefined) return cached;
  if (characterNodes.size >= maxCachedCharacters) characterNodes.clear();
  const node = { kind: 'character' as const, source, test: testOf(source) };
  characterNodes.set(source, node);
  return node;
}

function testOf(source: string): (character: string) => boolean {
  const isCaseless = source > '\x7f' && source.toLowerCase() === source.toUpperCase();
  if (isCaseless) return (character) => character === source;
  const singleClass = source.startsWith('[') || source === '.' ? source : `[${source}]`;
  return asciiCached(singleCharacter(singleClass));
}

/** Tests an ASCII character once, and then knows it. */
function asciiCached(expression: RegExp): (character: string) => boolean {
  const known = new Uint8Array(128);
  return (character) => {
    const code = character.charCodeAt(0);
    if (code >= 128) return expression.test(character);
    if (known[code] === 0) known[code] = expression.test(character) ? 2 : 1;
    return known[code] === 2;
  };
}

function singleCharacter(source: string): RegExp {
  const flags = source === '.' ? 'ius' : 'iu';
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    // The unicode mode refuses some escapes that other dialects allow, such as `\-` outside and `\_` inside classes.
    return new RegExp(`^${source}$`, 'i');
  }
}
