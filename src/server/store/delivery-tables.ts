/** Rows: event deliveries to webhooks and what became of them. Conventions as in `tables.ts`. */

export type DeliveryTables = Record<never, never>;
