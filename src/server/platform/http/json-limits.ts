/** Parses JSON of requests within limits of depth and number of values, which are found in the text before it is parsed. */

import { maxJsonDepth, maxJsonValues } from './request-limits.ts';

/** The JSON is valid but exceeds a limit; the message continues a sentence that begins with its name. */
export class JsonLimitExceeded extends Error {
  override readonly name = 'JsonLimitExceeded';
}

/**
 * @throws JsonLimitExceeded
 * @throws SyntaxError when it is not JSON
 */
export function parseLimitedJson(text: string): unknown {
  const limit = exceededLimit(text);
  if (limit !== null) throw new JsonLimitExceeded(limit);
  return JSON.parse(text);
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const caseBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** Reads brackets and commas outside of strings; a text that is not JSON may get any result. */
function exceededLimit(text: string): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
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

/** The position of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
