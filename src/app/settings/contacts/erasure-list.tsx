/** Earlier erasures, how far those that run are, and their certificates as files. */

import { Download, Eraser } from 'lucide-react';
import type { ErasureResource } from '#api/erasures/operations.ts';
import { useErasures } from '../../client/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Pill } from '../../ui/marks/pill.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';

export function ErasureList() {
  const t = useWords('contacts');
  const list = useErasures();
  return (
    <ResourceList
      title={t('earlier')}
      list={list}
      rows={list.data ?? []}
      keyOf={({ sid }) => sid}
      failedTitle={t('earlierFailed')}
      empty={{ icon: Eraser, title: t('noneTitle'), text: t('noneText') }}
    >
      {(erasure) => <ErasureItem erasure={erasure} />}
    </ResourceList>
  );
}

const tones = { running: 'accent', completed: 'neutral', failed: 'danger' } as const;

function ErasureItem({ erasure }: { erasure: ErasureResource }) {
  const t = useWords('contacts');
  const { status, problem, counts, requested_by, certificate, signature, public_key } = erasure;
  const date = dateAndTime(erasure.date_created);
  const isRunning = status === 'running';
  const rows = Object.entries(counts)
    .filter(([kind]) => !kind.startsWith('kept.'))
    .reduce((sum, [, count]) => sum + count, 0);
  const name = requested_by.name ?? requested_by.key?.friendly_name ?? null;
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{date}</b>
          <Pill tone={tones[status]} mark={isRunning ? 'ring' : 'dot'}>
            {t(status)}
          </Pill>
        </p>
        {status === 'failed' && (
          <p className="small">{problem === null ? t('discarded') : t('problem', { problem })}</p>
        )}
        <p className="small mut num" aria-live="polite">
          {t(status === 'completed' ? 'erased' : 'soFar', { count: rows })},{' '}
          {name === null ? t('byAccount') : t('by', { name })}
        </p>
      </div>
      {certificate !== null && (
        <Button
          icon={Download}
          aria-label={t('certificateOf', { date })}
          onPress={() =>
            downloadFile(
              `${erasure.sid}.json`,
              `${JSON.stringify({ certificate, signature, public_key }, null, 2)}\n`,
            )
          }
        >
          {t('certificate')}
        </Button>
      )}
    </>
  );
}
