import { describe, expect, it } from 'vitest';
import { createPresenceStore } from './presence-store.ts';

const anna = {
  person: 'anna',
  name: 'Anna',
  selected: ['ask'],
  pointer: { x: 3, y: 4 },
  field: null,
  isHere: true,
};
const ben = { ...anna, person: 'ben', name: 'Ben' };

function observed() {
  const clock = { now: 0 };
  return { clock, store: createPresenceStore(() => clock.now, 'me') };
}

describe('who else has the flow open', () => {
  it('is one entry for each person, however many pages they have, as they were last active', () => {
    const { clock, store } = observed();
    const people = () => [...store.getState().people.values()];
    store.receive({ client: 'a1', state: anna });
    clock.now = 1;
    store.receive({ client: 'a2', state: { ...anna, selected: [] } });
    store.receive({ client: 'b', state: ben });
    expect(people().map(({ name }) => name)).toEqual(['Anna', 'Ben']);
    expect(people()[0]?.selected).toEqual([]);
    // Only still there, which makes the first page no newer.
    clock.now = 2;
    store.receive({ client: 'a1', state: anna });
    expect(people()[0]?.selected).toEqual([]);
    store.receive({ client: 'a1', state: { ...anna, selected: ['thank'] } });
    expect(people()[0]?.selected).toEqual(['thank']);
    store.receive({ client: 'a1', state: { ...anna, isHere: false } });
    expect(people()[0]?.selected).toEqual([]);
    expect(people()).toHaveLength(2);
  });

  it('is not the person at this page in another tab', () => {
    const { store } = observed();
    store.receive({ client: 'mine', state: { ...anna, person: 'me' } });
    expect(store.getState().people.size).toBe(0);
    expect(store.getState().pages.size).toBe(1);
  });

  it('is forgotten when they leave, or say nothing for 10 s, and is no longer followed', () => {
    const { clock, store } = observed();
    store.receive({ client: 'a', state: anna });
    store.receive({ client: 'b', state: ben });
    store.follow('anna');
    store.receive({ client: 'a', state: { ...anna, isHere: false } });
    expect(store.getState()).toMatchObject({ followed: null });
    expect([...store.getState().people.keys()]).toEqual(['ben']);
    clock.now = 8_000;
    store.prune();
    expect(store.getState().people.size).toBe(1);
    clock.now = 9_000;
    store.prune();
    expect(store.getState().people.size).toBe(0);
  });

  it('may say anything', () => {
    const { store } = observed();
    store.receive({ client: 'a', state: { person: 3, name: 7, selected: 'ask', pointer: 1, field: [] } });
    const [person] = store.getState().people.values();
    expect(person).toMatchObject({ person: 'a', name: '', selected: [], pointer: null, field: null });
  });
});
