/**
 * endless-poll: a loop that compares but never waits, and counts nothing. It asks another system again and again, as
 * fast as that responds, or compares a value that does not change.
 */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import { stronglyConnected } from './flow-paths.ts';
import type { FlowRule, WidgetView } from './rule.ts';

const neverWaits = new Set<WidgetTypeName | undefined>([
  'set-variables',
  'send-message',
  'split-based-on',
  'make-http-request',
  'run-function',
  'run-function-v2',
  'fork-stream',
  'record-call',
]);

export const endlessPoll: FlowRule = {
  code: 'endless-poll',
  severity: 'warning',
  check({ widgets }) {
    const among = widgets.filter(({ name, type }) => name !== '' && neverWaits.has(type?.type));
    const places = new Map(among.map(({ name }, place) => [name, place]));
    const edges = among.map(({ links }) => links.flatMap(({ next }) => places.get(next) ?? []));
    return stronglyConnected(edges).flatMap((component) => {
      const loop = component.flatMap((place) => among[place] ?? []);
      const [first] = [...loop].sort((a, b) => a.index - b.index);
      const isLoop = component.length > 1 || component.some((place) => edges[place]?.includes(place));
      // A loop without a comparison is an endless loop, which has a rule of its own.
      const compares = loop.some(({ type }) => type?.type === 'split-based-on');
      if (!isLoop || !compares || first === undefined || loop.some(isCounter)) return [];
      return [
        {
          message: `Widget ${quote(first.name)} is in a loop that repeats without a pause until a comparison changes.`,
          property_path: pointer('states', first.index),
        },
      ];
    });
  },
};

/** Sets a variable from its own last value, so that the loop can count its rounds. */
function isCounter({ type, properties, name }: WidgetView): boolean {
  const { variables } = properties;
  if (type?.type !== 'set-variables' || !Array.isArray(variables)) return false;
  return variables.some((each) => {
    if (!isObject(each)) return false;
    const key = textOf(each.key).trim();
    const value = textOf(each.value);
    return value.includes(`flow.variables.${key}`) || value.includes(`widgets.${name}.${key}`);
  });
}
