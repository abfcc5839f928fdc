/** create-chat-channel and add-member-to-chat-channel: requests to the chat service. */

import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import { channelAddress, valueAt } from '../context.ts';
import { parseJson, textProperty } from '../properties/property-values.ts';
import { receiveServiceResult, serviceRequestFailed } from '../results/service-result.ts';

export const createChatChannel: Behaviour = {
  enter(_state, scope) {
    const { properties } = scope;
    const attributes = scope.render(properties.attributes);
    const unique = scope.render(properties.unique_name).trim();
    return requestChatService(scope, 'create-channel', {
      friendly_name: textProperty(scope, 'friendly_name', unique === '' ? scope.name : unique),
      unique_name: unique,
      type: textProperty(scope, 'type', 'private'),
      attributes: attributes.trim() === '' ? {} : (parseJson(attributes) ?? attributes),
    });
  },
  receive: receiveServiceResult,
};

export const addMemberToChatChannel: Behaviour = {
  enter(state, scope) {
    const channel = textProperty(
      scope,
      'channel',
      textProperty(scope, 'channel_sid', conversationChannel(scope)),
    ).trim();
    const identity = textProperty(scope, 'identity', channelAddress(scope.context.contact)).trim();
    if (channel === '')
      return serviceRequestFailed(state, 'No channel is named, and the contact writes in none.');
    if (identity === '') return serviceRequestFailed(state, 'Nobody is named who could be added.');
    return requestChatService(scope, 'add-member', {
      channel,
      identity,
      friendly_name: textProperty(scope, 'friendly_name', identity),
      role: scope.render(scope.properties.role),
    });
  },
  receive: receiveServiceResult,
};

/** The channel that the contact writes in. */
function conversationChannel({ context }: TemplateScope): string {
  const sid = (source: string) => textOf(valueAt(context, ['trigger', source, 'ChannelSid']));
  return sid('conversation') || sid('message');
}

function requestChatService(scope: TemplateScope, action: string, request: JsonObject): Outcome {
  const effect = scope.effect('chat');
  return {
    wait: { for: 'effect', effect, timeout_ms: null },
    commands: [{ kind: 'ask-service', effect, service: 'chat', action, request }],
  };
}
