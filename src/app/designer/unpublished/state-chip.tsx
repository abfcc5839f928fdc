/** The state of the open flow in the header; where something is not published it opens the list of it. */

import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from 'react-aria-components/Button';
import { FlowStateMark } from '../../flow-state/flow-state-mark.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { lateComponent } from '../../ui/states/late-component.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useWords } from '../../words/use-words.ts';
import { useUnpublished } from './use-unpublished.ts';
import './state-chip.css';

const UnpublishedChanges = lateComponent(
  async () => (await import('./unpublished-changes.tsx')).UnpublishedChanges,
);

/** `isReading`: the flow can be compared, but neither published nor changed. */
export function StateChip({ isReading = false }: { isReading?: boolean }) {
  const t = useWords('designer');
  const unpublished = useUnpublished();
  const mark = <FlowStateMark {...unpublished} isCounted />;
  if (unpublished.state !== 'changed') return <span className="state-chip">{mark}</span>;
  return (
    <Popover
      label={t('unpublished.label')}
      trigger={
        <Button className="state-chip">
          {mark}
          <Icon of={ChevronDown} size={12} />
        </Button>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton lines={4} />}>
          <UnpublishedChanges unpublished={unpublished} isReading={isReading} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
