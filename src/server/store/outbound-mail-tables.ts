/** Rows: mail that goes out, its events, and who does not want any. Conventions as in `tables.ts`. */

export type OutboundMailTables = Record<never, never>;
