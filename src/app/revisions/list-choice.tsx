/** Which list the history page has: the revisions, or the edits of the working copy. */

import { getRouteApi } from '@tanstack/react-router';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { useWords } from '../words/use-words.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type ListChoiceProps = {
  chosen: 'revisions' | 'edits';
  /** How many revisions there are; null while that is not known. */
  revisions: number | null;
};

export function ListChoice({ chosen, revisions }: ListChoiceProps) {
  const t = useWords('edits');
  const navigate = route.useNavigate();
  return (
    <SegmentedControl<ListChoiceProps['chosen']>
      label={t('show')}
      segments={[
        { value: 'revisions', label: t('revisions'), count: revisions ?? undefined },
        { value: 'edits', label: t('edits') },
      ]}
      value={chosen}
      onChange={(list) => void navigate({ search: list === 'edits' ? { list } : {} })}
    />
  );
}
