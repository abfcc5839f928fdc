/** Rows by kind, and below them those that an erasure keeps. */

import type { ContactCounts } from '../../client/contacts.ts';
import { useWords } from '../../words/use-words.ts';

const keptPrefix = 'kept.';

export function CountList({ counts }: { counts: ContactCounts }) {
  const t = useWords('contacts');
  const all = Object.entries(counts);
  const erased = all.filter(([kind]) => !kind.startsWith(keptPrefix));
  const kept = all
    .filter(([kind]) => kind.startsWith(keptPrefix))
    .map(([kind, count]) => [kind.slice(keptPrefix.length), count] as const);
  return (
    <>
      {erased.length > 0 && <Counts of={erased} />}
      {kept.length > 0 && (
        <>
          <h3 className="small mut">{t('kept')}</h3>
          <Counts of={kept} />
        </>
      )}
    </>
  );
}

type Kind = keyof typeof import('../../words/english/settings/contacts.ts').contacts.kinds;

function Counts({ of }: { of: readonly (readonly [kind: string, count: number])[] }) {
  const t = useWords('contacts');
  return (
    <ul className="contact-counts">
      {of.map(([kind, count]) => (
        <li key={kind}>
          <span>{t(`kinds.${kind as Kind}`)}</span>
          <b className="num">{count}</b>
        </li>
      ))}
    </ul>
  );
}
