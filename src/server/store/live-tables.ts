/** Rows: what happened, in order: the ground of the live streams and of the event sink. Conventions as in `tables.ts`. */

export type LiveTables = Record<never, never>;
