/** Where the events of the account are posted to: the sinks, how they do, and adding one. */

import { Radio, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SinkResource } from '#api/sinks/operations.ts';
import { useDeleteSink, useSinks, useTestSink } from '../../client/sinks.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill, type Tone } from '../../ui/marks/pill.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { ChangingNeeds, useMayChange } from '../permission-guard.tsx';
import { ResourceList } from '../resource-list.tsx';
import { SectionHeader } from '../section-header.tsx';
import { kindLabels } from './kind-labels.ts';
import { NewSinkDialog } from './new-sink-dialog.tsx';

export function EventsPage() {
  const t = useWords('events');
  const sinks = useSinks();
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="narrow">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <LastChange of="sink" />
      <ChangingNeeds permission="services.write">
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
      </ChangingNeeds>
      {isAdding && <NewSinkDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

const tones: Record<SinkResource['status'], Tone> = { active: 'live', failing: 'warn', failed: 'danger' };

function SinkItem({ sink }: { sink: SinkResource }) {
  const t = useWords('events');
  const test = useTestSink();
  const remove = useDeleteSink();
  const mayChange = useMayChange();
  return (
    <>
      <div className="grow">
        <p>
          <b className="mono">{sink.destination}</b>
        </p>
        <p className="row">
          <Pill tone={tones[sink.status]} mark={sink.status === 'active' ? 'dot' : 'ring'}>
            {t(`status.${sink.status}`)}
          </Pill>
          {sink.is_signed && <Pill outlined>{t('signed')}</Pill>}
          {kindLabels
            .filter(([kind]) => sink.kinds.includes(kind))
            .map(([kind, word]) => (
              <Pill key={kind} outlined>
                {t(word)}
              </Pill>
            ))}
        </p>
        <Delivery sink={sink} />
      </div>
      {mayChange && (
        <>
          <Button
            icon={Send}
            onPress={() =>
              test.mutate(
                sink.sid,
                saidByToast(null, (message) => t('testNotSent', { message })),
              )
            }
            isBusy={test.isPending || sink.is_testing}
          >
            {t('test')}
          </Button>
          <IconButton
            icon={Trash2}
            label={t('delete')}
            isDisabled={remove.isPending}
            onPress={() =>
              remove.mutate(
                sink.sid,
                saidByToast(t('deletedNote'), (message) => t('deleteFailed', { message })),
              )
            }
          />
        </>
      )}
    </>
  );
}

function Delivery({ sink }: { sink: SinkResource }) {
  const t = useWords('events');
  const { problem, failing_since: since, date_delivered: delivered, date_tested: tested } = sink;
  return (
    <div className="small sec" role="status">
      {problem === null || since === null ? (
        <p>{delivered === null ? t('noneDelivered') : t('delivered', { when: dateAndTime(delivered) })}</p>
      ) : sink.status === 'failed' ? (
        <p>{t('failedSince', { when: dateAndTime(since), problem })}</p>
      ) : (
        <p>{t('failingSince', { when: dateAndTime(since), attempts: sink.attempts, problem })}</p>
      )}
      {tested !== null && (
        <p>
          {sink.test_problem === null
            ? t('tested', { when: dateAndTime(tested) })
            : t('testFailed', { when: dateAndTime(tested), problem: sink.test_problem })}
        </p>
      )}
    </div>
  );
}
