/** Suggestions of the next widget: the types that most often follow an event in practice. */

import type { FlowDefinition } from '#flow/definition.ts';
import { cordsOf, outletsOf, widgetIds } from '#flow/graph.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';

type Medium = 'message' | 'voice';

/**
 * What follows an event, most frequent first, by the medium of the path: the same split leads to messages in a chat
 * and to prompts in a call. Counted in 69 published flows of other people (each flow once for a pair of event and
 * type; figures in decision 035); events that are rare there are completed by hand.
 */
const followers: Readonly<Record<Medium, Readonly<Record<string, readonly WidgetTypeName[]>>>> = {
  message: {
    'trigger.incomingMessage': ['send-and-wait-for-reply', 'send-message', 'send-to-agentdesk'],
    'trigger.incomingConversationMessage': ['send-and-wait-for-reply', 'send-to-agentdesk', 'run-subflow'],
    'trigger.incomingRequest': ['send-and-wait-for-reply', 'set-variables', 'make-outgoing-call-v2'],
    'trigger.incomingParent': ['set-variables', 'send-message', 'split-based-on'],
    'send-and-wait-for-reply.incomingMessage': ['split-based-on', 'set-variables', 'send-message'],
    'send-and-wait-for-reply.timeout': ['send-message', 'make-http-request', 'send-and-wait-for-reply'],
    'send-and-wait-for-reply.deliveryFailure': ['send-to-agentdesk', 'make-http-request', 'set-variables'],
    'send-message.sent': ['send-and-wait-for-reply', 'send-message', 'send-to-agentdesk'],
    'send-message.failed': ['send-to-agentdesk', 'set-variables', 'make-http-request'],
    'split-based-on.match': ['send-message', 'set-variables', 'send-to-agentdesk'],
    'split-based-on.noMatch': ['send-and-wait-for-reply', 'split-based-on', 'send-message'],
    'set-variables.next': ['split-based-on', 'make-http-request', 'send-to-agentdesk'],
    'make-http-request.success': ['split-based-on', 'send-message', 'set-variables'],
    'make-http-request.failed': ['send-message', 'split-based-on', 'send-to-agentdesk'],
    'run-function.success': ['set-variables', 'send-message', 'split-based-on'],
    'run-function.fail': ['send-message', 'send-to-agentdesk', 'set-variables'],
    'run-subflow.completed': ['make-http-request', 'split-based-on', 'send-and-wait-for-reply'],
    'run-subflow.failed': ['send-message', 'make-http-request', 'split-based-on'],
  },
  voice: {
    'trigger.incomingCall': ['say-play', 'gather-input-on-call', 'run-function'],
    'trigger.incomingRequest': ['make-outgoing-call-v2', 'set-variables', 'split-based-on'],
    'make-outgoing-call-v2.answered': ['gather-input-on-call', 'say-play', 'split-based-on'],
    'gather-input-on-call.keypress': ['split-based-on', 'gather-input-on-call', 'make-http-request'],
    'gather-input-on-call.speech': ['split-based-on', 'gather-input-on-call', 'make-http-request'],
    'gather-input-on-call.timeout': ['say-play', 'gather-input-on-call', 'set-variables'],
    'say-play.audioComplete': ['gather-input-on-call', 'say-play', 'send-to-agentdesk'],
    'split-based-on.match': ['say-play', 'gather-input-on-call', 'send-to-agentdesk'],
    'split-based-on.noMatch': ['say-play', 'gather-input-on-call', 'make-http-request'],
    'set-variables.next': ['split-based-on', 'make-http-request', 'say-play'],
    'make-http-request.success': ['say-play', 'split-based-on', 'set-variables'],
    'make-http-request.failed': ['say-play', 'run-function', 'send-message'],
    'run-function.success': ['split-based-on', 'say-play', 'run-function'],
    'run-function.fail': ['send-to-agentdesk', 'say-play', 'set-variables'],
    'run-subflow.completed': ['split-based-on', 'gather-input-on-call', 'say-play'],
    'record-voicemail.recordingComplete': ['make-http-request', 'say-play', 'split-based-on'],
    'connect-call-to.callCompleted': ['send-message', 'say-play', 'record-voicemail'],
    'enqueue-call.callComplete': ['say-play', 'record-voicemail', 'send-message'],
  },
};

const fallback: Readonly<Record<Medium, readonly WidgetTypeName[]>> = {
  message: ['send-message', 'split-based-on', 'set-variables'],
  voice: ['say-play', 'split-based-on', 'set-variables'],
};

/** The three types that follow an outlet most often in this flow, completed with those of `followers`. */
export function likelyNextWidgets(definition: FlowDefinition, from: OutletRef): WidgetTypeName[] {
  const ids = widgetIds(definition);
  const source = definition.states[ids.indexOf(from.widget)];
  const event = outletsOf(source ?? {}).find(({ key }) => key === from.outlet)?.event ?? '';
  const type = canonicalType(source?.type);
  const typeOf = new Map(ids.map((id, index) => [id, canonicalType(definition.states[index]?.type)]));
  const counts = new Map<WidgetTypeName, number>();
  for (const cord of cordsOf(definition)) {
    const next = typeOf.get(cord.to);
    if (cord.event === event && typeOf.get(cord.from) === type && next !== undefined)
      counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  const mostFrequent = [...counts].sort((a, b) => b[1] - a[1]).map(([each]) => each);
  const medium = mediumOf(definition, from.widget, type, event);
  const typical = followers[medium][`${type}.${event}`] ?? [];
  return [...new Set([...mostFrequent, ...typical, ...fallback[medium]])].slice(0, 3);
}

/** Whether a call leads to the outlet: by its own event, or by one on the way to its widget. */
function mediumOf(
  definition: FlowDefinition,
  widget: string,
  type: WidgetTypeName | undefined,
  event: string,
): Medium {
  const isCall = (of: WidgetTypeName | undefined, by: string) =>
    (of === 'trigger' && by === 'incomingCall') ||
    (of?.startsWith('make-outgoing-call') === true && by === 'answered');
  if (type === 'trigger') return isCall(type, event) ? 'voice' : 'message';
  const ids = widgetIds(definition);
  const cords = cordsOf(definition);
  const seen = new Set<string>();
  const pending = [widget];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const cord of cords) {
      if (cord.to !== id) continue;
      const of = canonicalType(definition.states[ids.indexOf(cord.from)]?.type);
      if (isCall(of, cord.event)) return 'voice';
      pending.push(cord.from);
    }
  }
  return type?.startsWith('make-outgoing-call') === true || voiceOnly.has(type) ? 'voice' : 'message';
}

/** Types that work in calls only. */
const voiceOnly: ReadonlySet<WidgetTypeName | undefined> = new Set<WidgetTypeName>([
  'say-play',
  'gather-input-on-call',
  'connect-call-to',
  'record-call',
  'record-voicemail',
  'enqueue-call',
  'capture-payments',
  'fork-stream',
]);
