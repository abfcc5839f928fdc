/**
 * trigger-variable: a template reads what only another trigger event provides. Routing properties that every widget
 * has by default are left alone, as they are empty on purpose elsewhere.
 */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import { flowPaths } from './flow-paths.ts';
import type { FlowRule } from './rule.ts';

const providers: readonly { prefix: RegExp; events: readonly string[]; means: string }[] = [
  {
    prefix: /^trigger\.(?:message|conversation)\./,
    events: ['incomingMessage', 'incomingConversationMessage'],
    means: 'an incoming message',
  },
  { prefix: /^trigger\.call\./, events: ['incomingCall'], means: 'an incoming call' },
  {
    prefix: /^(?:trigger\.request\.|flow\.data\.)/,
    events: ['incomingRequest', 'incomingParent'],
    means: 'a REST request',
  },
  { prefix: /^trigger\.parent\./, events: ['incomingParent'], means: 'a parent flow' },
];

const routing = new Set<string | number | undefined>(['service', 'channel', 'from', 'to', 'attributes']);

export const triggerVariable: FlowRule = {
  code: 'trigger-variable',
  severity: 'warning',
  check(flow) {
    const paths = flowPaths(flow);
    return flow.widgets.flatMap((widget) =>
      flow.readsOf(widget).flatMap(({ path, place, isFirst, mayBeEmpty }) => {
        if (mayBeEmpty || !isFirst || routing.has(place[1])) return [];
        const provider = providers.find(({ prefix }) => prefix.test(path));
        if (provider === undefined) return [];
        const events = paths.eventsTo(widget);
        if (events.size === 0 || provider.events.some((event) => events.has(event))) return [];
        return [
          {
            message: `${quote(path)} comes with ${provider.means}, which never leads here: it is empty.`,
            property_path: pointer('states', widget.index, ...place),
          },
        ];
      }),
    );
  },
};
