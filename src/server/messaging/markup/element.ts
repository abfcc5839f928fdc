/** Writes single XML elements. Text from people is escaped. */

export type Attributes = Record<string, string | number | boolean | null>;

/** null, which omits an attribute, for an empty text. */
export function filled(text: string): string | null {
  return text === '' ? null : text;
}

/** `content` must be escaped or markup already; attributes that are null are omitted. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inner = content.join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** `text` as it may stand between tags and in attributes. */
export function escaped(text: string): string {
  return stripIllegal(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** XML 1.0 has no way to write most control characters and lone surrogates: they are dropped. */
function stripIllegal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
