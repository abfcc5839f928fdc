/** The save status in the top bar. */

import { Check, CircleAlert, CircleDashed, HardDrive, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Icon, type IconShape } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { useDocument } from '../designer-context.tsx';
import { type SaveStatus, saveStatus } from '../document/save-status.ts';
import { relativeTime } from './relative-time.ts';

const icons: { readonly [Kind in SaveStatus['kind']]: IconShape } = {
  saved: Check,
  saving: LoaderCircle,
  persisting: CircleDashed,
  persisted: HardDrive,
  persistFailed: CircleAlert,
  conflict: TriangleAlert,
};

export function SaveIndicator() {
  const t = useWords('designer');
  // As a string the status is compared by value, which avoids a render when it stays the same.
  const status: SaveStatus = JSON.parse(useDocument((state) => JSON.stringify(saveStatus(state))));
  const now = useNow(10_000);
  return (
    <span className={`saved ${status.kind}`} title={titleOf(status)}>
      <Icon of={icons[status.kind]} size={14} />
      {textOf(status)}
      <span className="vh" role="status">
        {status.kind === 'saved' || status.kind === 'conflict' || status.kind === 'persistFailed'
          ? textOf(status)
          : ''}
      </span>
    </span>
  );

  function textOf(of: SaveStatus): string {
    switch (of.kind) {
      case 'saved':
        return t('status.saved', { when: relativeTime(of.at, Math.max(now, Date.parse(of.at))) });
      case 'saving':
        return t('status.saving');
      case 'conflict':
        return t('status.conflict', { revision: of.revision });
      default:
        return t(`status.${of.kind}`, { count: of.changes });
    }
  }

  function titleOf(of: SaveStatus): string | undefined {
    return of.kind === 'saved' ? t('status.savedRevision', { revision: of.revision }) : undefined;
  }
}
