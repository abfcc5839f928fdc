import { describe, expect, it } from 'vitest';
import { createPresenceStore } from './presence-store.ts';

const anna = {
  person: 'anna',
  selected: ['ask'],
  pointer: { x: 3, y: 4 },
  field: null,
  isHere: true,
};
const ben = { ...anna, person: 'ben' };

/** What a page of the account's own credentials says. */
const said = (client: string, state: object) => ({
  ...{ client, state },
  by: { person: null, name: client.startsWith('a') ? 'Anna' : 'Ben' },
});

function observed() {
  const clock = { now: 0 };
  return {
    clock,
    store: createPresenceStore(
      () => clock.now,
      () => 'me',
    ),
  };
}

describe('who else has the flow open', () => {
  it('is one entry for each person, however many pages they have, as they were last active', () => {
    const { clock, store } = observed();
    const people = () => [...store.getState().people.values()];
    store.receive(said('a1', anna));
    clock.now = 1;
    store.receive(said('a2', { ...anna, selected: [] }));
    store.receive(said('b', ben));
    expect(people().map(({ name }) => name)).toEqual(['Anna', 'Ben']);
    expect(people()[0]?.selected).toEqual([]);
    // Only still there, which makes the first page no newer.
    clock.now = 2;
    store.receive(said('a1', anna));
    expect(people()[0]?.selected).toEqual([]);
    store.receive(said('a1', { ...anna, selected: ['thank'] }));
    expect(people()[0]?.selected).toEqual(['thank']);
    store.receive(said('a1', { ...anna, isHere: false }));
    expect(people()[0]?.selected).toEqual([]);
    expect(people()).toHaveLength(2);
  });

  it('is not the person at this page in another tab', () => {
    const { store } = observed();
    store.receive(said('mine', { ...anna, person: 'me' }));
    expect(store.getState().people.size).toBe(0);
    expect(store.getState().pages.size).toBe(1);
  });

  it('is forgotten when they leave, or say nothing for 10 s, and is no longer followed', () => {
    const { clock, store } = observed();
    store.receive(said('a', anna));
    store.receive(said('b', ben));
    store.follow('anna');
    store.receive(said('a', { ...anna, isHere: false }));
    expect(store.getState()).toMatchObject({ followed: null });
    expect([...store.getState().people.keys()]).toEqual(['ben']);
    clock.now = 8_000;
    store.prune();
    expect(store.getState().people.size).toBe(1);
    clock.now = 9_000;
    store.prune();
    expect(store.getState().people.size).toBe(0);
  });

  it('is one entry for a member on two devices, by the name that the server knows', () => {
    const { store } = observed();
    const by = { person: 'US1', name: 'Anna' };
    store.receive({ client: 'a', state: { ...anna, name: 'Somebody else' }, by });
    store.receive({ client: 'b', state: ben, by });
    store.receive({ client: 'c', state: anna, by: { person: 'me', name: 'Me' } });
    expect([...store.getState().people.values()]).toMatchObject([
      { person: 'US1', sid: 'US1', name: 'Anna' },
    ]);
  });

  it('may say anything', () => {
    const { store } = observed();
    store.receive(said('a', { person: 3, name: 7, selected: 'ask', pointer: 1, field: [] }));
    const [person] = store.getState().people.values();
    expect(person).toMatchObject({ person: 'a', name: 'Anna', selected: [], pointer: null, field: null });
  });
});
