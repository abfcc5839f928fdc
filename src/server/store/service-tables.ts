/** Rows: service endpoints of accounts; chat channels and shared objects of the embedded services. Conventions as in `tables.ts`. */

export type ServiceTables = Record<never, never>;
