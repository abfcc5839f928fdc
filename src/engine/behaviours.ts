/** The table of behaviours, one for each widget type. */

import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import type { Behaviour } from './behaviour.ts';
import { addMarkupRedirect } from './behaviours/add-markup-redirect.ts';
import { capturePayments } from './behaviours/capture-payments.ts';
import { addMemberToChatChannel, createChatChannel } from './behaviours/chat-channel.ts';
import { connectCallTo } from './behaviours/connect-call-to.ts';
import { connectVirtualAgent, connectVirtualAgentV2 } from './behaviours/connect-virtual-agent.ts';
import { createTask } from './behaviours/create-task.ts';
import { enqueueCall } from './behaviours/enqueue-call.ts';
import { forkStream } from './behaviours/fork-stream.ts';
import { gatherInputOnCall } from './behaviours/gather-input-on-call.ts';
import { makeHttpRequest } from './behaviours/make-http-request.ts';
import { makeOutgoingCall, makeOutgoingCallV1 } from './behaviours/make-outgoing-call.ts';
import { recordCall } from './behaviours/record-call.ts';
import { recordVoicemail } from './behaviours/record-voicemail.ts';
import { runFunction } from './behaviours/run-function.ts';
import { runSubflow } from './behaviours/run-subflow.ts';
import { sayPlay } from './behaviours/say-play.ts';
import { sendAndWaitForReply } from './behaviours/send-and-wait-for-reply.ts';
import { sendMessage } from './behaviours/send-message.ts';
import { sendToAgentdesk } from './behaviours/send-to-agentdesk.ts';
import { setVariables } from './behaviours/set-variables.ts';
import { splitBasedOn } from './behaviours/split-based-on.ts';
import { trigger } from './behaviours/trigger.ts';
import { understand } from './behaviours/understand.ts';
import { updateSyncObject } from './behaviours/update-sync-object.ts';

/** A type of `#flow/widget.ts` that is missing here does not compile. */
const behaviours: Readonly<Record<WidgetTypeName, Behaviour>> = {
  trigger,
  'send-message': sendMessage,
  'send-and-wait-for-reply': sendAndWaitForReply,
  'split-based-on': splitBasedOn,
  'set-variables': setVariables,
  'make-http-request': makeHttpRequest,
  'run-function': runFunction,
  'say-play': sayPlay,
  'gather-input-on-call': gatherInputOnCall,
  'run-subflow': runSubflow,
  'connect-call-to': connectCallTo,
  'make-outgoing-call-v2': makeOutgoingCall,
  'make-outgoing-call-v1': makeOutgoingCallV1,
  'record-call': recordCall,
  'record-voicemail': recordVoicemail,
  'enqueue-call': enqueueCall,
  'fork-stream': forkStream,
  'add-markup-redirect': addMarkupRedirect,
  'capture-payments': capturePayments,
  'connect-virtual-agent-v2': connectVirtualAgentV2,
  'connect-virtual-agent': connectVirtualAgent,
  'send-to-agentdesk': sendToAgentdesk,
  'create-task': createTask,
  'create-chat-channel': createChatChannel,
  'add-member-to-chat-channel': addMemberToChatChannel,
  'update-sync-object': updateSyncObject,
  understand,
  'run-function-v2': runFunction,
};

/** The behaviour of a canonical type, or null for a type outside the 28. */
export function behaviourOf(type: WidgetTypeName | undefined): Behaviour | null {
  return type === undefined ? null : behaviours[type];
}
