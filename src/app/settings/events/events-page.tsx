/** Where the events of the account are posted to: the sinks, how they do, and adding one. */

import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useSinks } from '../../client/sinks.ts';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';
import { SectionHeader } from '../section-header.tsx';
import { NewSinkDialog } from './new-sink-dialog.tsx';
import { SinkItem } from './sink-item.tsx';

export function EventsPage() {
  const t = useWords('events');
  const sinks = useSinks();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="narrow">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <ResourceList
        title={t('sinks')}
        list={sinks}
        rows={sinks.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('failedTitle')}
        empty={{ icon: Radio, title: t('emptyTitle'), text: t('emptyText') }}
        add={{ label: t('add'), onPress: () => setAdding(true) }}
      >
        {(sink) => <SinkItem sink={sink} />}
      </ResourceList>
      {isAdding && <NewSinkDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
