/** Media types with parameters (RFC 2045, section 5.1), as send requests name them. */

const token = "[\\w!#$%&'*+.^`|~-]+";
const mediaType = new RegExp(
  `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\\\u0000-\\u001f\\u007f]*"))*$`,
);
const maxLength = 255;

export function isMediaType(text: string): boolean {
  return text.length <= maxLength && mediaType.test(text);
}

/** Type and subtype alone, in lower case. */
export function essenceOf(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The type of a text that is sent as UTF-8, whatever character set the type names. */
export function contentTypeOf(type: string): string {
  const essence = essenceOf(type);
  if (essence === 'text/plain' || essence === 'text/html') return essence;
  return type.replaceAll(/[ \t]*;[ \t]*charset=(?:"[^"]*"|[^;]*)/gi, '');
}
