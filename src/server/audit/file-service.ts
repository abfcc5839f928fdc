/** Verifies a file of the audit log (JSON Lines) without a database. A file of filtered events has gaps, and each part is verified. */

import type { AuditRecord } from '#api/audit/operations.ts';
import { type BrokenLink, ChainVerifier } from '../platform/audit/chain.ts';

export type VerifiedFile = {
  events: number;
  /** Between events that do not follow each other in the chain. */
  gaps: number;
  /** The number of the last event, and its hash: another file, or the server, has to have the same. */
  last: { sequence: number; hash: string } | null;
  broken: BrokenLink | null;
};

/** @throws SyntaxError for a line that is no JSON */
export async function verifyLines(lines: AsyncIterable<string> | Iterable<string>): Promise<VerifiedFile> {
  const found: VerifiedFile = { events: 0, gaps: 0, last: null, broken: null };
  let verifier: ChainVerifier | null = null;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const record = JSON.parse(line) as AuditRecord;
    const { sequence, previous_hash } = record;
    const isBehindGap = verifier !== null && sequence !== null && sequence > verifier.end.sequence + 1;
    if (isBehindGap) found.gaps += 1;
    if (verifier === null || isBehindGap) {
      verifier = new ChainVerifier({ sequence: (sequence ?? 1) - 1, hash: previous_hash ?? '' });
    }
    if (!verifier.follow(record)) return { ...found, broken: verifier.broken };
    found.events += 1;
    found.last = verifier.end;
  }
  return found;
}
