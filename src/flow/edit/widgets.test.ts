import { describe, expect, it } from 'vitest';
import { emptyDefinition, offsetOf } from '../definition.ts';
import { appointmentFlow, faults, nextOf, widget } from '../testing/test-flow.ts';
import { addWidget, generateName, uniqueName } from './add-widget.ts';
import { copyWidgets, duplicateWidgets, pasteWidgets } from './copy-widgets.ts';
import { moveWidgets } from './move-widgets.ts';
import { removeAndReconnect, removeWidgets } from './remove-widgets.ts';

const flow = appointmentFlow();

describe('adding', () => {
  it('gives a widget its defaults, its events and a fresh name', () => {
    const { definition, id } = addWidget(flow, 'send-message', { x: 40, y: 60 });
    expect(id).toBe('send_message_1');
    expect(widget(definition, id)).toMatchObject({
      type: 'send-message',
      transitions: [{ event: 'sent' }, { event: 'failed' }],
      properties: { offset: { x: 40, y: 60 }, from: '{{flow.channel.address}}' },
    });
    expect(flow).toEqual(appointmentFlow());
  });

  it('begins a split without branches', () => {
    const { definition, id } = addWidget(flow, 'split-based-on', { x: 0, y: 0 });
    expect(widget(definition, id).transitions).toEqual([{ event: 'noMatch' }]);
  });

  it('takes the name it is given when that is free and well formed', () => {
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'welcome').id).toBe('welcome');
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'greet').id).toBe('say_play_1');
    expect(addWidget(flow, 'say-play', { x: 0, y: 0 }, 'two words').id).toBe('say_play_1');
  });

  it('numbers names from the lowest that is free', () => {
    const once = addWidget(flow, 'make-outgoing-call-v2', { x: 0, y: 0 });
    expect(once.id).toBe('make_outgoing_call_1');
    expect(generateName(once.definition, 'make-outgoing-call-v1')).toBe('make_outgoing_call_2');
    expect(uniqueName(once.definition, 'make_outgoing_call_1')).toBe('make_outgoing_call_2');
    expect(uniqueName(once.definition, 'free')).toBe('free');
  });

  it('keeps a type that nobody knows', () => {
    const { definition, id } = addWidget(flow, 'future-thing', { x: 0, y: 0 });
    expect(widget(definition, id)).toEqual({
      name: 'future_thing_1',
      type: 'future-thing',
      transitions: [],
      properties: { offset: { x: 0, y: 0 } },
    });
  });
});

describe('removing', () => {
  it('unplugs what led to the widget', () => {
    const definition = removeWidgets(flow, ['ask']);
    expect(definition.states).toHaveLength(4);
    expect(widget(definition, 'greet').transitions).toEqual([{ event: 'sent' }, { event: 'failed' }]);
    expect(faults(definition)).toEqual([]);
  });

  it('never removes the trigger, and nothing for an unknown id', () => {
    expect(removeWidgets(flow, ['Trigger', 'nobody'])).toBe(flow);
    expect(removeAndReconnect(flow, ['Trigger'])).toBe(flow);
  });

  it('removes a second trigger and begins at the right one again', () => {
    const second = { name: 'Other', type: 'trigger', transitions: [], properties: {} };
    const twoTriggers = { ...flow, states: [...flow.states, second] };
    expect(removeWidgets(twoTriggers, ['Other']).states).toEqual(flow.states);
    const astray = { ...flow, initial_state: 'greet' };
    expect(removeWidgets(astray, ['greet']).initial_state).toBe('Trigger');
  });

  it('leaves the widgets that it does not touch as they are, the same objects', () => {
    const definition = removeWidgets(flow, ['thank']);
    expect(definition.states[1]).toBe(flow.states[1]);
  });

  it('joins the two ends of the only cord in and the only cord out', () => {
    const definition = removeAndReconnect(flow, ['greet']);
    expect(nextOf(definition, 'Trigger', 'incomingMessage')).toBe('ask');
  });

  it('joins the ends of a chain that is removed together', () => {
    const chain = removeWidgets(flow, ['check']);
    const longer = addWidget(chain, 'say-play', { x: 0, y: 0 }, 'say').definition;
    expect(nextOf(removeAndReconnect(longer, ['say', 'greet']), 'Trigger', 'incomingMessage')).toBe('ask');
  });

  it('joins nothing where two cords come in or the widget led to itself', () => {
    expect(nextOf(removeAndReconnect(flow, ['ask']), 'greet', 'sent')).toBeUndefined();
    const loop = {
      ...flow,
      states: flow.states.map((each) =>
        each.name === 'thank' ? { ...each, transitions: [{ event: 'sent', next: 'thank' }] } : each,
      ),
    };
    expect(faults(removeAndReconnect(loop, ['thank']))).toEqual([]);
  });

  it('of two widgets with one name, unplugs only what meant the removed one', () => {
    const twin = { name: 'ask', type: 'say-play', transitions: [], properties: {} };
    const twins = { ...flow, states: [...flow.states, twin] };
    expect(nextOf(removeWidgets(twins, ['ask~5']), 'greet', 'sent')).toBe('ask');
    expect(nextOf(removeWidgets(twins, ['ask']), 'greet', 'sent')).toBeUndefined();
  });
});

describe('moving', () => {
  it('puts widgets at their places and keeps everything else', () => {
    const definition = moveWidgets(flow, new Map([['ask', { x: 20, y: -40 }]]));
    expect(offsetOf(widget(definition, 'ask'))).toEqual({ x: 20, y: -40 });
    expect(widget(definition, 'ask').properties?.colour).toBe(widget(flow, 'ask').properties?.colour);
    expect(definition.states[1]).toBe(flow.states[1]);
  });

  it('changes nothing when the widget already stands there', () => {
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

  it('leaves properties that are no object alone', () => {
    const broken = { ...flow, states: [{ name: 'odd', properties: 'text' as never }] };
    expect(moveWidgets(broken, new Map([['odd', { x: 1, y: 1 }]]))).toBe(broken);
  });
});

describe('duplicating', () => {
  it('keeps cords and references between the copies and drops the others', () => {
    const { definition, ids } = duplicateWidgets(flow, ['ask', 'check']);
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

  it('puts the copies where the hand let go, and copies no trigger', () => {
    const places = new Map([['ask', { x: 300, y: 20 }]]);
    const { definition, ids } = duplicateWidgets(flow, ['Trigger', 'ask'], places);
    expect(ids).toEqual(['ask_2']);
    expect(offsetOf(widget(definition, 'ask_2'))).toEqual({ x: 300, y: 20 });
    expect(duplicateWidgets(flow, ['Trigger'])).toEqual({ definition: flow, ids: [] });
  });
});

describe('the clipboard', () => {
  it('carries widgets into another flow with their cords and places', () => {
    const pasted = pasteWidgets(emptyDefinition(), copyWidgets(flow, ['ask', 'check']), { x: 500, y: 100 });
    if (!pasted.ok) throw new Error(pasted.reason);
    expect(pasted.ids).toEqual(['ask', 'check']);
    expect(nextOf(pasted.definition, 'ask', 'incomingMessage')).toBe('check');
    expect(nextOf(pasted.definition, 'check', 'match')).toBeUndefined();
    expect(offsetOf(widget(pasted.definition, 'ask'))).toEqual({ x: 500, y: 100 });
    expect(faults(pasted.definition)).toEqual([]);
  });

  it('numbers names that are taken, and pastes beside without a place', () => {
    const pasted = pasteWidgets(flow, copyWidgets(flow, ['thank']), null);
    expect(pasted).toMatchObject({ ok: true, ids: ['thank_2'] });
    expect(pasted.ok && offsetOf(widget(pasted.definition, 'thank_2'))).toEqual({ x: 40, y: 40 });
  });

  it('keeps unknown keys and unknown types', () => {
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

  it('takes a whole flow without its trigger', () => {
    const pasted = pasteWidgets(emptyDefinition(), JSON.stringify(flow), { x: 0, y: 0 });
    expect(pasted).toMatchObject({ ok: true, ids: ['greet', 'ask', 'check', 'thank'] });
  });

  it.each(['', 'hello', '[]', '{}', '{"states":[1]}', '"text"'])('holds no widgets in %j', (text) => {
    expect(pasteWidgets(flow, text, null)).toEqual({ ok: false, reason: 'The clipboard holds no widgets.' });
  });

  it('says that a lone trigger is not pasted', () => {
    expect(pasteWidgets(flow, '{"type":"trigger"}', null)).toMatchObject({ ok: false });
  });
});
