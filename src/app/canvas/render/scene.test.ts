/** The scene is the same where the definition is the same. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { cordsOf } from '#flow/graph.ts';
import { projectScene, unroutedCord } from './scene.ts';

const message = (name: string, next: string | null, x = 0): State => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent', next }, { event: 'failed' }],
  properties: { body: 'Hello {{flow.data.name}}', offset: { x, y: 200 } },
});

const flow = (...states: State[]): FlowDefinition => ({
  description: '',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      transitions: [{ event: 'incomingMessage', next: 'one' }],
      properties: {},
    },
    ...states,
  ],
});

describe('scene', () => {
  it('has the cords of the flow graph', () => {
    const definition = flow(
      message('one', 'two'),
      message('two', 'one', 320),
      message('two', 'nowhere', 640),
    );
    expect([...projectScene(definition).cords.keys()]).toEqual(cordsOf(definition).map(({ id }) => id));
  });

  it('begins a cord at its jack and ends it at the top middle', () => {
    const cord = projectScene(flow(message('one', 'two'), message('two', null, 320))).cords.get('one sent');
    expect(cord).toMatchObject({ x0: 60, y0: 300, x1: 440, y1: 200 });
  });

  it('moves both ends of a cord with the widgets that are dragged', () => {
    const { widgets } = projectScene(flow(message('one', 'two'), message('two', null, 320)));
    const dragged = (id: string) => {
      const box = widgets.get(id)?.box ?? { x: 0, y: 0, width: 0, height: 0 };
      return new Map([[id, { ...box, x: box.x + 1000 }]]);
    };
    const cordWhile = (id: string) => unroutedCord(widgets, 'one sent', 'one', 'sent', 'two', dragged(id));
    expect(cordWhile('one')).toMatchObject({ x0: 1060, x1: 440 });
    expect(cordWhile('two')).toMatchObject({ x0: 60, x1: 1440 });
  });

  it('keeps the widget of an unchanged state', () => {
    const [one, two] = [message('one', 'two'), message('two', null, 320)];
    const before = projectScene(flow(one, two));
    const after = projectScene(
      flow(one, { ...two, properties: { ...two.properties, body: 'Other' } }),
      [],
      before,
    );
    expect(after.widgets.get('one')).toBe(before.widgets.get('one'));
    expect(after.widgets.get('two')).not.toBe(before.widgets.get('two'));
  });

  it('changes a widget when its jack is unplugged because the target went away', () => {
    const one = message('one', 'two');
    const before = projectScene(flow(one, message('two', null, 320)));
    const after = projectScene(flow(one), [], before);
    expect(before.widgets.get('one')?.plugged).toEqual([true, false]);
    expect(after.widgets.get('one')?.plugged).toEqual([false, false]);
  });

  it('puts findings on their widget, the first error first', () => {
    const place = '#/states/1/properties/body';
    const scene = projectScene(flow(message('one', null)), [
      { severity: 'warning', code: 'a', message: 'A doubt', property_path: place },
      { severity: 'error', code: 'b', message: 'Body is empty', property_path: place },
      { severity: 'error', code: 'c', message: 'Too long', property_path: '#/description' },
    ]);
    expect(scene.widgets.get('one')?.findings).toEqual({
      errors: 1,
      warnings: 1,
      firstError: 'Body is empty',
    });
  });

  it('includes unknown types, and states without a name, a position or a type', () => {
    const scene = projectScene(
      flow({ name: 'odd', type: 'brand-new', transitions: [{ event: 'done' }] }, {}),
    );
    expect(scene.widgets.get('odd')?.summary).toMatchObject({ title: 'brand-new', isKnownType: false });
    expect(scene.widgets.get('~2')?.summary).toMatchObject({ title: '', outlets: [] });
  });
});
