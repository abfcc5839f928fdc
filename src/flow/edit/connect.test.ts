import { describe, expect, it } from 'vitest';
import { appointmentFlow, faults, nextOf, widget } from '../testing/test-flow.ts';
import { connect, disconnect, insertNewOnCord, insertOnCord, setEventNext } from './connect.ts';
import { moveCordSource } from './move-cord.ts';

const flow = appointmentFlow();
type Outlet = { widget: string; outlet: string };

describe('a cord', () => {
  it('connects a free outlet to a widget', () => {
    const definition = connect(flow, { widget: 'greet', outlet: 'failed' }, 'thank');
    expect(nextOf(definition, 'greet', 'failed')).toBe('thank');
    expect(definition.states[2]).toBe(flow.states[2]);
  });

  it('replaces the former target', () => {
    const definition = connect(flow, { widget: 'greet', outlet: 'sent' }, 'thank');
    expect(widget(definition, 'greet').transitions).toEqual([
      { event: 'sent', next: 'thank' },
      { event: 'failed' },
    ]);
  });

  it('adds a transition for an event without one', () => {
    const definition = connect(flow, { widget: 'Trigger', outlet: 'incomingRequest' }, 'ask');
    expect(nextOf(definition, 'Trigger', 'incomingRequest')).toBe('ask');
    expect(widget(definition, 'Trigger').transitions).toHaveLength(3);
  });

  it('connects the right one of several branches', () => {
    const definition = connect(flow, { widget: 'check', outlet: 'match~2' }, 'greet');
    expect(widget(definition, 'check').transitions?.map((each) => each.next)).toEqual([
      'ask',
      'thank',
      'greet',
    ]);
  });

  it('may connect a widget to itself', () => {
    expect(nextOf(connect(flow, { widget: 'ask', outlet: 'timeout' }, 'ask'), 'ask', 'timeout')).toBe('ask');
  });

  it('cannot lead to a trigger, an unknown widget or from an unknown outlet', () => {
    expect(connect(flow, { widget: 'ask', outlet: 'timeout' }, 'Trigger')).toBe(flow);
    expect(connect(flow, { widget: 'ask', outlet: 'nothing' }, 'thank')).toBe(flow);
    expect(connect(flow, { widget: 'ask', outlet: 'timeout' }, 'nobody')).toBe(flow);
    expect(connect(flow, { widget: 'greet', outlet: 'sent' }, 'ask')).toBe(flow);
  });

  it('gives a name to a widget without a unique one', () => {
    const twin = { name: 'ask', type: 'say-play', transitions: [], properties: {} };
    const definition = connect(
      { ...flow, states: [...flow.states, twin] },
      { widget: 'greet', outlet: 'failed' },
      'ask~5',
    );
    expect(nextOf(definition, 'greet', 'failed')).toBe('say_play_1');
    expect(widget(definition, 'say_play_1').type).toBe('say-play');
    expect(faults(definition)).toEqual([]);
  });

  it('is disconnected and leaves its transition', () => {
    const definition = disconnect(flow, { widget: 'check', outlet: 'match' });
    expect(widget(definition, 'check').transitions?.[1]).toEqual({
      event: 'match',
      conditions: widget(flow, 'check').transitions?.[1]?.conditions,
    });
    expect(disconnect(flow, { widget: 'greet', outlet: 'failed' })).toBe(flow);
  });

  it('is set and cleared by the transitions form', () => {
    expect(nextOf(setEventNext(flow, 'ask', 'timeout', 'thank'), 'ask', 'timeout')).toBe('thank');
    expect(nextOf(setEventNext(flow, 'greet', 'sent', null), 'greet', 'sent')).toBeUndefined();
  });

  it('ignores malformed transitions when counting', () => {
    const broken = {
      ...flow,
      states: flow.states.map((each) =>
        each.name === 'greet'
          ? { ...each, transitions: [null as never, 'odd' as never, { event: 'sent' }] }
          : each,
      ),
    };
    const definition = connect(broken, { widget: 'greet', outlet: 'sent' }, 'thank');
    expect(widget(definition, 'greet').transitions).toEqual([null, 'odd', { event: 'sent', next: 'thank' }]);
  });
});

describe('inserting a widget on a cord', () => {
  it('connects a new widget in between', () => {
    const { definition, id } = insertNewOnCord(flow, { widget: 'greet', outlet: 'sent' }, 'set-variables', {
      x: 0,
      y: 0,
    });
    expect(nextOf(definition, 'greet', 'sent')).toBe(id);
    expect(nextOf(definition, id, 'next')).toBe('ask');
  });

  it('connects an existing widget by its first free outlet', () => {
    const definition = insertOnCord(flow, { widget: 'greet', outlet: 'sent' }, 'thank');
    expect(nextOf(definition, 'greet', 'sent')).toBe('thank');
    expect(nextOf(definition, 'thank', 'sent')).toBe('ask');
  });

  it('only connects where there is no cord', () => {
    const { definition, id } = insertNewOnCord(flow, { widget: 'ask', outlet: 'timeout' }, 'send-message', {
      x: 0,
      y: 0,
    });
    expect(nextOf(definition, 'ask', 'timeout')).toBe(id);
    expect(nextOf(definition, id, 'sent')).toBeUndefined();
  });

  it('changes nothing for its own ends, the trigger, or a widget without a free outlet', () => {
    const cord = { widget: 'greet', outlet: 'sent' };
    expect(insertOnCord(flow, cord, 'greet')).toBe(flow);
    expect(insertOnCord(flow, cord, 'ask')).toBe(flow);
    expect(insertOnCord(flow, cord, 'Trigger')).toBe(flow);
    const full = connect(
      connect(flow, { widget: 'thank', outlet: 'sent' }, 'ask'),
      { widget: 'thank', outlet: 'failed' },
      'ask',
    );
    expect(insertOnCord(full, cord, 'thank')).toBe(full);
  });
});

describe('the beginning of a cord', () => {
  const [sent, failed] = ['sent', 'failed'].map((outlet) => ({ widget: 'greet', outlet })) as [
    Outlet,
    Outlet,
  ];
  it.each([
    ['another outlet of the widget', sent, failed, [undefined, 'ask', 'ask']],
    [
      'an outlet of another widget',
      sent,
      { widget: 'ask', outlet: 'timeout' },
      [undefined, undefined, 'ask'],
    ],
  ])('moves to %s, which leads where it led', (_, from, to, [first, second, moved]) => {
    const definition = moveCordSource(flow, from, to);
    expect([nextOf(definition, 'greet', 'sent'), nextOf(definition, 'greet', 'failed')]).toEqual([
      first,
      second,
    ]);
    expect(nextOf(definition, to.widget, to.outlet)).toBe(moved);
  });

  it.each([
    ['itself', sent, sent],
    ['an outlet that is not there', sent, { widget: 'greet', outlet: 'gone' }],
    ['another outlet, without a cord', failed, sent],
  ])('does not move to %s', (_, from, to) => {
    expect(moveCordSource(flow, from, to)).toBe(flow);
  });
});
