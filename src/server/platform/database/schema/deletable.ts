/**
 * A row that no query of its owner finds from its deletion on; it leaves when all that belongs to it has gone, in pieces
 * (`platform/jobs/pieces.ts`). Null where it is there, as for those that are inserted without it.
 */
export type Deletable = { deleted_at?: number | null | undefined };
