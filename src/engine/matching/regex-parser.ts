/**
 * Recursive descent parser for the regular expressions of flow authors. Lookbehind and backreferences, which cannot
 * be matched in linear time, are rejected.
 */

/** A syntax node. `character` matches one character; `source` is its literal, escape, `.` or character class. */
export type RegexNode =
  | { kind: 'character'; source: string; test: (character: string) => boolean }
  | { kind: 'sequence' | 'choice'; nodes: RegexNode[] }
  | { kind: 'repeat'; node: RegexNode; min: number; max: number }
  | { kind: 'assert'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'ahead'; node: RegexNode; negative: boolean };

const quantifier = /\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y;
const group = /\((?:\?(?:([a-z]+)\)|([a-z]*:|[=!]|<[a-z]\w*>|P<[a-z]\w*>)))?/iy;
const escapeSequence = /\\(?:[pP]\{[^}]*\}|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|[\s\S])/iuy;
const characterClass = /\[\^?(?:\\[\s\S]|[^\]\\])*\]/y;

/** Parses a pattern. @throws SyntaxError with a sentence when it is malformed or uses an unsupported construct */
export function parseRegex(text: string): RegexNode {
  const parser = new RegexParser(text);
  const node = parser.choice();
  if (parser.at < text.length) throw new SyntaxError('A bracket is closed that was not opened.');
  return node;
}

class RegexParser {
  at = 0;
  readonly #text: string;
  #depth = 0;

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
      return characterNode(found[0]);
    }
    if (sign === '\\') return this.#escaped();
    const letter = String.fromCodePoint(this.#text.codePointAt(this.at) ?? 0);
    this.at += letter.length;
    return sign === '.' ? characterNode('.') : characterNode(letter.replace(/[{}\]/-]/, '\\$&'));
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
    const isPlain = /^\\[^a-z0-9]$/i.test(source) && !/[\^$\\.*+?()[\]{}|/-]/.test(source.slice(1));
    return characterNode(isPlain ? source.slice(1) : source);
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.#text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

function characterNode(source: string): RegexNode {
  const singleClass = source.startsWith('[') || source === '.' ? source : `[${source}]`;
  const expression = singleCharacter(singleClass);
  return { kind: 'character', source, test: (character) => expression.test(character) };
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
