/** The operations page: system health, data retention, failed jobs. */

import '../../words/chunks/account-words.ts';
import { useSystemHealth } from '../../client/operations.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { duration } from '../../words/date-time.ts';
import { numberText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { LastChange } from '../last-change.tsx';
import { ChangingNeeds, SeeingNeeds } from '../permission-guard.tsx';
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
      <LastChange of="retention" />
      <SeeingNeeds permission="operations.read">
        <ChangingNeeds permission="operations.write">
          <SystemHealth />
          <DatabaseNodes />
          <Retention />
          <FailedJobs />
        </ChangingNeeds>
      </SeeingNeeds>
    </div>
  );
}

function SystemHealth() {
  const t = useWords('operations');
  return (
    <Panel title={t('health')}>
      <Loaded query={useSystemHealth()} failedTitle={t('healthFailed')}>
        {({ version, database, jobs, speech }) => (
          <dl className="inside">
            <Fact name={t('version')} value={version} />
            <Fact
              name={t('database')}
              value={t(database.kind)}
              note={t('responseTime', { ms: database.ms })}
            />
            {database.fault !== null && <Fact name={t('storage')} value={t(`faults.${database.fault}`)} />}
            {database.disk_used !== null && (
              <Fact
                name={t('disk')}
                value={t('diskUsed', { percent: Math.round(database.disk_used * 100) })}
                {...(database.disk_used >= nearlyFull && { note: t('diskNearlyFull') })}
              />
            )}
            <Fact name={t('dueJobs')} value={numberText(jobs.due)} />
            <Fact
              name={t('lateJobs')}
              value={numberText(jobs.late)}
              {...(jobs.late > 0 && {
                note: t('latestBy', { time: duration(jobs.oldest_s * 1000) }),
              })}
            />
            <Fact name={t('failedJobsCount')} value={numberText(jobs.dead)} />
            <Fact
              name={t('speech')}
              value={t(`engines.${speech.engine ?? 'none'}`)}
              {...(speech.engine === null && { note: t('speechHelp') })}
              {...(speech.voices > 0 && { note: t('voices', { count: speech.voices }) })}
            />
          </dl>
        )}
      </Loaded>
    </Panel>
  );
}

/** Where the database is distributed over several. */
function DatabaseNodes() {
  const t = useWords('operations');
  const nodes = useSystemHealth().data?.database.nodes ?? [];
  if (nodes.length === 0) return null;
  return (
    <Panel title={t('nodes')}>
      <dl className="inside">
        {nodes.map(({ address, shards, answers }) => (
          <Fact
            key={address}
            name={address}
            value={t(answers ? 'nodeAnswers' : 'nodeSilent')}
            note={t('nodeShards', { count: shards })}
          />
        ))}
      </dl>
    </Panel>
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
