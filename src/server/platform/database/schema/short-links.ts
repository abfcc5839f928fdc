/** Rows: short links of messages. Conventions as in `tables.ts`. */

/**
 * `id` is random and stands in the link's URL; `target` is the http or https URL that it leads to. `step` is the number
 * of the execution's step whose message has the link. `clicks` counts visits, `clicked_at` is the time of the last one.
 */
export type ShortLinkRow = {
  id: string;
  account: string;
  execution: string;
  /** Its execution's. */
  shard: number;
  step: number;
  target: string;
  clicks: number;
  created_at: number;
  clicked_at: number | null;
};

export type ShortLinkTables = { short_links: ShortLinkRow };
