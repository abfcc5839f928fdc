/**
 * The query language of GET /v3/messages: conditions on fields, joined by AND, OR, NOT and parentheses. It is parsed into a tree
 * of comparisons with six operators; the others are combinations of these.
 */

import { activityEventNames, activityStatuses } from '#api/email/statuses.ts';
import { invalidField } from '../validation/field-error.ts';

/** `time` is in Unix seconds. A `list` equals what it contains. */
type FieldType = 'text' | 'address' | 'status' | 'event' | 'list' | 'number' | 'time';

const fieldTypes = {
  msg_id: 'text',
  from_email: 'address',
  to_email: 'address',
  subject: 'text',
  status: 'status',
  template_id: 'text',
  template_name: 'text',
  categories: 'list',
  events: 'event',
  unique_args: 'text',
  clicks: 'number',
  opens: 'number',
  last_event_time: 'time',
  unsubscribe_group_id: 'number',
} as const satisfies Record<string, FieldType>;

export type ActivityField = keyof typeof fieldTypes;

/** Documented fields of what is not stored of an email. */
const notKept: ReadonlySet<string> = new Set(
  (
    'campaign_id campaign_name api_key_id api_key_name teammate originating_ip outbound_ip outbound_ip_type ' +
    'unsubscribe_group_name'
  ).split(' '),
);
const synonyms: Readonly<Record<string, ActivityField>> = {
  opens_count: 'opens',
  clicks_count: 'clicks',
  asm_group_id: 'unsubscribe_group_id',
};

/** The documented ones, and what a failure was. */
const statuses = [...activityStatuses, 'deferred', 'bounced', 'blocked', 'dropped'];

type Comparison = '=' | '<' | '<=' | '>' | '>=' | 'like' | 'null';

export type Condition = {
  field: ActivityField;
  /** The name of one of the `unique_args`. */
  argument?: string;
  operator: Comparison;
  value: string | number;
};

export type Query = Condition | { and: Query[] } | { or: Query[] } | { not: Query };

const maxConditions = 50;
const maxNesting = 10;
const maxPatternLength = 200;

type Token = { kind: 'name' | 'text' | 'number' | 'sign' | 'end'; text: string; at: number };

/** @throws Refusal saying at which character what is wrong */
export function parseQuery(text: string): Query {
  return new Parser(tokensOf(text)).parse();
}

function wrong(at: number, what: string): Error {
  const help = `Look at character ${at + 1} of query; docs/reference/email-api.md has the fields and operators.`;
  return invalidField('query', `invalid syntax at character ${at + 1}: ${what}`, help);
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\s*(?:(?<name>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign><=|>=|!=|<>|[=<>(),[\]]))/sy;
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      const isQuote = /["']/.test(text[at] ?? '');
      throw wrong(at, isQuote ? 'this quote does not end' : `'${text[at]}' is not part of the language`);
    }
    const [kind = 'end', value = ''] = Object.entries(found.groups ?? {}).find(([, each]) => each) ?? [];
    tokens.push({ kind: kind as Token['kind'], text: value, at: pattern.lastIndex - value.length });
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

/** Recursive descent; NOT binds more strongly than AND, AND more strongly than OR. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #conditions = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Query {
    const query = this.#either();
    const { text, at, kind } = this.#next;
    if (kind !== 'end') throw wrong(at, `'${shown(text)}' is not expected here; AND or OR may follow`);
    return query;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: 0 };
  }

  #take(): Token {
    const token = this.#next;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  /** Takes the next token where it is that keyword or sign. */
  #takes(word: string): boolean {
    const { kind, text } = this.#next;
    const is = (kind === 'name' || kind === 'sign') && text.toUpperCase() === word;
    if (is) this.#at += 1;
    return is;
  }

  #expect(word: string): void {
    const { at, text } = this.#next;
    if (!this.#takes(word))
      throw wrong(at, `${word} is expected${text === '' ? '' : `, not '${shown(text)}'`}`);
  }

  #either(): Query {
    const parts = [this.#all()];
    while (this.#takes('OR')) parts.push(this.#all());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { or: parts };
  }

  #all(): Query {
    const parts = [this.#one()];
    while (this.#takes('AND')) parts.push(this.#one());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { and: parts };
  }

  #one(): Query {
    const { at } = this.#next;
    this.#nesting += 1;
    if (this.#nesting > maxNesting) throw wrong(at, `no more than ${maxNesting} levels may be nested`);
    const query = this.#unnested();
    this.#nesting -= 1;
    return query;
  }

  #unnested(): Query {
    if (this.#takes('NOT')) return { not: this.#one() };
    if (!this.#takes('(')) return this.#condition();
    const inner = this.#either();
    this.#expect(')');
    return inner;
  }

  #condition(): Query {
    const { kind, text, at } = this.#take();
    if (kind !== 'name')
      throw wrong(at, text === '' ? 'a field is expected' : `'${shown(text)}' is no field`);
    const isContains = text.toUpperCase() === 'CONTAINS' && this.#takes('(');
    const target = isContains ? this.#target(this.#take()) : this.#target({ kind, text, at });
    if (!isContains) return this.#comparison(target);
    if (!isList(target.field))
      throw wrong(at, `Contains is for categories and events, not for ${target.field}`);
    this.#expect(',');
    const condition = this.#compare(target, '=', this.#value(target));
    this.#expect(')');
    return condition;
  }

  #target({ kind, text, at }: Token): Target {
    const name = text.toLowerCase();
    const field = synonyms[name] ?? name;
    if (kind === 'name' && notKept.has(name)) throw wrong(at, `'${name}' is not kept of emails here`);
    if (kind !== 'name' || !isField(field)) throw wrong(at, `'${shown(text)}' is not a known field`);
    if (field !== 'unique_args') return { field, at };
    if (!this.#takes('[')) throw wrong(at, `name the argument: unique_args["name"]`);
    const argument = this.#take();
    if (argument.kind !== 'text') throw wrong(argument.at, 'the name of an argument in quotes is expected');
    this.#expect(']');
    return { field, at, argument: unquoted(argument.text) };
  }

  #comparison(target: Target): Query {
    const isNot = this.#takes('NOT');
    const query = this.#positive(target, isNot);
    return isNot ? { not: query } : query;
  }

  #positive(target: Target, isNot: boolean): Query {
    if (this.#takes('IN')) return { or: this.#list(target) };
    if (this.#takes('LIKE')) return this.#compare(target, 'like', this.#value(target));
    if (this.#takes('BETWEEN')) {
      const least = this.#compare(target, '>=', this.#value(target));
      this.#expect('AND');
      return { and: [least, this.#compare(target, '<=', this.#value(target))] };
    }
    const { kind, text, at } = this.#take();
    if (isNot) throw wrong(at, 'IN, LIKE or BETWEEN is expected after NOT');
    if (kind === 'name' && text.toUpperCase() === 'IS') return this.#isNull(target);
    const operator = text === '<>' ? '!=' : text;
    if (kind !== 'sign' || !/^(?:!=|[<>]=?|=)$/.test(operator)) {
      throw wrong(at, text === '' ? 'an operator is expected' : `'${shown(text)}' is not an operator`);
    }
    const value = this.#value(target);
    if (operator === '!=') return { not: this.#compare(target, '=', value) };
    return this.#compare(target, operator as Comparison, value);
  }

  #isNull(target: Target): Query {
    const isNot = this.#takes('NOT');
    this.#expect('NULL');
    const query = this.#compare(target, 'null', { value: '', at: target.at });
    return isNot ? { not: query } : query;
  }

  #list(target: Target): Query[] {
    this.#expect('(');
    const parts: Query[] = [];
    do parts.push(this.#compare(target, '=', this.#value(target)));
    while (this.#takes(','));
    this.#expect(')');
    return parts;
  }

  #value({ field }: Target): Value {
    const type = fieldTypes[field];
    const isTimestamp = this.#takes('TIMESTAMP');
    const { kind, text, at } = this.#take();
    if (kind !== 'text' && kind !== 'number') {
      const unknown = /^(?:interval|true|false|null|year|month|day|hour|minute|second)$/i.test(text);
      throw wrong(at, unknown ? `${text.toUpperCase()} is not supported here` : 'a value is expected');
    }
    if (isTimestamp && type !== 'time') throw wrong(at, `${field} is no time`);
    const plain = kind === 'text' ? unquoted(text) : text;
    if (type === 'time') return { value: secondsOf(plain, at), at };
    if (type === 'number') {
      if (!/^\d{1,15}$/.test(plain)) throw wrong(at, `${field} is a whole number`);
      return { value: Number(plain), at };
    }
    if (kind !== 'text') throw wrong(at, 'a text in quotes is expected');
    return { value: type === 'address' ? plain.toLowerCase() : plain, at };
  }

  #compare({ field, argument }: Target, operator: Comparison, { value, at }: Value): Condition {
    const type = fieldTypes[field];
    this.#conditions += 1;
    if (this.#conditions > maxConditions)
      throw wrong(at, `no more than ${maxConditions} values may be compared`);
    const isOrder = operator.startsWith('<') || operator.startsWith('>');
    if (isOrder && type !== 'number' && type !== 'time') {
      throw wrong(at, `${field} is not compared by ${operator}`);
    }
    if (operator === 'like' && (typeof value === 'number' || type === 'status' || type === 'event')) {
      throw wrong(at, `${field} is not compared by LIKE`);
    }
    if (operator === 'like' && String(value).length > maxPatternLength) {
      throw wrong(at, `a pattern has no more than ${maxPatternLength} characters`);
    }
    const known: readonly string[] | null =
      type === 'status' ? statuses : type === 'event' ? activityEventNames : null;
    if (operator === '=' && known !== null && !known.includes(String(value))) {
      throw wrong(at, `'${shown(String(value))}' is none of ${known.join(', ')}`);
    }
    return { field, ...(argument !== undefined && { argument }), operator, value };
  }
}

type Target = { field: ActivityField; argument?: string; at: number };
type Value = { value: string | number; at: number };

const isField = (name: string): name is ActivityField => Object.hasOwn(fieldTypes, name);
const isList = (field: ActivityField) => field === 'categories' || field === 'events';

/** A backslash takes away the meaning of a quote and of a backslash; before others it stays, for patterns. */
const unquoted = (text: string) => text.slice(1, -1).replaceAll(/\\(["'\\])/g, '$1');

const timePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/** Without an offset it is UTC. */
function secondsOf(text: string, at: number): number {
  const iso = text.replace(' ', 'T');
  const hasZone = iso.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(iso.slice(10));
  const time = timePattern.test(text) ? Date.parse(hasZone ? iso : `${iso}Z`) : Number.NaN;
  if (Number.isNaN(time)) throw wrong(at, `'${shown(text)}' is no time such as "2026-11-27T08:30:00Z"`);
  return time / 1000;
}
