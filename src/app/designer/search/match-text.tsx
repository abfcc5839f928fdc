/** A found place with what was found marked. */

import { excerptOf } from '#flow/search/excerpt.ts';

export function MatchText({ match }: { match: { text: string; start: number; end: number } }) {
  const { before, found, after } = excerptOf(match);
  return (
    <bdi>
      {before}
      {found !== '' && <mark>{found}</mark>}
      {after}
    </bdi>
  );
}
