/** hard-coded-secret: an account SID or a secret in the text of a flow, where everybody who opens it can read it. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';
import { widgetTexts } from './widget-texts.ts';

const kinds: readonly { pattern: RegExp; what: string }[] = [
  { pattern: /\bAC([0-9a-f]{32})\b/i, what: 'An account SID' },
  { pattern: /\bSK([0-9a-f]{32})\b/i, what: 'An API key' },
  { pattern: /\bSG\.([\w-]{16,}\.[\w-]{16,})/, what: 'An API key' },
  { pattern: /\bsk_live_(\w{16,})/, what: 'An API key' },
  { pattern: /\bBearer\s+([\w.~+/-]{20,}=*)/, what: 'An access token' },
  { pattern: /\bhttps?:\/\/[^\s/:@{}]+:([^\s/@{}]{4,})@/i, what: 'A password' },
  {
    pattern:
      /(?:api_?key|auth_?token|access_?token|client_?secret|password)["']?\s*[=:]\s*["']?([\w~+/-]{16,})/i,
    what: 'A secret',
  },
];

/** Longest text that is searched, in characters. */
const maxLength = 20_000;

export const hardCodedSecret: WidgetRule = {
  code: 'hard-coded-secret',
  severity: 'warning',
  check(widget) {
    return widgetTexts(widget).flatMap(({ text, path }) => {
      if (text.length < 20) return [];
      const found = kinds.find(({ pattern }) => isSecret(pattern.exec(text.slice(0, maxLength))?.[1]));
      if (found === undefined) return [];
      return [
        {
          message: `${found.what} is written in the flow, where everybody who opens it can read it.`,
          property_path: pointer('states', widget.index, ...path),
        },
      ];
    });
  },
};

/** False for placeholders such as xxxx or 000000: a secret has many different characters. */
function isSecret(text: string | undefined): boolean {
  return text !== undefined && new Set(text.toLowerCase()).size >= 7;
}
