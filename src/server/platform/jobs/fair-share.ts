/** Fair shares: no account has more than its share of the workers of a process, so that its dead endpoint stops no other. */

/** `busy`: how many jobs of each account this process runs. */
export type Share = { perAccount: number; busy: ReadonlyMap<string, number> };

/** Of `candidates`, in their order, up to `limit` that their accounts' shares have room for. */
export function chooseFairly<T extends { account: string }>(
  candidates: readonly T[],
  limit: number,
  { perAccount, busy }: Share,
): T[] {
  const taken = new Map(busy);
  const chosen: T[] = [];
  for (const candidate of candidates) {
    if (chosen.length === limit) break;
    const running = taken.get(candidate.account) ?? 0;
    if (running >= perAccount) continue;
    taken.set(candidate.account, running + 1);
    chosen.push(candidate);
  }
  return chosen;
}
