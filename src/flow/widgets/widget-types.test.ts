/** The table of widget types is complete, in the order of the palette, and resolves aliases. */

import { describe, expect, it } from 'vitest';
import { validate } from '../validation/validate.ts';
import { widgetTypeNames } from './widget-type.ts';
import { canonicalType, categories, typeAliases, widgetType, widgetTypes } from './widget-types.ts';

describe('the table of widget types', () => {
  it('has all 28 types, each under its own name', () => {
    expect(Object.keys(widgetTypes).sort()).toEqual([...widgetTypeNames].sort());
    for (const [name, type] of Object.entries(widgetTypes)) expect(type.type).toBe(name);
  });

  it('is in the order of the palette, group by group', () => {
    const order = categories.map(({ category }) => category);
    const places = Object.values(widgetTypes).map(({ category }) => order.indexOf(category));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('resolves aliases', () => {
    expect(widgetType('send-to-flex')).toBe(widgetTypes['send-to-agentdesk']);
    expect(widgetType('add-twiml-redirect')).toBe(widgetTypes['add-markup-redirect']);
    for (const [alias, name] of Object.entries(typeAliases)) expect(canonicalType(alias)).toBe(name);
  });

  it.each([undefined, '', 'hang-up', 'constructor', '__proto__', 'toString'])(
    'knows nothing of %s',
    (type) => {
      expect(widgetType(type)).toBeUndefined();
    },
  );

  it('has unique events, and titles and descriptions for everything', () => {
    for (const { events, outputs, title, means } of Object.values(widgetTypes)) {
      expect(title).not.toBe('');
      expect(means).toMatch(/\.$/);
      expect(new Set(events.map(({ name }) => name)).size).toBe(events.length);
      for (const event of events) expect(event.means).toMatch(/\.$/);
      for (const output of outputs) expect(output.path).not.toBe('');
    }
  });

  it('accepts any properties of an undocumented type', () => {
    const types = Object.values(widgetTypes).filter(
      ({ type, legacy }) => legacy && type !== 'make-outgoing-call-v1',
    );
    expect(types).toHaveLength(6);
    for (const { type, example } of types) {
      const { properties } = widgetTypes[type].schema as { properties?: Record<string, unknown> };
      const odd = Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, [{ odd: 1 }]]));
      const widget = { ...example, name: 'w', properties: { ...odd, offset: { x: 0, y: 0 }, more: 1 } };
      const trigger = { name: 'Trigger', type: 'trigger', properties: {}, transitions: [] };
      const flow = {
        description: '',
        states: [trigger, { ...widget, transitions: [] }],
        initial_state: 'Trigger',
      };
      expect(validate(flow).filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });
});
