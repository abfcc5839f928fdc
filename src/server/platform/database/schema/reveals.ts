/** Rows of what is shown to a person who sees contacts masked. */

/** `person` sees `execution` unmasked until then, in epoch milliseconds. */
export type RevealRow = { account: string; person: string; execution: string; expires_at: number };

export type RevealTables = { reveals: RevealRow };
