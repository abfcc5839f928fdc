/** deprecated-type: types that have a later version. */

import { transitionsOf } from '../../definition.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { widgetTypes } from '../../widgets/widget-types.ts';
import type { WidgetRule } from './rule.ts';
import { replaceStateAt, stateAt } from './widget-fix.ts';

const successors: { readonly [T in WidgetTypeName]?: WidgetTypeName } = {
  'make-outgoing-call-v1': 'make-outgoing-call-v2',
  'connect-virtual-agent': 'connect-virtual-agent-v2',
};

export const deprecatedType: WidgetRule = {
  code: 'deprecated-type',
  severity: 'note',
  check({ type, index }) {
    const successor = type && successors[type.type];
    if (successor === undefined) return [];
    return [
      {
        message: `“${type?.title}” is kept for older flows. Use “${widgetTypes[successor].title}” in new ones.`,
        property_path: pointer('states', index, 'type'),
      },
    ];
  },
  fix(_finding, path, definition) {
    const found = stateAt(definition, path);
    if (found?.state.type !== 'make-outgoing-call-v1') return null;
    const next = widgetTypes['make-outgoing-call-v2'];
    const known = new Set(next.events.map(({ name }) => name));
    const transitions = transitionsOf(found.state);
    const lost = transitions.filter(({ event }) => !known.has(event));
    if (lost.some(({ next: target }) => typeof target === 'string' && target !== '')) return null;
    const kept = transitions.filter(({ event }) => known.has(event));
    return {
      label: `Change to ${next.title}`,
      edit: (before) =>
        replaceStateAt(before, found.index, { ...found.state, type: next.type, transitions: kept }),
    };
  },
};
