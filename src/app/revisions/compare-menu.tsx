/** The menu that compares what is shown with another revision, or with the working copy. */

import { getRouteApi } from '@tanstack/react-router';
import { ChevronDown, GitCompareArrows } from 'lucide-react';
import type { HistoryEntry } from '#api/flows/history.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import type { MenuAction } from '../ui/overlays/menu-action.ts';
import { useWords } from '../words/use-words.ts';
import { comparisonOf, readFilters } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

/** Revisions in the menu; the list has the others, and the address compares any two. */
const maxOthers = 100;

/** Characters of a message in the menu. */
const maxHint = 40;

export type CompareMenuProps = {
  revisions: readonly Pick<HistoryEntry, 'revision' | 'message'>[];
  shown: number | 'working';
};

export function CompareMenu({ revisions, shown }: CompareMenuProps) {
  const t = useWords('revisions');
  const navigate = route.useNavigate();
  const compareWith = (other: number | 'working') =>
    void navigate({
      search: ({ view, layout, ...search }) => ({
        ...readFilters(search),
        compare: comparisonOf(other, shown),
        ...(view && { view }),
        ...(layout && { layout }),
      }),
    });
  const workingCopy: MenuAction = {
    id: 'working',
    label: t('workingCopy'),
    onAction: () => compareWith('working'),
  };
  const others = revisions
    .filter(({ revision }) => revision !== shown)
    .slice(0, maxOthers)
    .map(
      ({ revision, message }): MenuAction => ({
        id: String(revision),
        label: t('revision', { revision }),
        ...(message && { hint: message.slice(0, maxHint) }),
        onAction: () => compareWith(revision),
      }),
    );
  return (
    <Menu
      label={t('compareWith')}
      placement="bottom end"
      trigger={
        <Button kind="ghost" icon={GitCompareArrows} iconAfter={ChevronDown} aria-label={t('compareWith')}>
          <span className="what">{t('compareWith')}</span>
        </Button>
      }
      items={shown === 'working' ? others : [workingCopy, ...others]}
    />
  );
}
