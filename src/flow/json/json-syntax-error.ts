/** Locates the first JSON syntax error (RFC 8259). `JSON.parse` reports it differently in every browser, if at all. */

/** One token: punctuation, string, number or literal. Anything else is the error. */
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'more';

/** The 1-based line of the first syntax error, or null when the text is JSON. Grows: n in text. */
export function jsonErrorLine(text: string): number | null {
  const at = errorOffset(text);
  return at === null ? null : text.slice(0, at).split(/\r\n|\r|\n/).length;
}

function errorOffset(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let expect: Expect | 'end' = 'value';
  let at = skipSpace(text, 0);
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return at;
    const next = nextExpectation(expect, found, open);
    if (next === null) return at;
    expect = next;
    at = skipSpace(text, at + found.length);
  }
  return expect === 'end' ? null : text.length;
}

/** What may follow the token `found`, null when it is not allowed here. `open` is the stack of open brackets. */
function nextExpectation(expect: Expect | 'end', found: string, open: ('{' | '[')[]): Expect | 'end' | null {
  const inner = open.at(-1);
  const closes = (found === '}' && inner === '{') || (found === ']' && inner === '[');
  if (closes && (expect === 'more' || expect === `key or ${found}` || expect === `value or ${found}`)) {
    open.pop();
    return afterValue(open);
  }
  switch (expect) {
    case 'value':
    case 'value or ]':
      if (found === '{' || found === '[') {
        open.push(found);
        return found === '{' ? 'key or }' : 'value or ]';
      }
      return /^[\]},:]$/.test(found) ? null : afterValue(open);
    case 'key':
    case 'key or }':
      return found.startsWith('"') ? ':' : null;
    case ':':
      return found === ':' ? 'value' : null;
    case 'more':
      return found === ',' ? (inner === '{' ? 'key' : 'value') : null;
    case 'end':
      return null;
  }
}

function afterValue(open: readonly string[]): Expect | 'end' {
  return open.length === 0 ? 'end' : 'more';
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}
