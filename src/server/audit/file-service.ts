/** Verifies a file of the audit log (JSON Lines) without a database. A file of filtered events has gaps, and each part is verified. */

import type { AuditRecord } from '#api/audit/operations.ts';
import { type ChainBreak, type ChainEnd, ChainVerifier } from '../platform/audit/chain.ts';

export type VerifiedFile = {
  events: number;
  /** Between events that do not follow each other in the chain. */
  gaps: number;
  /** The number of the last event, and its hash: another file, or the server, has to have the same. */
  last: ChainEnd | null;
  /** The first of `breaks`. */
  broken: ChainBreak | null;
  /** Everything that is not whole, in the order of the file, and how much there is besides. */
  breaks: readonly ChainBreak[];
  further: number;
};

/** What is no line of such a file is named as one that was changed. */
export async function verifyLines(lines: AsyncIterable<string> | Iterable<string>): Promise<VerifiedFile> {
  let verifier: ChainVerifier | null = null;
  let events = 0;
  let last: ChainEnd | null = null;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const record = parsed(line);
    const first = Number.isSafeInteger(record?.sequence) ? Number(record?.sequence) : 1;
    verifier ??= new ChainVerifier({ sequence: first - 1, hash: null }, true);
    events += 1;
    try {
      if (record === null) throw new SyntaxError('It is no record.');
      verifier.follow(record);
      last = { sequence: verifier.sequence, hash: record.hash ?? '' };
    } catch {
      verifier.note('changed', { sequence: verifier.sequence + 1, events: 1, sid: null, date: null });
    }
  }
  const { gaps = 0, breaks = [], further = 0 } = verifier ?? {};
  return { events, gaps, last, broken: breaks[0] ?? null, breaks, further };
}

function parsed(line: string): AuditRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as AuditRecord) : null;
  } catch {
    return null;
  }
}
