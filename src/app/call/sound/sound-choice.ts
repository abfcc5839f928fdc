/** Whether calls are heard: the person's choice, kept on this device. */

import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../../ui/browser-storage.ts';

const key = 'patchbay.callSound';
const listeners = new Set<() => void>();
let fallback = true;

export function hearsCalls(): boolean {
  const kept = readKept(key);
  return kept === null ? fallback : kept !== 'off';
}

export function chooseSound(isOn: boolean): void {
  fallback = isOn;
  keep(key, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSoundChoice = () => useSyncExternalStore(subscribe, hearsCalls);
