/** How often pollers look for work that no notification named. */

import type { Database } from './database/database.ts';

/** While notifications arrive: what a lost one costs. */
export const pollIntervalMs = 5_000;
/** While they do not. */
const unnotifiedIntervalMs = 500;

/** Milliseconds until the next poll. */
export function idleIntervalMs(database: Database): number {
  return database.isListening() ? pollIntervalMs : unnotifiedIntervalMs;
}
