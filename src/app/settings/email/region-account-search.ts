/** Search parameters of all email pages. Every page of the application loads this; those of one page are read by that page. */

/**
 * The EU region, and the account acted for. They are kept across the pages;
 * undefined leaves them.
 */
export type EmailSearch = { region?: 'eu' | undefined; as?: string | undefined };

export function readEmailSearch({ region, as }: Record<string, unknown>): EmailSearch {
  return {
    ...(region === 'eu' && { region }),
    ...(typeof as === 'string' && /^[\w.@+-]{1,100}$/.test(as) && { as }),
  };
}
