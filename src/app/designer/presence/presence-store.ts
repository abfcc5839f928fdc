/** Who else has the flow open, and where they are: what their pages say, until they say nothing any more. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Point } from '#flow/definition.ts';
import { isObject } from '#flow/json/json.ts';
import type { PresenceEvent } from '../../client/working-copy.ts';

/** What a page says about its person. `field` is the label of the field that is being typed in. */
export type PresenceState = {
  name: string;
  selected: readonly string[];
  pointer: Point | null;
  field: { widget: string; label: string } | null;
  /** False when the page is left. */
  isHere: boolean;
};

/** `colour` is one of the six of presence.css; `heardAt` is epoch ms. */
export type Person = PresenceState & { client: string; colour: number; heardAt: number };

export type PresencesState = {
  people: ReadonlyMap<string, Person>;
  /** Whose selection the canvas brings into view. */
  followed: string | null;
};

export type PresenceStore = StoreApi<PresencesState> & {
  /** True when somebody is new: they do not know of this page yet. */
  receive(event: PresenceEvent): boolean;
  /** Forgets who has said nothing for too long. */
  prune(): void;
  follow(client: string | null): void;
};

/** A page says where it is at least every 20 s. */
export const heartbeatMs = 20_000;
const forgottenAfterMs = 50_000;
const maxNameLength = 40;
const maxSelected = 5;
const colours = 6;

export function createPresenceStore(now: () => number): PresenceStore {
  const store = createStore<PresencesState>(() => ({ people: new Map(), followed: null }));
  const setPeople = (people: ReadonlyMap<string, Person>) =>
    store.setState(({ followed }) => ({
      people,
      followed: followed !== null && people.has(followed) ? followed : null,
    }));
  return Object.assign(store, {
    receive({ client, state }: PresenceEvent) {
      const { people } = store.getState();
      const read = readPresence(state);
      const isNew = read.isHere && !people.has(client);
      const others = [...people].filter(([each]) => each !== client);
      const person = { ...read, client, colour: colourOf(client), heardAt: now() };
      if (read.isHere || others.length < people.size)
        setPeople(new Map(read.isHere ? [...others, [client, person]] : others));
      return isNew;
    },
    prune() {
      const { people } = store.getState();
      const present = [...people].filter(([, { heardAt }]) => now() - heardAt < forgottenAfterMs);
      if (present.length < people.size) setPeople(new Map(present));
    },
    follow: (followed: string | null) => store.setState({ followed }),
  });
}

/** What comes from another page may be of another version, or wrong. */
function readPresence(state: object): PresenceState {
  const { name, selected, pointer, field, isHere } = state as { [key: string]: unknown };
  return {
    name: typeof name === 'string' ? name.slice(0, maxNameLength) : '',
    selected: Array.isArray(selected)
      ? selected.filter((each) => typeof each === 'string').slice(0, maxSelected)
      : [],
    pointer:
      isObject(pointer) && typeof pointer.x === 'number' && typeof pointer.y === 'number'
        ? { x: pointer.x, y: pointer.y }
        : null,
    field:
      isObject(field) && typeof field.widget === 'string' && typeof field.label === 'string'
        ? { widget: field.widget, label: field.label.slice(0, maxNameLength) }
        : null,
    isHere: isHere !== false,
  };
}

function colourOf(client: string): number {
  return [...client].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % colours;
}
