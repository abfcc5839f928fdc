import { describe, expect, it } from 'vitest';
import { emptyDefinition, offsetOf } from '../definition.ts';
import { appointmentFlow, faults, nextOf, widget } from '../testing/test-flow.ts';
import { addWidget, generateName, uniqueName } from './add-widget.ts';
import { copyWidgets, cutWidgets, duplicateWidgets, isCopyable, pasteWidgets } from './copy-widgets.ts';
import { moveWidgets } from './move-widgets.ts';
import { removeAndReconnect, removeWidgets } from './remove-widgets.ts';

const flow = appointmentFlow();

describe('adding a widget', () => {
  it('sets defaults, events and a generated name', () => {
    const { definition, id } = addWidget(flow, 'send-message', { x: 40, y: 60 });
    expect(id).toBe('send_message_1');
    expect(widget(definition, id)).toMatchObject({
      type: 'send-message',
      transitions: [{ event: 'sent' }, { event: 'failed' }],
      properties: { offset: { x: 40, y: 60 }, from: '{{flow.channel.address}}' },
    });
    expect(flow).toEqual(appointmentFlow());
  });

  it('adds a split without branches', () => {
    const { definition, id } = addWidget(flow, 'split-based-on', { x: 0, y: 0 });
    expect(widget(definition, id).transitions).toEqual([{ event: 'noMatch' }]);
  });

  it('uses the given name when it is free and well formed', () => {
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'welcome').id).toBe('welcome');
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'greet').id).toBe('say_play_1');
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'two words').id).toBe('say_play_1');
  });

  it('numbers names with the lowest free number', () => {
    const once = addWidget(flow, 'make-outgoing-call-v2', { x: 0, y: 0 });
    expect(once.id).toBe('make_outgoing_call_1');
    expect(generateName(once.definition, 'make-outgoing-call-v1')).toBe('make_outgoing_call_2');
    expect(uniqueName(once.definition, 'make_outgoing_call_1')).toBe('make_outgoing_call_2');
    expect(uniqueName(once.definition, 'free')).toBe('free');
  });

  it('accepts an unknown type', () => {
    const { definition, id } = addWidget(flow, 'future-thing', { x: 0, y: 0 });
    expect(widget(definition, id)).toEqual({
      name: 'future_thing_1',
      type: 'future-thing',
      transitions: [],
      properties: { offset: { x: 0, y: 0 } },
    });
  });
});

describe('removing widgets', () => {
  it('disconnects transitions to the widget', () => {
    const definition = removeWidgets(flow, ['ask']);
    expect(definition.states).toHaveLength(4);
    expect(widget(definition, 'greet').transitions).toEqual([{ event: 'sent' }, { event: 'failed' }]);
    expect(faults(definition)).toEqual([]);
  });

  it('never removes the trigger, and ignores an unknown id', () => {
    expect(removeWidgets(flow, ['Trigger', 'nobody'])).toBe(flow);
    expect(removeAndReconnect(flow, ['Trigger'])).toBe(flow);
  });

  it('removes a second trigger and corrects the initial state', () => {
    const second = { name: 'Other', type: 'trigger', transitions: [], properties: {} };
    const twoTriggers = { ...flow, states: [...flow.states, second] };
    expect(removeWidgets(twoTriggers, ['Other']).states).toEqual(flow.states);
    const astray = { ...flow, initial_state: 'greet' };
    expect(removeWidgets(astray, ['greet']).initial_state).toBe('Trigger');
  });

  it('keeps the identity of unaffected widgets', () => {
    const definition = removeWidgets(flow, ['thank']);
    expect(definition.states[1]).toBe(flow.states[1]);
  });

  it('reconnects the only incoming with the only outgoing cord', () => {
    const definition = removeAndReconnect(flow, ['greet']);
    expect(nextOf(definition, 'Trigger', 'incomingMessage')).toBe('ask');
  });

  it('reconnects the ends of a removed chain', () => {
    const chain = removeWidgets(flow, ['check']);
    const longer = addWidget(chain, 'say-play', { x: 0, y: 0 }, 'say').definition;
    expect(nextOf(removeAndReconnect(longer, ['say', 'greet']), 'Trigger', 'incomingMessage')).toBe('ask');
  });

  it('reconnects everything that led to a widget with its main path, and its target not with itself', () => {
    const healed = removeAndReconnect(flow, ['ask']);
    expect(nextOf(healed, 'greet', 'sent')).toBe('check');
    expect(nextOf(healed, 'check', 'noMatch')).toBeUndefined();
  });

  it('does not choose between the branches of a split, nor reconnect a self-loop', () => {
    expect(nextOf(removeAndReconnect(flow, ['check']), 'ask', 'incomingMessage')).toBeUndefined();
    const loop = {
      ...flow,
      states: flow.states.map((each) =>
        each.name === 'thank' ? { ...each, transitions: [{ event: 'sent', next: 'thank' }] } : each,
      ),
    };
    expect(faults(removeAndReconnect(loop, ['thank']))).toEqual([]);
  });

  it('of two widgets with the same name disconnects only references to the removed one', () => {
    const twin = { name: 'ask', type: 'say-play', transitions: [], properties: {} };
    const twins = { ...flow, states: [...flow.states, twin] };
    expect(nextOf(removeWidgets(twins, ['ask~5']), 'greet', 'sent')).toBe('ask');
    expect(nextOf(removeWidgets(twins, ['ask']), 'greet', 'sent')).toBeUndefined();
  });
});

describe('moving widgets', () => {
  it('changes positions and nothing else', () => {
    const definition = moveWidgets(flow, new Map([['ask', { x: 20, y: -40 }]]));
    expect(offsetOf(widget(definition, 'ask'))).toEqual({ x: 20, y: -40 });
    expect(widget(definition, 'ask').properties?.colour).toBe(widget(flow, 'ask').properties?.colour);
    expect(definition.states[1]).toBe(flow.states[1]);
  });

  it('returns the same object when the position is the same', () => {
    expect(
      moveWidgets(
        flow,
        new Map([
          ['ask', { x: 0, y: 0 }],
          ['nobody', { x: 1, y: 1 }],
        ]),
      ),
    ).toBe(flow);
  });

  it('ignores properties that are not an object', () => {
    const broken = { ...flow, states: [{ name: 'odd', properties: 'text' as never }] };
    expect(moveWidgets(broken, new Map([['odd', { x: 1, y: 1 }]]))).toBe(broken);
  });
});

function selection(...widgets: string[]) {
  return { widgets: new Set(widgets), annotation: null };
}

describe('duplicating widgets', () => {
  it('keeps cords and references among the copies and drops others', () => {
    const { definition, ids } = duplicateWidgets(flow, selection('ask', 'check'));
    expect(ids).toEqual(['ask_2', 'check_2']);
    expect(nextOf(definition, 'ask_2', 'incomingMessage')).toBe('check_2');
    expect(nextOf(definition, 'check_2', 'noMatch')).toBe('ask_2');
    expect(nextOf(definition, 'check_2', 'match')).toBeUndefined();
    expect(widget(definition, 'check_2').properties?.input).toBe('{{widgets.ask_2.inbound.Body}}');
    expect(widget(definition, 'check_2').transitions?.[1]?.conditions?.[0]?.arguments).toEqual([
      '{{widgets.ask_2.inbound.Body}}',
    ]);
    expect(offsetOf(widget(definition, 'ask_2'))).toEqual({ x: 40, y: 40 });
    expect(definition.states.slice(0, 5)).toEqual(flow.states);
  });

  it('places the copies where they are dropped, without triggers', () => {
    const places = new Map([['ask', { x: 300, y: 20 }]]);
    const { definition, ids } = duplicateWidgets(flow, selection('Trigger', 'ask'), places);
    expect(ids).toEqual(['ask_2']);
    expect(offsetOf(widget(definition, 'ask_2'))).toEqual({ x: 300, y: 20 });
    expect(duplicateWidgets(flow, selection('Trigger'))).toEqual({
      definition: flow,
      ids: [],
      annotations: [],
    });
  });
});

describe('the clipboard', () => {
  it('copies widgets to another flow with their cords and positions', () => {
    const pasted = pasteWidgets(emptyDefinition(), copyWidgets(flow, selection('ask', 'check')), {
      x: 500,
      y: 100,
    });
    if (!pasted.ok) throw new Error(pasted.reason);
    expect(pasted.ids).toEqual(['ask', 'check']);
    expect(nextOf(pasted.definition, 'ask', 'incomingMessage')).toBe('check');
    expect(nextOf(pasted.definition, 'check', 'match')).toBeUndefined();
    expect(offsetOf(widget(pasted.definition, 'ask'))).toEqual({ x: 500, y: 100 });
    expect(faults(pasted.definition)).toEqual([]);
  });

  it('numbers duplicate names, and offsets the copies by default', () => {
    const pasted = pasteWidgets(flow, copyWidgets(flow, selection('thank')), null);
    expect(pasted).toMatchObject({ ok: true, ids: ['thank_2'] });
    expect(pasted.ok && offsetOf(widget(pasted.definition, 'thank_2'))).toEqual({ x: 40, y: 40 });
  });

  it('preserves unknown keys and types', () => {
    const text = JSON.stringify([
      { name: 'x', type: 'future', wings: 2, properties: { deep: { key: [1] } } },
    ]);
    const pasted = pasteWidgets(flow, text, { x: 0, y: 0 });
    expect(pasted.ok && widget(pasted.definition, 'x')).toEqual({
      name: 'x',
      type: 'future',
      wings: 2,
      properties: { deep: { key: [1] }, offset: { x: 0, y: 0 } },
    });
  });

  it('accepts a whole flow without its trigger', () => {
    const pasted = pasteWidgets(emptyDefinition(), JSON.stringify(flow), { x: 0, y: 0 });
    expect(pasted).toMatchObject({ ok: true, ids: ['greet', 'ask', 'check', 'thank'] });
  });

  it.each(['', 'hello', '[]', '{}', '{"states":[1]}', '"text"'])('holds no widgets in %j', (text) => {
    expect(pasteWidgets(flow, text, null)).toEqual({ ok: false, reason: 'The clipboard holds no widgets.' });
  });

  it('explains that a trigger alone is not pasted', () => {
    expect(pasteWidgets(flow, '{"type":"trigger"}', null)).toEqual({
      ok: false,
      reason: 'The clipboard holds only a trigger, and a flow has one already.',
    });
  });

  const at = (x: number, y: number) => ({ offset: { x, y } });
  const placesOf = (states: object[], to: { x: number; y: number } | null) => {
    const pasted = pasteWidgets(emptyDefinition(), JSON.stringify(states), to);
    return pasted.ok && pasted.ids.map((id) => [id, offsetOf(widget(pasted.definition, id))]);
  };
  it('places the upper left corner, and in a diagonal what has no place', () => {
    const states = [
      { name: 'a', type: 'say-play', properties: at(300, 100) },
      { name: 'b', type: 'say-play', properties: at(200, 500) },
      { type: 'say-play' },
    ];
    expect(placesOf(states, { x: 10, y: 20 })).toEqual([
      ['a', { x: 110, y: 20 }],
      ['b', { x: 10, y: 420 }],
      ['say_play_1', { x: 90, y: 100 }],
    ]);
    expect(placesOf(states, null)).toEqual([
      ['a', { x: 340, y: 140 }],
      ['b', { x: 240, y: 540 }],
      ['say_play_1', { x: 320, y: 220 }],
    ]);
  });

  it('leads to the first of two copies with one name, and to none without', () => {
    const states = ['same', 'same', ''].map((name) => ({
      ...{ name, type: 'say-play', properties: {} },
      transitions: [
        { event: 'a', next: 'same' },
        { event: 'b', next: '' },
        { event: 'c', next: 'other' },
      ],
    }));
    const pasted = pasteWidgets(emptyDefinition(), JSON.stringify(states), { x: 0, y: 0 });
    if (!pasted.ok) throw new Error(pasted.reason);
    expect(pasted.ids).toEqual(['same', 'same_2', 'say_play_1']);
    for (const id of pasted.ids)
      expect(widget(pasted.definition, id).transitions?.map(({ next }) => next || null)).toEqual([
        ...['same', null, null],
      ]);
  });

  const note = { text: 'Call back.', x: 1000, y: 500, width: 200, height: 100 };
  const noted = () => ({ ...appointmentFlow(), ui: { notes: { n: note } } }) as typeof flow;
  const withNote = (...widgets: string[]) => ({
    widgets: new Set(widgets),
    annotation: { kind: 'note', id: 'n' } as const,
  });
  it.each([
    ['a widget', selection('ask'), true],
    ['a note', withNote(), true],
    ['nothing', selection(), false],
    ['the trigger alone', selection('Trigger'), false],
  ])('takes %s: %s', (_, chosen, takes) => {
    expect(isCopyable(noted(), chosen)).toBe(takes);
  });

  it('cuts what it copies, and what led to a widget leads on', () => {
    expect(cutWidgets(flow, selection('ask'))).toEqual(removeAndReconnect(flow, ['ask']));
    expect(cutWidgets(noted(), withNote('ask')).ui?.notes ?? {}).toEqual({});
    expect(cutWidgets(noted(), selection('ask')).ui).toEqual({ notes: { n: note } });
  });

  it('takes notes along, as far as the widgets', () => {
    const text = copyWidgets(noted(), withNote('thank'));
    expect(JSON.parse(text)).toMatchObject({ states: [{ name: 'thank' }], ui: { notes: { n: note } } });
    expect(JSON.parse(copyWidgets(noted(), selection('thank')))).not.toHaveProperty('ui');
    const placesOfNotes = ({ ui }: typeof flow) => Object.values(ui?.notes ?? {}).map(({ x, y }) => [x, y]);
    const pasted = pasteWidgets(emptyDefinition(), text, { x: 10, y: 20 });
    expect(pasted.ok && placesOfNotes(pasted.definition)).toEqual([[1010, 520]]);
    const places = new Map([['thank', { x: 7, y: 9 }]]);
    const duplicated = duplicateWidgets(noted(), withNote('thank'), places);
    expect(placesOfNotes(duplicated.definition)).toEqual([
      [1000, 500],
      [1007, 509],
    ]);
    expect(placesOfNotes(duplicateWidgets(noted(), withNote()).definition)).toEqual([
      [1000, 500],
      [1040, 540],
    ]);
  });
});
