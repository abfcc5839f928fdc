/** How revisions are made. The page needs the names before it needs a schema: this file imports nothing. */

/** The sources that a request may name; the others are known to the server. */
export const statedSources = ['import', 'cli', 'restore', 'roll-back'] as const;

export const revisionSources = ['page', 'api', ...statedSources, 'scheduled', 'approved'] as const;
