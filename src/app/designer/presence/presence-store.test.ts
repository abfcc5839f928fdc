import { describe, expect, it } from 'vitest';
import { createPresenceStore } from './presence-store.ts';

const anna = { name: 'Anna', selected: ['ask'], pointer: { x: 3, y: 4 }, field: null, isHere: true };

function observed() {
  const clock = { now: 0 };
  return { clock, store: createPresenceStore(() => clock.now) };
}

describe('who else has the flow open', () => {
  it('is known as soon as their page says so, and is new only once', () => {
    const { store } = observed();
    expect(store.receive({ client: 'a', state: anna })).toBe(true);
    expect(store.receive({ client: 'a', state: { ...anna, selected: [] } })).toBe(false);
    expect([...store.getState().people.values()]).toMatchObject([{ name: 'Anna', selected: [] }]);
  });

  it('is forgotten when they leave, or say nothing for long, and is no longer followed', () => {
    const { clock, store } = observed();
    store.receive({ client: 'a', state: anna });
    store.receive({ client: 'b', state: { ...anna, name: 'Ben' } });
    store.follow('a');
    store.receive({ client: 'a', state: { ...anna, isHere: false } });
    expect(store.getState()).toMatchObject({ followed: null });
    expect([...store.getState().people.keys()]).toEqual(['b']);
    clock.now = 60_000;
    store.prune();
    expect(store.getState().people.size).toBe(0);
  });

  it('may say anything', () => {
    const { store } = observed();
    store.receive({ client: 'a', state: { name: 7, selected: 'ask', pointer: 1, field: [] } });
    const [person] = store.getState().people.values();
    expect(person).toMatchObject({ name: '', selected: [], pointer: null, field: null });
  });
});
