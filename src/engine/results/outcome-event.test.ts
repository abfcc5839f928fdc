import { describe, expect, it } from 'vitest';
import { failureEvent, successEvent } from './outcome-event.ts';

const state = (...events: string[]) => ({ name: 'w', transitions: events.map((event) => ({ event })) });

describe('the event of a widget of an undocumented type', () => {
  it('is the first of its names that has a transition', () => {
    expect(successEvent(state('b', 'a'), 'a', 'b')).toBe('a');
    expect(successEvent(state('', 'b'), '', 'b')).toBe('b');
    expect(successEvent(state('', 'b'), '')).toBe('');
  });

  it.each(['success', 'next', 'created', 'completed', 'done'])('is another name for success: %s', (event) => {
    expect(successEvent(state('failed', event), 'sent')).toBe(event);
  });

  it('is its last name where there is no transition', () => {
    expect(successEvent(state('other'), 'a', 'b')).toBe('b');
  });

  it.each(['failed', 'fail', 'failure', 'error'])('is the name for failure: %s', (event) => {
    expect(failureEvent(state('success', event))).toBe(event);
    expect(failureEvent(state())).toBe('failed');
  });
});
