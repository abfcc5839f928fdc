/**
 * Names of widgets in texts outside the flow, such as tests and comments: with each text stands which widget each name meant
 * when it was written, so that the text can follow renames, also those that are undone.
 */

import { hasStates, type WorkingCopy } from '../change/working-copy.ts';

/** Identities of widgets by the names that they had. */
export type NamedWidgets = Readonly<Record<string, string>>;

/** Those of `names` that are names of widgets now. Linear in the names and widgets. Grows: n in widgets and names. */
export function namedWidgets(copy: WorkingCopy, names: Iterable<string>): NamedWidgets {
  const { identities } = namesOf(copy);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const identity = identities.get(name);
      return identity === undefined ? [] : [[name, identity]];
    }),
  );
}

/**
 * The names of a text that are others by now, old to new. A text that does not say what it meant (null) is from before
 * names were kept with it: there `names` mean the widgets whose identity they are, unless a widget has that name again.
 * Grows: n in widgets and names.
 */
export function renamesSince(
  copy: WorkingCopy,
  named: NamedWidgets | null,
  names: Iterable<string>,
): Map<string, string> {
  const now = namesOf(copy);
  const renames = new Map<string, string>();
  for (const name of names) {
    const identity = named === null ? name : Object.hasOwn(named, name) ? named[name] : undefined;
    const renamed = identity === undefined ? undefined : now.names.get(identity);
    if (renamed === undefined || renamed === name) continue;
    if (named !== null || !now.identities.has(name)) renames.set(name, renamed);
  }
  return renames;
}

/** What the names mean after those renames. Grows: n in names. */
export function renamedWidgets(named: NamedWidgets, renames: ReadonlyMap<string, string>): NamedWidgets {
  return Object.fromEntries(
    Object.entries(named).map(([name, identity]) => [renames.get(name) ?? name, identity]),
  );
}

type Names = { identities: ReadonlyMap<string, string>; names: ReadonlyMap<string, string> };

/** Read once for each copy: all texts of a flow are looked at together. */
const known = new WeakMap<WorkingCopy, Names>();

/** Of widgets with the same name the first has it. */
function namesOf(copy: WorkingCopy): Names {
  const read = known.get(copy);
  if (read !== undefined) return read;
  const identities = new Map<string, string>();
  if (hasStates(copy.definition)) {
    for (const [index, { name }] of copy.definition.states.entries()) {
      const identity = copy.widgets[index];
      if (typeof name === 'string' && name !== '' && identity !== undefined && !identities.has(name))
        identities.set(name, identity);
    }
  }
  const names = new Map([...identities].map(([name, identity]) => [identity, name]));
  const found = { identities, names };
  known.set(copy, found);
  return found;
}
