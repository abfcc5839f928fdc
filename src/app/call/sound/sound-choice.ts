/** Whether calls are heard: the person's choice, kept on this device. */

import { useSyncExternalStore } from 'react';

const key = 'patchbay.callSound';
const listeners = new Set<() => void>();
let fallback = true;

export function hearsCalls(): boolean {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? fallback : kept !== 'off';
  } catch {
    return fallback;
  }
}

export function chooseSound(isOn: boolean): void {
  fallback = isOn;
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // The browser refuses storage: the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSoundChoice = () => useSyncExternalStore(subscribe, hearsCalls);
