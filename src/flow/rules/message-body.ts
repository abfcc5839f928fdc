/** message-body: a message says something, carries media or names a content template. */

import { textOf } from '../json.ts';
import { pointer } from '../pointer.ts';
import type { Rule } from './rule.ts';

const instead = ['body', 'media_url', 'content_sid'];

export const messageBody: Rule = {
  code: 'message-body',
  severity: 'error',
  check({ widgets }) {
    return widgets
      .filter(({ type }) => type?.type === 'send-message' || type?.type === 'send-and-wait-for-reply')
      .filter(({ properties }) => properties.message_type !== 'content_template')
      .filter(({ properties }) => instead.every((property) => isEmpty(properties[property])))
      .map(({ index }) => ({
        message: 'Message body is required',
        property_path: pointer('states', index, 'properties', 'body'),
      }));
  },
};

/** Only what is absent or blank: a value of another type is a fault of its own. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && textOf(value).trim() === '');
}
