/** Writes elements of SVG as text. */

/** Text content or an attribute value: what is special in XML is escaped, what XML cannot hold is left out. */
export function escapeText(text: string): string {
  return (
    text
      // XML 1.0, production 2 (Char).
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** An element with escaped attributes; `content` is markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}
