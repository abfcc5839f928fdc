/** invalid-json: the body of a JSON request, or another field of JSON, that is none once its variables are filled in. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule, WidgetView } from './rule.ts';

/** Longest text that is parsed, in characters. */
const maxLength = 50_000;

export const invalidJson: WidgetRule = {
  code: 'invalid-json',
  severity: 'warning',
  check(widget) {
    return jsonProperties(widget).flatMap((property) => {
      const text = textOf(widget.properties[property]).trim();
      if (text === '' || text.length > maxLength || text.includes('{%') || isJson(text)) return [];
      return [
        {
          message: 'The text is not JSON: check quotes, commas and brackets.',
          property_path: pointer('states', widget.index, 'properties', property),
        },
      ];
    });
  },
};

function jsonProperties({ type, properties }: WidgetView): string[] {
  switch (type?.type) {
    case 'make-http-request':
      return textOf(properties.content_type).startsWith('application/json') && properties.method === 'POST'
        ? ['body']
        : [];
    case 'create-task':
    case 'send-to-agentdesk':
      return ['attributes'];
    default:
      return [];
  }
}

/** True with a number or a text in the place of each variable; one that is the whole text may hold anything. */
function isJson(text: string): boolean {
  return ['0', '', '"x"'].some((value) => {
    try {
      JSON.parse(text.replace(/\{\{.*?\}\}/gs, value).replace(/\$\{.*?\}/gs, value));
      return true;
    } catch {
      return false;
    }
  });
}
