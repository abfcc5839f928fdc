/** Requests to the conversation API of a carrier, which has another base URL than its messages and calls. */

import type { CarrierRow } from '../../../platform/database/schema/carriers.ts';
import type { ConversationMessage } from '../dialect.ts';
import type { FormFields } from './form-request.ts';

/**
 * The base URL of the carrier's conversation API: its own setting, or else `/v1` at the host of its base URL, with
 * `conversations.` in the place of `api.`, as common carriers have it.
 */
export function conversationsUrlOf({
  conversations_url,
  base_url,
}: Pick<CarrierRow, 'conversations_url' | 'base_url'>): string {
  if (conversations_url !== null) return conversations_url;
  const { protocol, host } = new URL(base_url);
  return `${protocol}//${host.replace(/^api\./, 'conversations.')}/v1`;
}

/** The path of the messages of a conversation, below `conversationsUrlOf`. */
export function conversationPath({ service, conversation }: ConversationMessage): string {
  const path = `Conversations/${encodeURIComponent(conversation)}/Messages`;
  return service === '' ? path : `Services/${encodeURIComponent(service)}/${path}`;
}

/** The fields of the request that adds the message. */
export function conversationFields(message: ConversationMessage): FormFields {
  const { author, body, media, attributes, content } = message;
  const text = [body, ...media].filter((line) => line !== '').join('\n');
  return [
    ['Author', author],
    ...(text === '' ? [] : [['Body', text] as const]),
    ...(attributes.trim() === '' ? [] : [['Attributes', attributes] as const]),
    ...(content === null
      ? []
      : ([
          ['ContentSid', content.sid],
          ['ContentVariables', JSON.stringify(content.variables)],
        ] as const)),
  ];
}
