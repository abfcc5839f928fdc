/** What a person has to decide in a merged file, between the markers that git uses. */

import { diffSequences } from '#flow/change/sequence-diff.ts';
import type { Link } from './links.ts';

/** Begin of the lines that stand before ours, between both sides and after theirs. */
const markers = { ours: '<<<<<<<', between: '=======', theirs: '>>>>>>>' } as const;

/**
 * The lines that both texts have, and between markers those in which they differ. `origin` is the revision that theirs
 * is; null when it is a file.
 */
export function markConflicts(ours: string, theirs: string, origin: Link | null): string {
  const their = origin === null ? 'theirs' : `revision ${origin.revision} of the server`;
  const regions = diffSequences(linesOf(ours), linesOf(theirs));
  const lines = regions.flatMap((region) =>
    'same' in region
      ? region.same
      : [
          `${markers.ours} ours`,
          ...region.removed,
          markers.between,
          ...region.added,
          `${markers.theirs} ${their}`,
        ],
  );
  return `${lines.join('\n')}\n`;
}

/** The number of the line at which the first conflict begins, from 1; null when there is none. */
export function conflictLine(text: string): number | null {
  const at = text.split('\n').findIndex((line) => line.startsWith(`${markers.ours} `));
  return at === -1 ? null : at + 1;
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
