/** What both message widgets send, and what they keep of it. */

import type { JsonObject } from '#flow/json.ts';
import type { Scope } from './behaviour.ts';
import type { Command } from './command.ts';
import { addressOf } from './context.ts';
import { textOr } from './property.ts';
import type { Result } from './signal.ts';

type SendMessage = Extract<Command, { kind: 'send-message' }>;

/** The message that a widget describes, or the reason why it cannot be sent. */
export function messageOf(scope: Scope): SendMessage | string {
  const { properties, context } = scope;
  const message: SendMessage = {
    kind: 'send-message',
    effect: scope.effect('message'),
    from: textOr(scope, 'from', addressOf(context.flow)),
    to: textOr(scope, 'to', addressOf(context.contact)),
    body: scope.render(properties.body),
    media_url: scope.render(properties.media_url).trim(),
    service: scope.render(properties.service),
    channel: scope.render(properties.channel),
    attributes: scope.render(properties.attributes),
  };
  if (message.to === '' && message.channel === '') return 'The message has no recipient.';
  if (message.body.trim() !== '' || message.media_url !== '') return message;
  return properties.content_sid === undefined || properties.content_sid === ''
    ? 'The message has neither text nor media.'
    : 'Content templates cannot be sent yet, and the message has no text of its own.';
}

/** The fields below `outbound` once the carrier has answered. */
export function outbound(result: Result): JsonObject {
  return result.ok
    ? result.data
    : { ...result.data, ErrorCode: String(result.code), ErrorMessage: result.message };
}

/** The fields below `outbound` of a message that never went out. */
export function unsent(reason: string): JsonObject {
  return { Status: 'failed', ErrorCode: '81011', ErrorMessage: reason };
}

/** The documented code for a message that could not be sent. */
export const sendingFailed = 81011;
