/** Rows: carriers of accounts, and what was told of messages and calls that went through them. Conventions as in `tables.ts`. */

export type CarrierTables = Record<never, never>;
