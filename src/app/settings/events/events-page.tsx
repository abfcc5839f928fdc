/** Where the events of the account are posted to: the sinks, how they do, and adding one. */

import { Plus, Radio } from 'lucide-react';
import { useState } from 'react';
import { useSinks } from '../../client/sinks.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import './events.css';
import { NewSinkDialog } from './new-sink-dialog.tsx';
import { SinkItem } from './sink-item.tsx';

export function EventsPage() {
  const t = useWords('events');
  const list = useSinks();
  const sinks = list.data ?? [];
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <div className="narrow">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <section className="panel sinks" aria-label={t('sinks')}>
        <header>
          <h2 className="grow">{t('sinks')}</h2>
          {sinks.length > 0 && add}
        </header>
        <QueryList
          list={list}
          count={sinks.length}
          failedTitle={t('failedTitle')}
          empty={
            <EmptyState icon={Radio} title={t('emptyTitle')} actions={add}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          <ul aria-label={t('sinks')}>
            {sinks.map((sink) => (
              <SinkItem key={sink.sid} sink={sink} />
            ))}
          </ul>
        </QueryList>
      </section>
      {isAdding && <NewSinkDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
