/** The history page with the edits of the working copy: the list, and the flow as it was after the chosen ones. */

import { getRouteApi } from '@tanstack/react-router';
import { MousePointerClick, RotateCcw } from 'lucide-react';
import { useHead, useWorkingCopy, type WorkingCopy } from '../changes/working-copy.ts';
import { useCopyAfter } from '../client/edits.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';
import { EditList } from './edit-list.tsx';
import { EditView } from './edit-view.tsx';
import { HistoryBar } from './history-bar.tsx';
import { readEditRange } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type EditLogProps = {
  sid: string;
  flowName: string;
  newest: number | null;
  published: number | null;
};

export function EditLog({ sid, flowName, newest, published }: EditLogProps) {
  const t = useWords('edits');
  const { openWorkingCopy } = route.useRouteContext();
  const shown = readEditRange(route.useSearch().edits);
  const workingCopy = useWorkingCopy(sid, openWorkingCopy).data;
  const head = useHead(workingCopy);
  usePageTitle(flowName === '' ? null : t('editsOf', { name: flowName }));
  return (
    <>
      <HistoryBar flowName={flowName} entries={[]} newest={newest} published={published} shown={null}>
        {shown !== null && workingCopy !== undefined && (
          <RestoreButton sid={sid} edit={shown.last} workingCopy={workingCopy} />
        )}
      </HistoryBar>
      <div className={shown === null ? 'history' : 'history one'}>
        <EditList sid={sid} head={head} revisions={newest} shown={shown} />
        {shown === null ? (
          <div className="stand-in">
            <EmptyState icon={MousePointerClick} title={t('chooseTitle')}>
              {t('chooseText')}
            </EmptyState>
          </div>
        ) : (
          <EditView key={`${shown.first}..${shown.last}`} sid={sid} flowName={flowName} shown={shown} />
        )}
      </div>
    </>
  );
}

type RestoreButtonProps = { sid: string; edit: number; workingCopy: WorkingCopy };

/** Makes the working copy what it was after the edit, as a new edit. */
function RestoreButton({ sid, edit, workingCopy }: RestoreButtonProps) {
  const t = useWords('edits');
  const { data } = useCopyAfter(sid, edit);
  const restore = () => {
    if (data === undefined) return;
    const { friendly_name: name, definition } = data;
    const isNew = workingCopy.put({ name: 'restoreEdit', edit }, { name, definition });
    toast(
      isNew
        ? {
            message: t('restored', { edit }),
            action: { label: t('undo'), onPress: () => workingCopy.undo() },
          }
        : { message: t('isSo', { edit }) },
    );
  };
  return (
    <Button icon={RotateCcw} onPress={restore} isDisabled={data === undefined}>
      {t('restore')}
    </Button>
  );
}
