/** Storage of unsaved work in this browser. */

import { recordStore } from './record-store.ts';
import type { UnsavedWork } from './unsaved-work.ts';

/** Unsaved work, keyed by the id of its flow. */
export const unsavedWorkStorage = recordStore<UnsavedWork>('patchbay', 'unsaved', 'id');

export type UnsavedWorkStorage = typeof unsavedWorkStorage;
