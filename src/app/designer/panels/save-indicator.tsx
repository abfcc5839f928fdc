/** The status line in the top bar: where the changes are. */

import {
  Check,
  CircleAlert,
  CircleDashed,
  HardDrive,
  LoaderCircle,
  RefreshCw,
  Trash2,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { type SaveStatus, saveStatus } from '../document/save-status.ts';

const icons: { readonly [Kind in SaveStatus['kind']]: IconShape } = {
  saved: Check,
  saving: LoaderCircle,
  storing: CircleDashed,
  draft: HardDrive,
  offline: WifiOff,
  notStored: CircleAlert,
  lost: TriangleAlert,
  outdated: RefreshCw,
  deleted: Trash2,
};

/** What is announced: not each step of what goes well. */
const announced: ReadonlySet<SaveStatus['kind']> = new Set([
  'saved',
  'offline',
  'notStored',
  'lost',
  'outdated',
  'deleted',
]);

export function SaveIndicator() {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  // As a string the status is compared by value, which avoids a render when it stays the same.
  const status: SaveStatus = JSON.parse(useDocument((state) => JSON.stringify(saveStatus(state))));
  const isOutdated = useDocument((state) => state.sync === 'refused');
  // Also while an edit is being stored: leaving a field for the button ends an edit, and the button must not go.
  const asksToReload = isOutdated && (status.kind === 'outdated' || status.kind === 'storing');
  const text = textOf(status);
  return (
    <span className={`saved ${status.kind}`} title={titleOf(status)}>
      <Icon of={icons[status.kind]} size={14} />
      {text}
      <span className="vh" role="status">
        {announced.has(status.kind) ? text : ''}
      </span>
      {status.kind === 'notStored' && (
        <Button onPress={() => commands.downloadEdits()}>{t('downloadFlow')}</Button>
      )}
      {asksToReload && <Button onPress={() => location.reload()}>{t('reloadPage')}</Button>}
      {status.kind === 'lost' && (
        <Button onPress={() => view.setState({ dialog: 'lost' })}>{t('showLost')}</Button>
      )}
    </span>
  );

  function textOf(of: SaveStatus): string {
    switch (of.kind) {
      case 'saved':
      case 'saving':
      case 'deleted':
        return t(`status.${of.kind}`);
      case 'lost':
        return t('status.lost', { count: of.lost });
      default:
        return t(`status.${of.kind}`, { count: of.changes });
    }
  }

  function titleOf(of: SaveStatus): string | undefined {
    return of.kind === 'saved' ? t('status.savedRevision', { revision: of.revision }) : undefined;
  }
}
