/** Failed jobs, to be retried or discarded. */

import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import type { JobKind } from '#api/system/job-kinds.ts';
import type { JobResource } from '#api/system/operations.ts';
import { type JobAction, useFailedJobs, useJobAction } from '../../client/operations.ts';
import { Button } from '../../ui/button.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';

export function FailedJobs() {
  const t = useWords('operations');
  const jobs = useFailedJobs();
  return (
    <ResourceList
      title={t('failedJobs')}
      list={jobs}
      rows={jobs.data?.pages.flatMap((page) => page.jobs) ?? []}
      keyOf={({ key }) => key}
      failedTitle={t('jobsFailedTitle')}
      empty={{ icon: ListChecks, title: t('noJobsTitle'), text: t('noJobsText') }}
    >
      {(job) => <FailedJob job={job} />}
    </ResourceList>
  );
}

function FailedJob({ job }: { job: JobResource }) {
  const t = useWords('operations');
  const jobAction = useJobAction();
  const word = jobNameKey(job.kind);
  const kind = word === undefined ? job.kind : t(word);
  const { key, flow_sid: flow, execution_sid: execution, date_given_up: when } = job;
  const press = (action: JobAction) =>
    jobAction.mutate(
      { key, action },
      saidByToast(t(action === 'retry' ? 'retried' : 'discarded'), (message) =>
        t(action === 'retry' ? 'retryFailed' : 'discardFailed', { message }),
      ),
    );
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{kind}</b>
          {word !== undefined && <code className="mono small mut">{job.kind}</code>}
        </p>
        <p className="sec">{job.problem ?? t('unknownProblem')}</p>
        <p className="small mut num">
          {t('attempts', { count: job.attempts })}
          {when !== null && ` · ${t('failedAt', { when: dateAndTime(when) })}`}
          {flow !== null && execution !== null && (
            <>
              {' · '}
              <Link
                to="/flows/$sid/executions/$executionSid"
                params={{ sid: flow, executionSid: execution }}
                className="link"
              >
                {t('execution')}
              </Link>
            </>
          )}
        </p>
      </div>
      <Button aria-label={t('retryOf', { kind })} onPress={() => press('retry')} isBusy={jobAction.isPending}>
        {t('retry')}
      </Button>
      <Button kind="ghost" aria-label={t('discardOf', { kind })} onPress={() => press('discard')}>
        {t('discard')}
      </Button>
    </>
  );
}

const nameKeys = {
  http: 'jobKinds.http',
  'execution-batch': 'jobKinds.executionBatch',
  'end-executions': 'jobKinds.endExecutions',
  publish: 'jobKinds.publish',
  'link-mail': 'jobKinds.linkMail',
  grants: 'jobKinds.grants',
  service: 'jobKinds.service',
  'service-trial': 'jobKinds.serviceTrial',
  'carrier-message': 'jobKinds.carrierMessage',
  'carrier-call': 'jobKinds.carrierCall',
  'carrier-update': 'jobKinds.carrierUpdate',
  'carrier-check': 'jobKinds.carrierCheck',
  'mail-accept': 'jobKinds.mailAccept',
  'mail-send': 'jobKinds.mailSend',
  'parse-post': 'jobKinds.parsePost',
  'event-test': 'jobKinds.eventTest',
  alert: 'jobKinds.alert',
  'email-alert': 'jobKinds.emailAlert',
  erasure: 'jobKinds.erasure',
  'flow-deletion': 'jobKinds.flowDeletion',
  'template-deletion': 'jobKinds.emailDeletion',
  'webhook-deletion': 'jobKinds.emailDeletion',
  'group-deletion': 'jobKinds.emailDeletion',
  'suppression-deletion': 'jobKinds.emailDeletion',
} as const satisfies Record<JobKind, string>;

/** A word of the namespace `operations`; undefined for a kind of another version. */
function jobNameKey(kind: string): (typeof nameKeys)[JobKind] | undefined {
  return Object.hasOwn(nameKeys, kind) ? nameKeys[kind as JobKind] : undefined;
}
