/** A caller may hang up at any widget that waits. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { advance } from './advance.ts';
import { begin, flowOf } from './testing/start-flow.ts';

const call = 'CA00000000000000000000000000000001';

/** The event by which the widget is left, where that is not the hang-up itself. */
const events: Record<string, string> = { 'enqueue-call': 'callFailure', 'send-to-agentdesk': 'callFailure' };

function waiting(type: (typeof widgetTypeNames)[number], properties: JsonObject) {
  const transitions = widgetTypes[type].events.map(({ name }) => ({ event: name }));
  const flow = flowOf({ name: 'w', type, properties, transitions });
  return { flow, ...begin(flow, { call }) };
}

describe.each(widgetTypeNames.filter((type) => type !== 'trigger'))('a hang-up at %s', (type) => {
  it('ends the execution, with the fields of the call', () => {
    const cases = JSON.parse(readFileSync(new URL(`./cases/${type}.json`, import.meta.url), 'utf8')) as {
      properties: JsonObject;
    }[];
    for (const { properties } of cases) {
      const { flow, execution } = waiting(type, properties);
      if (execution.wait === null) continue;
      const { steps, execution: after } = advance(
        flow,
        execution,
        { kind: 'hangup', call: { CallStatus: 'completed' } },
        0,
      );
      const { status, call: live, wait } = after;
      expect({ status, live, wait }).toEqual({ status: 'ended', live: null, wait: null });
      expect(steps).toMatchObject([{ name: events[type] ?? 'hangup', transitioned_to: 'Ended' }]);
    }
  });
});
