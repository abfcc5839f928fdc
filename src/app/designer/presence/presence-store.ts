/**
 * Who else has the flow open, and where they are: what their pages say, until they say nothing any more. A person is a member, or
 * one browser where the account’s own credentials were used: of the pages that a person has open, the one in which something was
 * done last speaks for all of them.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Point } from '#flow/definition.ts';
import { isObject } from '#flow/json/json.ts';
import type { PresenceEvent } from '../../client/working-copy.ts';
import { personColour } from '../../ui/marks/person-mark.tsx';

/** What a page says about its person. `field` is the label of the field that is being typed in. */
export type SaidPresence = {
  /** The browser, which all its pages share. */
  person: string;
  selected: readonly string[];
  pointer: Point | null;
  field: { widget: string; label: string } | null;
  /** False when the page is left. */
  isHere: boolean;
};

/** With what the server says about it: `person` is the member’s SID where it is one, `sid` null where it is none. */
type PresenceState = SaidPresence & { sid: string | null; name: string };

/** What a page said last. `heardAt` and `changedAt` are epoch ms. */
type Page = PresenceState & { heardAt: number; changedAt: number };

/** `colour` is one of the six of person-mark.css. */
export type Person = PresenceState & { colour: number };

export type PresencesState = {
  /** By the client that each page is for the server. */
  pages: ReadonlyMap<string, Page>;
  /** One entry for each person but the one at this page. */
  people: ReadonlyMap<string, Person>;
  /** The person whose selection the canvas brings into view. */
  followed: string | null;
};

export type PresenceStore = StoreApi<PresencesState> & {
  receive(event: PresenceEvent): void;
  /** Forgets who has said nothing for too long. */
  prune(): void;
  follow(person: string | null): void;
};

/** While someone else is there a page says where it is at least this often: two may get lost before it is forgotten. */
export const heartbeatMs = 2_500;
/** While no one else is there only a page that has just opened would hear it, and that announces itself. */
export const lonelyHeartbeatMs = 20_000;
const forgottenAfterMs = 8_500;
const maxNameLength = 40;
const maxSelected = 5;

/** `self` gives the person at this page. */
export function createPresenceStore(now: () => number, self: () => string): PresenceStore {
  const store = createStore<PresencesState>(() => ({ pages: new Map(), people: new Map(), followed: null }));
  const setPages = (pages: ReadonlyMap<string, Page>) =>
    store.setState(({ followed }) => {
      const people = peopleOf(pages, self());
      return { pages, people, followed: followed !== null && people.has(followed) ? followed : null };
    });
  return Object.assign(store, {
    receive({ client, state, by }: PresenceEvent) {
      const { pages } = store.getState();
      const said = readPresence(state, client);
      const read = { ...said, sid: by.person, name: by.name, person: by.person ?? said.person };
      const known = pages.get(client);
      if (!read.isHere && known === undefined) return;
      const others = [...pages].filter(([each]) => each !== client);
      if (!read.isHere) return setPages(new Map(others));
      const isSame = known !== undefined && isDoneSame(known, read);
      const page = { ...read, heardAt: now(), changedAt: isSame ? known.changedAt : now() };
      setPages(new Map([...others, [client, page]]));
    },
    prune() {
      const { pages } = store.getState();
      const present = [...pages].filter(([, { heardAt }]) => now() - heardAt < forgottenAfterMs);
      if (present.length < pages.size) setPages(new Map(present));
    },
    follow: (followed: string | null) => store.setState({ followed }),
  });
}

/** Sorted, so that a person stays in place. */
function peopleOf(pages: ReadonlyMap<string, Page>, self: string): ReadonlyMap<string, Person> {
  const newest = new Map<string, Page>();
  for (const page of pages.values()) {
    const other = newest.get(page.person);
    if (page.person !== self && (other === undefined || other.changedAt < page.changedAt))
      newest.set(page.person, page);
  }
  const entries = [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    entries.map(([key, { heardAt: _, changedAt: __, ...said }]) => [
      key,
      // That of their mark.
      { ...said, colour: personColour(said.name) },
    ]),
  );
}

/** A page that says the same again is only still there. */
function isDoneSame({ heardAt: _, changedAt: __, ...before }: Page, said: PresenceState): boolean {
  return JSON.stringify(before) === JSON.stringify(said);
}

/** What comes from another page may be of another version, or wrong. */
function readPresence(state: object, client: string): SaidPresence {
  const { person, selected, pointer, field, isHere } = state as { [key: string]: unknown };
  return {
    person: typeof person === 'string' && person !== '' ? person.slice(0, maxNameLength) : client,
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
