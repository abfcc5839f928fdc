import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { appointmentFlow, faults, nextOf, widget } from '../testing/test-flow.ts';
import { setDescription, setFlags } from './set-flow.ts';
import { replaceState, setProperty } from './set-property.ts';

const flow = appointmentFlow();

describe('a property', () => {
  it('is set, and all other states keep their identity', () => {
    const definition = setProperty(flow, 'greet', 'body', 'Welcome');
    expect(widget(definition, 'greet').properties).toEqual({ offset: { x: 0, y: 0 }, body: 'Welcome' });
    expect(definition.states[2]).toBe(flow.states[2]);
  });

  it('is deleted by undefined', () => {
    expect(widget(setProperty(flow, 'greet', 'body', undefined), 'greet').properties).toEqual({
      offset: { x: 0, y: 0 },
    });
  });

  it('with an equal value returns the same object', () => {
    expect(setProperty(flow, 'greet', 'body', 'Hello')).toBe(flow);
    expect(setProperty(flow, 'ask', 'colour', { unknown: ['key'] })).toBe(flow);
    expect(setProperty(flow, 'greet', 'absent', undefined)).toBe(flow);
    expect(setProperty(flow, 'nobody', 'body', 'x')).toBe(flow);
  });

  it('can be null or false', () => {
    expect(widget(setProperty(flow, 'greet', 'body', null), 'greet').properties?.body).toBeNull();
    expect(widget(setProperty(flow, 'greet', 'record', false), 'greet').properties?.record).toBe(false);
  });

  it('that is the input of a split is updated in its conditions', () => {
    const odd = setProperty(flow, 'check', 'input', '{{flow.data.answer}}');
    const all = widget(odd, 'check').transitions?.flatMap(
      (each) => each.conditions?.map((one) => one.arguments) ?? [],
    );
    expect(all).toEqual([['{{flow.data.answer}}'], ['{{flow.data.answer}}']]);
    expect(widget(setProperty(flow, 'ask', 'input', 'x'), 'check')).toBe(widget(flow, 'check'));
  });
});

describe('the JSON of a widget', () => {
  const written = (change: object) =>
    replaceState(flow, 'ask', { ...(widget(flow, 'ask') as object), ...change } as Json);

  it('replaces the whole state', () => {
    const result = written({ wings: 2 });
    expect(result.ok && widget(result.definition, 'ask')).toEqual({ ...widget(flow, 'ask'), wings: 2 });
    expect(written({})).toEqual({ ok: true, definition: flow });
  });

  it('renames the widget and its references', () => {
    const result = written({ name: 'question', properties: { body: '{{widgets.ask.x}}' } });
    if (!result.ok) throw new Error(result.reason);
    expect(nextOf(result.definition, 'greet', 'sent')).toBe('question');
    expect(widget(result.definition, 'question').properties).toEqual({ body: '{{widgets.question.x}}' });
    expect(faults(result.definition)).toEqual([]);
  });

  it.each([
    [{ name: 'greet' }, 'Another widget is called greet.'],
    [{ name: 7 }, 'A widget needs a name.'],
    [{ transitions: [{ event: 'timeout', next: 'nobody' }] }, 'No widget is called nobody.'],
  ])('with %j is refused', (change, reason) => {
    expect(written(change)).toEqual({ ok: false, reason });
  });

  it('is rejected when it is not an object or changes the type of the trigger', () => {
    expect(replaceState(flow, 'ask', ['x'])).toMatchObject({ ok: false });
    expect(replaceState(flow, 'Trigger', { name: 'Trigger', type: 'say-play' })).toMatchObject({ ok: false });
    expect(replaceState(flow, 'nobody', {})).toMatchObject({ ok: false });
  });

  it('may keep a dangling cord that was there before', () => {
    const draft = {
      ...flow,
      states: [
        ...flow.states,
        { name: 'odd', type: 'say-play', transitions: [{ event: 'x', next: 'gone' }] },
      ],
    };
    expect(
      replaceState(draft, 'odd', { name: 'odd', type: 'x', transitions: [{ event: 'x', next: 'gone' }] }).ok,
    ).toBe(true);
  });

  it('can name a widget that had no name', () => {
    const nameless = { ...flow, states: [...flow.states, { type: 'say-play' }] };
    const result = replaceState(nameless, '~5', { name: 'said', type: 'say-play' });
    expect(result.ok && faults(result.definition)).toEqual([]);
  });
});

describe('the flow as a whole', () => {
  it('has a description and flags', () => {
    expect(setDescription(flow, 'New').description).toBe('New');
    expect(setDescription(flow, 'Appointment')).toBe(flow);
    expect(setFlags(flow, { allow_concurrent_calls: false }).flags).toEqual({
      allow_concurrent_calls: false,
    });
    expect(setFlags(flow, { allow_concurrent_calls: true })).toBe(flow);
  });
});
