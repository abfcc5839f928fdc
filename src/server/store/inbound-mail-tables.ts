/** Rows: mail that came in and its way to the receivers. Conventions as in `tables.ts`. */

export type InboundMailTables = Record<never, never>;
