/** create-chat-channel and add-member-to-chat-channel: ask the chat service. */

import { type JsonObject, textOf } from '#flow/json.ts';
import type { Behaviour, Outcome, Scope } from '../behaviour.ts';
import { addressOf, valueAt } from '../context.ts';
import { parsedJson, textOr } from '../property.ts';
import { answered, notAsked } from '../service-answer.ts';

export const createChatChannel: Behaviour = {
  enter(_state, scope) {
    const { properties } = scope;
    const attributes = scope.render(properties.attributes);
    const unique = scope.render(properties.unique_name).trim();
    return asked(scope, 'create-channel', {
      friendly_name: textOr(scope, 'friendly_name', unique === '' ? scope.name : unique),
      unique_name: unique,
      type: textOr(scope, 'type', 'private'),
      attributes: attributes.trim() === '' ? {} : (parsedJson(attributes) ?? attributes),
    });
  },
  receive: answered,
};

export const addMemberToChatChannel: Behaviour = {
  enter(state, scope) {
    const channel = textOr(scope, 'channel', textOr(scope, 'channel_sid', ownChannel(scope))).trim();
    const identity = textOr(scope, 'identity', addressOf(scope.context.contact)).trim();
    if (channel === '') return notAsked(state, 'No channel is named, and the contact writes in none.');
    if (identity === '') return notAsked(state, 'Nobody is named who could be added.');
    return asked(scope, 'add-member', {
      channel,
      identity,
      friendly_name: textOr(scope, 'friendly_name', identity),
      role: scope.render(scope.properties.role),
    });
  },
  receive: answered,
};

/** The channel that the contact writes in. */
function ownChannel({ context }: Scope): string {
  const sid = (source: string) => textOf(valueAt(context, ['trigger', source, 'ChannelSid']));
  return sid('conversation') || sid('message');
}

function asked(scope: Scope, action: string, request: JsonObject): Outcome {
  const effect = scope.effect('chat');
  return {
    wait: { for: 'effect', effect, timeout_ms: null },
    commands: [{ kind: 'ask-service', effect, service: 'chat', action, request }],
  };
}
