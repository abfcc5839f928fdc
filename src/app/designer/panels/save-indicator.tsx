/** Where the work is, in one line that is always there. */

import { Check, CircleAlert, CircleDashed, HardDrive, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Icon, type IconShape } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { useDocument } from '../designer-context.tsx';
import { type SaveStatus, saveStatus } from '../document/save-status.ts';
import { when } from './relative-time.ts';

const icons: { readonly [Kind in SaveStatus['kind']]: IconShape } = {
  saved: Check,
  saving: LoaderCircle,
  keeping: CircleDashed,
  kept: HardDrive,
  notKept: CircleAlert,
  newer: TriangleAlert,
};

export function SaveIndicator() {
  const t = useWords('designer');
  // As text the state compares by value, so that the line is drawn again only when it says something else.
  const status: SaveStatus = JSON.parse(useDocument((state) => JSON.stringify(saveStatus(state))));
  const now = useNow(10_000);
  return (
    <span className={`saved ${status.kind}`} title={titleOf(status)}>
      <Icon of={icons[status.kind]} size={14} />
      {textOf(status)}
      <span className="vh" role="status">
        {status.kind === 'saved' || status.kind === 'newer' || status.kind === 'notKept'
          ? textOf(status)
          : ''}
      </span>
    </span>
  );

  function textOf(of: SaveStatus): string {
    switch (of.kind) {
      case 'saved':
        return t('status.saved', { when: when(of.at, Math.max(now, Date.parse(of.at))) });
      case 'saving':
        return t('status.saving');
      case 'newer':
        return t('status.newer', { revision: of.revision });
      default:
        return t(`status.${of.kind}`, { count: of.changes });
    }
  }

  function titleOf(of: SaveStatus): string | undefined {
    return of.kind === 'saved' ? t('status.savedRevision', { revision: of.revision }) : undefined;
  }
}
