/** Suggestions of the next widget: the types that most often follow an event. */

import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf } from '#flow/graph.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';

const typicalNext: Readonly<Record<string, readonly WidgetTypeName[]>> = {
  incomingMessage: ['split-based-on', 'send-and-wait-for-reply', 'send-message'],
  incomingConversationMessage: ['send-and-wait-for-reply', 'send-message', 'send-to-agentdesk'],
  incomingCall: ['gather-input-on-call', 'say-play', 'connect-call-to'],
  incomingRequest: ['send-and-wait-for-reply', 'make-http-request', 'make-outgoing-call-v2'],
  incomingParent: ['set-variables', 'split-based-on', 'send-message'],
  timeout: ['send-message', 'say-play', 'set-variables'],
  keypress: ['split-based-on', 'say-play', 'connect-call-to'],
  speech: ['split-based-on', 'say-play', 'make-http-request'],
  match: ['send-message', 'say-play', 'set-variables'],
  noMatch: ['send-and-wait-for-reply', 'say-play', 'send-to-agentdesk'],
  success: ['split-based-on', 'send-message', 'set-variables'],
  failed: ['send-message', 'send-to-agentdesk', 'set-variables'],
  answered: ['say-play', 'gather-input-on-call', 'connect-call-to'],
  audioComplete: ['gather-input-on-call', 'connect-call-to', 'record-voicemail'],
};

const fallback: readonly WidgetTypeName[] = ['send-message', 'split-based-on', 'set-variables'];

/** The three types that follow `event` most often in this flow, completed with typical ones. */
export function likelyNextWidgets(definition: FlowDefinition, event: string): WidgetTypeName[] {
  const typeOf = new Map(definition.states.map((state) => [state.name ?? '', canonicalType(state.type)]));
  const counts = new Map<WidgetTypeName, number>();
  for (const state of definition.states) {
    for (const outlet of outletsOf(state)) {
      const type = outlet.event === event && outlet.next !== null ? typeOf.get(outlet.next) : undefined;
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  const mostFrequent = [...counts].sort((a, b) => b[1] - a[1]).map(([type]) => type);
  return [...new Set([...mostFrequent, ...(typicalNext[event] ?? fallback), ...fallback])].slice(0, 3);
}
