/** Rows: what the removal of personal data needs. Conventions as in `tables.ts`. */

export type RetentionTables = Record<never, never>;
