/** trigger: lays down what the execution begins with, and leaves by the event that started it. */

import { isObject, type Json, type JsonObject } from '#flow/json.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Change } from '../execution.ts';
import { parsedJson } from '../property.ts';
import type { Signal } from '../signal.ts';

export type Start = Extract<Signal, { kind: 'trigger' }>;

export const trigger: Behaviour = {
  enter: ({ name }) => ({
    end: 'notRunnable',
    notes: [{ code: 0, message: `"${name}" starts the flow and cannot be entered from another widget.` }],
  }),
  receive: (_state, signal) =>
    signal.kind === 'trigger' ? { go: signal.event, set: beginning(signal) } : { stay: true },
};

/** The changes with which every execution begins. */
export function beginning(start: Start): Change[] {
  return [
    { path: ['flow', 'sid'], value: start.execution_sid },
    { path: ['flow', 'flow_sid'], value: start.flow_sid },
    { path: ['flow', 'channel', 'address'], value: start.channel },
    { path: ['flow', 'data'], value: start.data },
    { path: ['contact', 'channel', 'address'], value: start.contact },
    { path: ['trigger'], value: withAttributes(start.trigger) },
  ];
}

/** Carriers send ChannelAttributes as JSON text; flows read below it. */
function withAttributes(trigger: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(trigger).map(([source, fields]): [string, Json] => {
      const text = isObject(fields) ? fields.ChannelAttributes : undefined;
      const attributes = typeof text === 'string' ? parsedJson(text) : undefined;
      return [
        source,
        isObject(fields) && isObject(attributes) ? { ...fields, ChannelAttributes: attributes } : fields,
      ];
    }),
  );
}
