/**
 * call-without-call and reply-during-call: a widget that needs a call where there is none, and one that waits for a
 * text message where there is only a call. Every path to the widget is looked at; one that fits is enough.
 */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { flowPaths } from './flow-paths.ts';
import type { FlowGraph, FlowRule, FlowView, WidgetView } from './rule.ts';

const needsCall = new Set<WidgetTypeName>([
  'say-play',
  'gather-input-on-call',
  'connect-call-to',
  'record-call',
  'record-voicemail',
  'fork-stream',
  'capture-payments',
  'enqueue-call',
  'connect-virtual-agent',
  'connect-virtual-agent-v2',
]);
const outgoingCalls = new Set<WidgetTypeName | undefined>(['make-outgoing-call-v1', 'make-outgoing-call-v2']);
const answered = new Set(['answered', 'answeredByMachine']);

type Situation = 'call' | 'message' | 'request' | 'unknown';

const situationOf: Record<string, Situation> = {
  incomingCall: 'call',
  incomingMessage: 'message',
  incomingConversationMessage: 'message',
  incomingRequest: 'request',
  incomingParent: 'unknown',
};

export const callWithoutCall: FlowRule = {
  code: 'call-without-call',
  severity: 'warning',
  check(flow) {
    const situations = situationsOf(flow);
    return flow.widgets.flatMap(({ type, index }, place) => {
      const found = situations[place];
      if (type === undefined || !needsCall.has(type.type) || found === undefined) return [];
      if (found.has('call') || found.has('unknown')) return [];
      return [
        {
          message: `“${type.title}” needs a call, but no call leads here: make an outgoing call first.`,
          property_path: pointer('states', index),
        },
      ];
    });
  },
};

export const replyDuringCall: FlowRule = {
  code: 'reply-during-call',
  severity: 'note',
  check(flow) {
    const situations = situationsOf(flow);
    return flow.widgets.flatMap((widget, place) => {
      const found = situations[place];
      if (widget.type?.type !== 'send-and-wait-for-reply' || found === undefined) return [];
      if (found.size !== 1 || !found.has('call')) return [];
      return [
        {
          message: 'Only calls lead here: the caller hears nothing while the flow waits for a text message.',
          property_path: pointer('states', widget.index),
        },
      ];
    });
  },
};

/** In the order of the widgets; undefined for one that no execution comes to. */
type Situations = readonly (ReadonlySet<Situation> | undefined)[];

const known = new WeakMap<FlowGraph, Situations>();

/** The situations in which an execution may come to each widget. */
function situationsOf(flow: FlowView): Situations {
  const computed = known.get(flow.graph) ?? situationsInOrder(flow);
  known.set(flow.graph, computed);
  return computed;
}

function situationsInOrder(flow: FlowView): Situations {
  const found = computeSituations(flow);
  return flow.widgets.map((widget) => found.get(widget));
}

function computeSituations(flow: FlowView): Map<WidgetView, Set<Situation>> {
  const paths = flowPaths(flow);
  const initial = textOf(flow.definition.initial_state);
  const first = flow.widgets.find(({ name }) => name !== '' && name === initial);
  const found = new Map<WidgetView, Set<Situation>>();
  if (first?.type?.type !== 'trigger') return found;
  const queue = paths
    .nextOf(first)
    .map(({ event, widget }) => ({ widget, situation: situationOf[event] ?? 'unknown' }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { widget, situation } = next;
    const seen = found.get(widget) ?? new Set();
    if (seen.has(situation)) continue;
    found.set(widget, seen.add(situation));
    for (const { event, widget: after } of paths.nextOf(widget)) {
      const isAnswered = outgoingCalls.has(widget.type?.type) && answered.has(event);
      queue.push({ widget: after, situation: isAnswered ? 'call' : situation });
    }
  }
  return found;
}
