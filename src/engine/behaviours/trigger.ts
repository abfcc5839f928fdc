/** trigger: initialises the context, and leaves by the event that started the execution. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import type { Behaviour } from '../behaviour.ts';
import type { VariableChange } from '../execution.ts';
import { parseJson } from '../properties/property-values.ts';
import type { Signal } from '../signal.ts';

export type TriggerSignal = Extract<Signal, { kind: 'trigger' }>;

export const trigger: Behaviour = {
  enter: ({ name }) => ({
    end: 'notRunnable',
    notes: [{ code: 0, message: `"${name}" starts the flow and cannot be entered from another widget.` }],
  }),
  receive: (_state, signal) =>
    signal.kind === 'trigger' ? { go: signal.event, set: initialChanges(signal) } : { stay: true },
};

/** The initial changes of the context of every execution. */
export function initialChanges(start: TriggerSignal): VariableChange[] {
  return [
    { path: ['flow', 'sid'], value: start.execution_sid },
    { path: ['flow', 'flow_sid'], value: start.flow_sid },
    { path: ['flow', 'channel', 'address'], value: start.channel },
    { path: ['flow', 'data'], value: start.data },
    { path: ['contact', 'channel', 'address'], value: start.contact },
    { path: ['trigger'], value: parseChannelAttributes(start.trigger) },
  ];
}

/** Carriers send ChannelAttributes as JSON text; flows read its fields. */
function parseChannelAttributes(trigger: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(trigger).map(([source, fields]): [string, Json] => {
      const text = isObject(fields) ? fields.ChannelAttributes : undefined;
      const attributes = typeof text === 'string' ? parseJson(text) : undefined;
      return [
        source,
        isObject(fields) && isObject(attributes) ? { ...fields, ChannelAttributes: attributes } : fields,
      ];
    }),
  );
}
