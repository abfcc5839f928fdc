/** Builds the message of both message widgets, and the variables from its result. */

import { addressError, withoutPunctuation } from '#flow/address.ts';
import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { TemplateScope } from '../behaviour.ts';
import { channelAddress, valueAt } from '../context.ts';
import { isTrue, keyValuePairs, textProperty } from '../properties/property-values.ts';
import type { Result } from '../signal.ts';
import type { Command } from './command.ts';
import { recipientOf } from './message-recipient.ts';

type SendMessage = Extract<Command, { kind: 'send-message' }>;

/** Letters of an address that an error shows. */
const maxShownAddress = 60;

/** The send-message command of a widget, or the reason why the message cannot be sent. */
export function composeMessage(scope: TemplateScope): SendMessage | string {
  const { properties, context } = scope;
  const [contact, channel] = [channelAddress(context.contact), channelAddress(context.flow)];
  const to = textProperty(scope, 'to', contact);
  // A contact in a conversation is replied to there, unless the widget has another recipient.
  const isReply = to === contact;
  const message: SendMessage = {
    kind: 'send-message',
    effect: scope.effect('message'),
    from: textProperty(scope, 'from', channel),
    to,
    body: scope.render(properties.body),
    media_url: scope.render(properties.media_url).trim(),
    service: textProperty(scope, 'service', isReply ? conversationField(scope, 'InstanceSid') : ''),
    channel: textProperty(scope, 'channel', isReply ? conversationField(scope, 'ChannelSid') : ''),
    attributes: scope.render(properties.attributes),
    ...(isTrue(properties.shorten_urls) && { shorten_urls: true }),
  };
  const { address, conversation } = recipientOf(message, { contact, channel }, false);
  if (address === '') return 'The message has no recipient.';
  // The contact has written from its address, or the execution was started for it.
  if (!isReply && !conversation && addressError(withoutPunctuation(to), 'contact') !== null)
    return `The message cannot be sent: '${to.slice(0, maxShownAddress)}' is no address.`;
  const hasContent = message.body.trim() !== '' || message.media_url !== '';
  const sid = scope.render(properties.content_sid).trim();
  if (sid !== '' && (!hasContent || properties.message_type === 'content_template')) {
    const variables = keyValuePairs(scope, 'content_variables').map(({ key, value }) => [key, value]);
    return { ...message, content: { sid, variables: Object.fromEntries(variables) } };
  }
  return hasContent ? message : 'The message has neither text nor media.';
}

/** A field of the conversation that triggered the execution; '' for any other trigger. */
function conversationField({ context }: TemplateScope, name: string): string {
  return textOf(valueAt(context, ['trigger', 'conversation', name]));
}

/** The fields below `outbound` from the carrier's response; its error code overrides ours. */
export function outboundFields(result: Result): JsonObject {
  return result.ok
    ? result.data
    : { ErrorCode: String(result.code), ErrorMessage: result.message, ...result.data };
}

/** The fields below `outbound` of a message that was not sent. */
export function unsentFields(reason: string): JsonObject {
  return { Status: 'failed', ErrorCode: '81011', ErrorMessage: reason };
}

/** The documented code for a message that could not be sent. */
export const sendFailedCode = 81011;
