/** The rank of a finding. */

import { CircleAlert, CircleDashed, Lightbulb, TriangleAlert } from 'lucide-react';
import { type Finding, type Rank, rankOf } from '#flow/validation/finding.ts';
import { Icon, type IconShape } from '../../../ui/marks/icon.tsx';
import { useWords } from '../../../words/use-words.ts';

const icons: Record<Rank, IconShape> = {
  error: CircleAlert,
  incomplete: CircleDashed,
  warning: TriangleAlert,
  note: Lightbulb,
};

/** The rank of a finding as an icon and a word. */
export function FindingIcon({ finding, size = 16 }: { finding: Finding; size?: 14 | 16 }) {
  const t = useWords('designer');
  const rank = rankOf(finding);
  return (
    <span className={`severity ${rank}`}>
      <Icon of={icons[rank]} size={size} />
      <span className="vh">{t(rank)}</span>
    </span>
  );
}
