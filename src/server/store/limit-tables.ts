/** Rows: counters that hold across processes. Conventions as in `tables.ts`. */

export type LimitTables = Record<never, never>;
