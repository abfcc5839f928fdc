/** The columns of the list over all flows, and which of them this browser shows. */

import { useState } from 'react';
import { keep, readKept } from '../../ui/browser-storage.ts';

/** The first two are always shown: they say which execution it is. */
export const fixedColumns = ['status', 'contact'] as const;
export const choosableColumns = [
  'flow',
  'widget',
  'event',
  'error',
  'revision',
  'started',
  'duration',
] as const;

export type ChoosableColumn = (typeof choosableColumns)[number];

const storageKey = 'patchbay.execution-columns';

/** A browser that stores nothing shows all. */
function readHidden(): ReadonlySet<ChoosableColumn> {
  const hidden = (readKept(storageKey) ?? '').split(' ');
  return new Set(choosableColumns.filter((each) => hidden.includes(each)));
}

export function useColumns(): { shown: readonly ChoosableColumn[]; toggle(column: ChoosableColumn): void } {
  const [hidden, setHidden] = useState(readHidden);
  return {
    shown: choosableColumns.filter((column) => !hidden.has(column)),
    toggle(column) {
      const next = new Set(hidden);
      if (!next.delete(column)) next.add(column);
      keep(storageKey, [...next].join(' '));
      setHidden(next);
    },
  };
}
