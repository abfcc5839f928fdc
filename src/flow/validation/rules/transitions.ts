/** Rules on transitions of any widget: next-widget, repeated-event and unused-conditions. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

/** next-widget: the target of a transition exists. */
export const nextWidget: FlowRule = {
  code: 'next-widget',
  severity: 'error',
  check({ widgets, names }) {
    return widgets.flatMap(({ index, links }) =>
      links
        .filter(({ next }) => next !== '' && !names.has(next))
        .map((link) => ({
          message: `Next widget ${quote(link.next)} of event ${quote(link.event)} must match a widget name.`,
          property_path: pointer('states', index, 'transitions', link.index, 'next'),
        })),
    );
  },
  fix: (_finding, path) => ({
    label: 'Remove the connection',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};

/** repeated-event: of several transitions for one event only the first is used. */
export const repeatedEvent: WidgetRule = {
  code: 'repeated-event',
  severity: 'warning',
  check({ type, index, links }) {
    const first = new Map<string, number>();
    for (const link of links) if (!first.has(link.event)) first.set(link.event, link.index);
    return links
      .filter(({ event }) => event !== '' && event !== type?.repeats)
      .filter((link) => first.get(link.event) !== link.index)
      .map((link) => ({
        message: `Event ${quote(link.event)} has more than one transition: only the first is used.`,
        property_path: pointer('states', index, 'transitions', link.index),
      }));
  },
  fix: (_finding, path) => ({
    label: 'Remove the transition',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};

/** unused-conditions: only `match` of split-based-on evaluates conditions; elsewhere they have no effect. */
export const unusedConditions: WidgetRule = {
  code: 'unused-conditions',
  severity: 'warning',
  check({ type, index, links }) {
    return links
      .filter(({ event }) => type?.type !== 'split-based-on' || event !== 'match')
      .filter(({ entry }) => Array.isArray(entry.conditions) && entry.conditions.length > 0)
      .map((link) => ({
        message: 'Conditions have no effect here: only a match of Split based on uses them.',
        property_path: pointer('states', index, 'transitions', link.index, 'conditions'),
      }));
  },
  fix: (_finding, path) => ({
    label: 'Remove the conditions',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};
