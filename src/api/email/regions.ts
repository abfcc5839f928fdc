/** The two regions of the email service. Keys, settings, mail and statistics belong to one of them. */

export const regions = ['global', 'eu'] as const;

export type Region = (typeof regions)[number];

/** What stands before `/v3` in the addresses of a region. */
export const regionPrefixes: Record<Region, string> = { global: '', eu: '/eu' };

/** The address of `path` (from `emailPaths`) in a region, relative to the base URL. */
export function inRegion(region: Region, path: string): string {
  return regionPrefixes[region] + path;
}
