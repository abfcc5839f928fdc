/** The operations page: system health, data retention, failed jobs. */

import { useSystemHealth } from '../../client/operations.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numberText } from '../../words/locale.ts';
import { duration } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { Retention } from './retention.tsx';
import './operations.css';

/** As the warning in the log. */
const nearlyFull = 0.9;

export function OperationsPage() {
  const t = useWords('operations');
  return (
    <div className="narrow operations">
      <SectionHeader title={t('title')} lead={t('lead')} />
      <SystemHealth />
      <Retention />
      <FailedJobs />
    </div>
  );
}

function SystemHealth() {
  const t = useWords('operations');
  const { data, isPending, error, refetch } = useSystemHealth();
  return (
    <section className="panel">
      <header>
        <h2>{t('health')}</h2>
      </header>
      {isPending && <Skeleton lines={3} />}
      {error !== null && data === undefined && (
        <ErrorState title={t('healthFailed')} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      {data && (
        <dl className="inside">
          <Fact name={t('version')} value={data.version} />
          <Fact
            name={t('database')}
            value={t(data.database.kind)}
            note={t('responseTime', { ms: data.database.ms })}
          />
          {data.database.fault !== null && (
            <Fact name={t('storage')} value={t(`faults.${data.database.fault}`)} />
          )}
          {data.database.disk_used !== null && (
            <Fact
              name={t('disk')}
              value={t('diskUsed', { percent: Math.round(data.database.disk_used * 100) })}
              {...(data.database.disk_used >= nearlyFull && { note: t('diskNearlyFull') })}
            />
          )}
          <Fact name={t('dueJobs')} value={numberText(data.jobs.due)} />
          <Fact
            name={t('lateJobs')}
            value={numberText(data.jobs.late)}
            {...(data.jobs.late > 0 && {
              note: t('latestBy', { time: duration(data.jobs.oldest_s * 1000) }),
            })}
          />
          <Fact name={t('failedJobsCount')} value={numberText(data.jobs.dead)} />
        </dl>
      )}
    </section>
  );
}

function Fact({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}
