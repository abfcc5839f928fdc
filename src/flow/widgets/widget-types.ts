/** The table of all widget types, in the order of the palette, and the aliases of two of them. */

import { addMarkupRedirect } from './add-markup-redirect.ts';
import { capturePayments } from './capture-payments.ts';
import { addMemberToChatChannel, createChatChannel } from './chat-channel.ts';
import { connectCallTo } from './connect-call-to.ts';
import { connectVirtualAgent, connectVirtualAgentV2 } from './connect-virtual-agent.ts';
import { createTask } from './create-task.ts';
import { enqueueCall } from './enqueue-call.ts';
import { forkStream } from './fork-stream.ts';
import { gatherInputOnCall } from './gather-input-on-call.ts';
import { makeHttpRequest } from './make-http-request.ts';
import { makeOutgoingCallV1, makeOutgoingCallV2 } from './make-outgoing-call.ts';
import { recordCall } from './record-call.ts';
import { recordVoicemail } from './record-voicemail.ts';
import { runFunction, runFunctionV2 } from './run-function.ts';
import { runSubflow } from './run-subflow.ts';
import { sayPlay } from './say-play.ts';
import { sendAndWaitForReply } from './send-and-wait-for-reply.ts';
import { sendMessage } from './send-message.ts';
import { sendToAgentdesk } from './send-to-agentdesk.ts';
import { setVariables } from './set-variables.ts';
import { splitBasedOn } from './split-based-on.ts';
import { trigger } from './trigger.ts';
import { understand } from './understand.ts';
import { updateSyncObject } from './update-sync-object.ts';
import type { Category, WidgetType, WidgetTypeName } from './widget-type.ts';

export const widgetTypes: { readonly [T in WidgetTypeName]: WidgetType } = {
  'send-message': sendMessage,
  'send-and-wait-for-reply': sendAndWaitForReply,
  'create-chat-channel': createChatChannel,
  'add-member-to-chat-channel': addMemberToChatChannel,
  'say-play': sayPlay,
  'gather-input-on-call': gatherInputOnCall,
  'make-outgoing-call-v2': makeOutgoingCallV2,
  'make-outgoing-call-v1': makeOutgoingCallV1,
  'connect-call-to': connectCallTo,
  'record-call': recordCall,
  'record-voicemail': recordVoicemail,
  'fork-stream': forkStream,
  'add-markup-redirect': addMarkupRedirect,
  'capture-payments': capturePayments,
  'split-based-on': splitBasedOn,
  'set-variables': setVariables,
  'make-http-request': makeHttpRequest,
  'run-function-v2': runFunctionV2,
  'run-function': runFunction,
  understand,
  'update-sync-object': updateSyncObject,
  'enqueue-call': enqueueCall,
  'create-task': createTask,
  'send-to-agentdesk': sendToAgentdesk,
  'connect-virtual-agent-v2': connectVirtualAgentV2,
  'connect-virtual-agent': connectVirtualAgent,
  trigger,
  'run-subflow': runSubflow,
};

/** Other names that real files have for two of the types. They are read and preserved, never generated. */
export const typeAliases: Readonly<Record<string, WidgetTypeName>> = {
  'add-twiml-redirect': 'add-markup-redirect',
  'send-to-flex': 'send-to-agentdesk',
};

/** The groups of the palette, in its order. */
export const categories: readonly { category: Category; title: string }[] = [
  { category: 'messaging', title: 'Messaging' },
  { category: 'voice', title: 'Voice' },
  { category: 'logic', title: 'Logic & data' },
  { category: 'agents', title: 'Agents & queues' },
  { category: 'flow', title: 'Flow control' },
];

/** The canonical name of `type`, or undefined when it is none of the 28 types. */
export function canonicalType(type: unknown): WidgetTypeName | undefined {
  if (typeof type !== 'string') return undefined;
  const name = Object.hasOwn(typeAliases, type) ? typeAliases[type] : type;
  return name !== undefined && Object.hasOwn(widgetTypes, name) ? (name as WidgetTypeName) : undefined;
}

/** The definition of `type`, by its name or an alias; undefined for a type outside the 28. */
export function widgetType(type: string | undefined): WidgetType | undefined {
  const name = canonicalType(type);
  return name === undefined ? undefined : widgetTypes[name];
}
