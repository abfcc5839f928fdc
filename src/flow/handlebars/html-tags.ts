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
const blank = /[\t\n\f\r /]/;

/**
 * The tag that begins at the `<` at `at`; null for what is none. Grows: n in text.
 *
 * @param at the place of a `<`
 */
export function readTag(html: string, at: number): HtmlTag | null {
  const name = /^<(\/?[a-z][^\s/>]{0,99})/i.exec(html.slice(at, at + 102))?.[1];
  if (name === undefined) return null;
  const tag: HtmlTag = { name: name.toLowerCase(), attributes: [], end: null };
  let place = at + 1 + name.length;
  while (place < html.length) {
    while (blank.test(html.charAt(place))) place += 1;
    if (html.charAt(place) === '>') return { ...tag, end: place + 1 };
    const nameStart = place;
    // An equals sign that comes first belongs to the name (HTML, 13.2.5.32).
    place += 1;
    while (place < html.length && !/[\s/>=]/.test(html.charAt(place))) place += 1;
    const attribute = {
      ...{ name: html.slice(nameStart, place).toLowerCase(), nameStart },
      ...{ value: '', start: place, end: place },
    };
    let equals = place;
    while (/[\t\n\f\r ]/.test(html.charAt(equals))) equals += 1;
    if (html.charAt(equals) === '=') {
      const value = readValue(html, equals + 1);
      if (value === null) return tag;
      Object.assign(attribute, value);
      place = value.end;
    }
    if (tag.attributes.length < maxAttributes) tag.attributes.push(attribute);
  }
  return tag;
}

function readValue(html: string, from: number): Pick<HtmlAttribute, 'value' | 'start' | 'end'> | null {
  let start = from;
  while (/[\t\n\f\r ]/.test(html.charAt(start))) start += 1;
  const quote = html.charAt(start);
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, start + 1);
    return close === -1 ? null : { value: html.slice(start + 1, close), start, end: close + 1 };
  }
  let end = start;
  while (end < html.length && !/[\s>]/.test(html.charAt(end))) end += 1;
  return { value: html.slice(start, end), start, end };
}

/** The first attribute of that name; undefined without one. Grows: n in text. */
export function attributeOf({ attributes }: HtmlTag, name: string): HtmlAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}
