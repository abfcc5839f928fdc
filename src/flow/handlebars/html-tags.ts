/** Tags of HTML as browsers read them: an attribute value in quotes may hold `>`, and what looks like an attribute inside of it is none. */

/** It begins at `nameStart`. `start` to `end` is the value with its quotes; both are where the name ends, where it has none. */
export type HtmlAttribute = { name: string; value: string; nameStart: number; start: number; end: number };
/**
 * `name` is in lower case, with a slash first where it is an end tag. `end` is behind the `>`; null where there is none: browsers leave
 * out all that follows.
 */
export type HtmlTag = { name: string; attributes: HtmlAttribute[]; end: number | null };

/** Further ones are not looked at. */
const maxAttributes = 100;

const [slash, greaterThan, equals, doubleQuote, singleQuote] = [0x2f, 0x3e, 0x3d, 0x22, 0x27];

/** The white space of HTML: tab, line feed, form feed, carriage return, space. */
const isBlank = (code: number) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x0c;
const endsName = (code: number) => isBlank(code) || code === slash || code === greaterThan;

type Test = (code: number) => boolean;

/** The first place from `at` on with such a character; the length of the text without. */
function seek(html: string, at: number, isWanted: Test): number {
  let place = at;
  while (place < html.length && !isWanted(html.charCodeAt(place))) place += 1;
  return place;
}

/** The first place from `at` on with another character. */
const skip = (html: string, at: number, isSkipped: Test) => seek(html, at, (code) => !isSkipped(code));

/**
 * The tag that begins at the `<` at `at`; null for what is none. Grows: n in text.
 *
 * @param at the place of a `<`
 */
export function readTag(html: string, at: number): HtmlTag | null {
  const letter = at + (html.charCodeAt(at + 1) === slash ? 2 : 1);
  if (!/[a-z]/i.test(html.charAt(letter))) return null;
  let place = seek(html, letter, endsName);
  const tag: HtmlTag = { name: html.slice(at + 1, place).toLowerCase(), attributes: [], end: null };
  while (place < html.length) {
    place = skip(html, place, (code) => isBlank(code) || code === slash);
    if (html.charCodeAt(place) === greaterThan) return { ...tag, end: place + 1 };
    const nameStart = place;
    // An equals sign that comes first belongs to the name (HTML, 13.2.5.32).
    place = seek(html, place + 1, (code) => endsName(code) || code === equals);
    const attribute = { name: html.slice(nameStart, place).toLowerCase(), value: '', nameStart };
    const sign = skip(html, place, isBlank);
    const value =
      html.charCodeAt(sign) === equals ? readValue(html, sign + 1) : { value: '', start: place, end: place };
    if (value === null) return tag;
    place = value.end;
    if (tag.attributes.length < maxAttributes) tag.attributes.push({ ...attribute, ...value });
  }
  return tag;
}

/** Null where its quotes do not end. */
function readValue(html: string, from: number): Pick<HtmlAttribute, 'value' | 'start' | 'end'> | null {
  const start = skip(html, from, isBlank);
  const quote = html.charCodeAt(start);
  if (quote === doubleQuote || quote === singleQuote) {
    const close = html.indexOf(html.charAt(start), start + 1);
    return close === -1 ? null : { value: html.slice(start + 1, close), start, end: close + 1 };
  }
  const end = seek(html, start, (code) => isBlank(code) || code === greaterThan);
  return { value: html.slice(start, end), start, end };
}

/** The first attribute of that name; undefined without one. Grows: n in text. */
export function attributeOf({ attributes }: HtmlTag, name: string): HtmlAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}
