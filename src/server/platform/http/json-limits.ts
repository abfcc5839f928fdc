/** Parses JSON of requests within limits of depth and number of values, which are found in its bytes before it is parsed. */

import { maxJsonDepth, maxJsonValues } from './request-limits.ts';

/** The JSON may be valid but exceeds a limit; the message continues a sentence that begins with its name. */
export class JsonLimitExceeded extends Error {
  override readonly name = 'JsonLimitExceeded';
}

/**
 * Parses a text, or its bytes in UTF-8: those of a body that exceeds a limit are never decoded.
 *
 * @throws JsonLimitExceeded
 * @throws SyntaxError when it is not JSON
 */
export function parseLimitedJson(json: string | Buffer): unknown {
  const limit = exceededLimit(typeof json === 'string' ? Buffer.from(json) : json);
  if (limit !== null) throw new JsonLimitExceeded(limit);
  return JSON.parse(json.toString());
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const caseBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Reads brackets and commas outside of strings; what is not JSON may get any result. */
function exceededLimit(bytes: Buffer): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === quote) {
      at = endOfString(bytes, at);
    } else if ((code | caseBit) === opening) {
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) return `is nested deeper than ${maxJsonDepth} levels`;
    } else if ((code | caseBit) === closing) {
      depth -= 1;
    } else if (code === comma) {
      values += 1;
    }
    if (values > maxJsonValues) return `has more than ${maxJsonValues.toLocaleString('en')} values`;
  }
  return null;
}

/** The position of the closing quote, or of the end. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}
