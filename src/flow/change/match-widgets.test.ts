/** Which widget of a file is which widget of a later one, where names have changed. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { matchWidgets } from './match-widgets.ts';

const flow = (...states: State[]): FlowDefinition => ({ description: '', initial_state: 'Trigger', states });
const message = (
  name: string,
  body: string,
  more: { offset?: { x: number; y: number }; next?: string } = {},
): State => ({
  name,
  type: 'send-message',
  properties: { body, ...(more.offset && { offset: more.offset }) },
  transitions: [{ event: 'sent', ...(more.next !== undefined && { next: more.next }) }],
});
const trigger = (name: string, next: string): State => ({
  name,
  type: 'trigger',
  transitions: [{ event: 'incomingMessage', next }],
});
const match = (before: State[], after: State[], known?: Map<string, string>) =>
  Object.fromEntries(matchWidgets(flow(...before), flow(...after), known));

describe('a renamed widget', () => {
  it('is the one with the same content', () => {
    expect(
      match([message('a', 'Hello'), message('b', 'Bye')], [message('x', 'Bye'), message('y', 'Hello')]),
    ).toEqual({ a: 'y', b: 'x' });
  });

  it('is of the same type', () => {
    const call: State = { ...message('x', 'Hello'), type: 'say-play' };
    expect(match([message('a', 'Hello')], [call])).toEqual({});
  });

  it('is none where nothing is alike', () => {
    expect(match([message('a', 'Hello')], [message('x', 'An offer for you')])).toEqual({});
    expect(match([message('a', 'Hello')], [])).toEqual({});
    expect(match([message('a', 'Hello')], [message('a', 'x'), message('b', 'Hello')])).toEqual({});
    expect(match([message('a', 'x'), message('b', 'Hello')], [message('a', 'Hello')])).toEqual({});
  });

  it('is known by what leads to it, and where it leads', () => {
    const before = [
      trigger('Trigger', 'a'),
      message('a', 'Hello Ann', { next: 'end' }),
      message('end', 'Bye'),
    ];
    const after = [
      trigger('Trigger', 'x'),
      message('x', 'Hello Bob', { next: 'end' }),
      message('end', 'Bye'),
    ];
    expect(match(before, after)).toEqual({ a: 'x' });
  });

  it('is known by its place, with some of its content', () => {
    const offset = { x: 10, y: 20 };
    expect(match([message('a', 'Hello Ann', { offset })], [message('x', 'Hello Bob', { offset })])).toEqual({
      a: 'x',
    });
    expect(
      match(
        [message('a', 'Hello Ann', { offset })],
        [message('x', 'Hello Bob', { offset: { x: 11, y: 20 } })],
      ),
    ).toEqual({});
  });

  it('among copies is the one with the same connections', () => {
    const offset = { x: 10, y: 20 };
    const before = [trigger('Trigger', 'b'), message('a', 'Hi', { offset }), message('b', 'Hi', { offset })];
    const after = [trigger('Trigger', 'y'), message('x', 'Hi', { offset }), message('y', 'Hi', { offset })];
    expect(match(before, after)).toEqual({ a: 'x', b: 'y' });
  });

  it('among several is the one that is most alike', () => {
    const offset = { x: 1, y: 1 };
    const before = [message('a', 'Hello dear Ann', { offset })];
    const after = [message('x', 'Hello', { offset }), message('y', 'Hello dear Anna', { offset })];
    expect(match(before, after)).toEqual({ a: 'y' });
  });

  it('is the only trigger, whatever it is called', () => {
    expect(
      match([trigger('Trigger', 'a'), message('a', '1')], [trigger('Start', 'b'), message('b', '2')]),
    ).toMatchObject({ Trigger: 'Start' });
    const two = [trigger('One', 'lost'), trigger('Two', 'lost')];
    expect(match([trigger('Trigger', '')], two)).not.toHaveProperty('Trigger', 'Two');
  });

  it('is a known one where both names are in one file each', () => {
    const before = [message('a', 'Hello'), message('b', 'Bye')];
    const after = [message('x', 'An offer'), message('y', 'Hello')];
    expect(match(before, after, new Map([['a', 'x']]))).toEqual({ a: 'x' });
    expect(match(before, after, new Map([['a', 'lost']]))).toEqual({ a: 'y' });
    expect(match(before, after, new Map([['lost', 'x']]))).toEqual({ a: 'y' });
    const kept = [message('a', 'An offer'), message('y', 'Hello')];
    expect(match(before, kept, new Map([['a', 'y']]))).toEqual({});
    expect(match(before, [message('b', 'x'), message('y', 'Hello')], new Map([['a', 'b']]))).toEqual({
      a: 'y',
    });
  });
});
