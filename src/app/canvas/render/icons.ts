/** The icon of each widget type and trigger event. */

import {
  AudioLines,
  Bot,
  Braces,
  CircleHelp,
  ClipboardList,
  CreditCard,
  FileCode,
  Globe,
  Grip,
  Headset,
  Languages,
  ListOrdered,
  type LucideIcon,
  MessageSquare,
  MessageSquarePlus,
  MessageSquareReply,
  MessagesSquare,
  Mic,
  PhoneForwarded,
  PhoneIncoming,
  PhoneOutgoing,
  RefreshCw,
  Send,
  Split,
  SquareFunction,
  UserPlus,
  Variable,
  Voicemail,
  Volume2,
  Workflow,
  Zap,
} from 'lucide-react';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';

const iconOfType: { readonly [T in WidgetTypeName]: LucideIcon } = {
  trigger: Zap,
  'send-message': Send,
  'send-and-wait-for-reply': MessageSquareReply,
  'create-chat-channel': MessageSquarePlus,
  'add-member-to-chat-channel': UserPlus,
  'say-play': Volume2,
  'gather-input-on-call': Grip,
  'make-outgoing-call-v2': PhoneOutgoing,
  'make-outgoing-call-v1': PhoneOutgoing,
  'connect-call-to': PhoneForwarded,
  'record-call': Mic,
  'record-voicemail': Voicemail,
  'fork-stream': AudioLines,
  'add-markup-redirect': FileCode,
  'capture-payments': CreditCard,
  'split-based-on': Split,
  'set-variables': Variable,
  'make-http-request': Globe,
  'run-function-v2': SquareFunction,
  'run-function': SquareFunction,
  understand: Languages,
  'update-sync-object': RefreshCw,
  'enqueue-call': ListOrdered,
  'create-task': ClipboardList,
  'send-to-agentdesk': Headset,
  'connect-virtual-agent-v2': Bot,
  'connect-virtual-agent': Bot,
  'run-subflow': Workflow,
};

const iconOfEvent: Readonly<Record<string, LucideIcon>> = {
  incomingMessage: MessageSquare,
  incomingCall: PhoneIncoming,
  incomingRequest: Braces,
  incomingConversationMessage: MessagesSquare,
  incomingParent: Workflow,
};

/** The icon of a widget type in any spelling; a question mark for a type that is unknown. */
export function widgetIcon(type: string | undefined): LucideIcon {
  const name = canonicalType(type);
  return name === undefined ? CircleHelp : iconOfType[name];
}

/** The icon of an event that starts a flow. */
export function triggerIcon(event: string): LucideIcon {
  return Object.hasOwn(iconOfEvent, event) ? (iconOfEvent[event] ?? Zap) : Zap;
}
