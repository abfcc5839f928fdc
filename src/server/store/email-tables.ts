/** Rows: keys, settings and statistics of the email service. Conventions as in `tables.ts`. */

export type EmailTables = Record<never, never>;
