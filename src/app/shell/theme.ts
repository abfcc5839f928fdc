/** Light or dark: the person's choice, kept on this device. `public/theme.js` applies it before the first paint. */

import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../ui/browser-storage.ts';

export type Theme = 'light' | 'dark' | 'system';

const key = 'patchbay.theme';
const listeners = new Set<() => void>();
let fallback: Theme = 'system';

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The choice; `system` when nothing or nothing readable is kept. */
export function themeChoice(): Theme {
  const kept = readKept(key);
  return kept === 'light' || kept === 'dark' ? kept : fallback;
}

function apply(): void {
  const choice = themeChoice();
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function chooseTheme(choice: Theme): void {
  fallback = choice;
  keep(key, choice === 'system' ? null : choice);
  apply();
  for (const listener of listeners) listener();
}

/** Follows the system and other tabs from now on. */
export function followTheme(): void {
  const follow = () => {
    apply();
    for (const listener of listeners) listener();
  };
  systemIsDark().addEventListener('change', follow);
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) follow();
  });
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, themeChoice);
}
