/** The two regions of the email API. Keys, settings, messages and statistics belong to one of them. */

export const regions = ['global', 'eu'] as const;

export type Region = (typeof regions)[number];

/** The path prefix of a region, before `/v3`. */
export const regionPrefixes: Record<Region, string> = { global: '', eu: '/eu' };
