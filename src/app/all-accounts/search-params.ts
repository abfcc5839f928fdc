/** Search parameters of the page over all accounts: each view and filter is a link. Defaults are left out. */

/** `account` is a part of the names of accounts, `q` one of the names of flows. */
export type AllAccountsSearch = {
  view?: 'executions' | 'webhooks' | undefined;
  account?: string | undefined;
  q?: string | undefined;
  status?: string | undefined;
};

const textIn = (value: unknown) => (typeof value === 'number' ? String(value) : value);

export function readAllAccountsSearch(search: Record<string, unknown>): AllAccountsSearch {
  const { view } = search;
  const texts = (['account', 'q', 'status'] as const).flatMap((name) => {
    const text = textIn(search[name]);
    return typeof text === 'string' && text.trim() !== '' && text.length <= 200 ? [[name, text]] : [];
  });
  return { ...((view === 'executions' || view === 'webhooks') && { view }), ...Object.fromEntries(texts) };
}
