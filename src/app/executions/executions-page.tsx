/** The executions of one flow: the list, and the one that the address names. */

import '../words/chunks/execution-words.ts';
import '../words/chunks/flow-words.ts';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { Activity, Play, SearchX } from 'lucide-react';
import { useExecution, useExecutions, useExecutionUpdates } from '../client/executions/executions.ts';
import { useFlow } from '../client/flows.ts';
import { useMay } from '../client/people/session.ts';
import { isNotFound } from '../client/request.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import { ExecutionHeader } from './execution-header.tsx';
import { ExecutionList } from './execution-list.tsx';
import { ExecutionView } from './execution-view.tsx';
import './executions.css';
import { LivePicture } from './live/live-picture.tsx';
import { StartDialog } from './start-dialog.tsx';
import { useChangeSearch } from './use-change-search.ts';

const route = getRouteApi('/shell/flows/$sid/executions');

export function ExecutionsPage() {
  const { sid } = route.useParams();
  const { executionSid } = useParams({ strict: false });
  useExecutionUpdates(sid);
  return executionSid === undefined ? (
    <PageLayout sid={sid} />
  ) : (
    <OneExecution sid={sid} executionSid={executionSid} key={sid} />
  );
}

type PageLayoutProps = { sid: string; execution?: ReturnType<typeof useExecution> };

function OneExecution({ sid, executionSid }: { sid: string; executionSid: string }) {
  return <PageLayout sid={sid} execution={useExecution(sid, executionSid)} />;
}

function PageLayout({ sid, execution }: PageLayoutProps) {
  const t = useWords('executions');
  const { start } = route.useSearch();
  const navigate = route.useNavigate();
  const flow = useFlow(sid);
  const flowName = flow.data?.friendly_name ?? '';
  const contact = execution?.data?.execution.contact_channel_address;
  usePageTitle(flow.data ? (contact ? `${contact} · ${flowName}` : t('titleOf', { name: flowName })) : null);
  const changeSearch = useChangeSearch();
  const openStart = () => changeSearch((now) => ({ ...now, start: true }));
  const closeStart = () => changeSearch(({ start: _, ...rest }) => rest, { replace: true });

  if (flow.isError) {
    return (
      <div className="page">
        <h1 className="vh">{t('title')}</h1>
        <ErrorState title={t('failedTitle')} onRetry={() => void flow.refetch()}>
          {flow.error.message}
        </ErrorState>
      </div>
    );
  }
  return (
    <>
      <ExecutionHeader flowName={flowName} view={execution?.data} onStart={openStart} />
      <div className={execution ? 'exec one' : 'exec'}>
        <ExecutionList />
        {execution ? (
          <SelectedExecution sid={sid} execution={execution} flowName={flowName} />
        ) : (
          <NothingSelected sid={sid} flowName={flowName} onStart={openStart} />
        )}
      </div>
      {start === true && (
        <StartDialog
          flowSid={sid}
          onClose={closeStart}
          onOpen={(executionSid) =>
            // The back button leads to the page before the dialog, not to the dialog.
            void navigate({
              to: '/flows/$sid/executions/$executionSid',
              params: { sid, executionSid },
              replace: true,
            })
          }
        />
      )}
    </>
  );
}

type NothingSelectedProps = { sid: string; flowName: string; onStart(): void };

function NothingSelected({ sid, flowName, onStart }: NothingSelectedProps) {
  const t = useWords('executions');
  const all = useExecutions(sid, 'all').data;
  const mayStart = useMay('executions.create');
  const mayTest = useMay('flows.write');
  const isEmpty = all?.pages.every(({ executions }) => executions.length === 0) ?? false;
  if (!isEmpty) return <LivePicture sid={sid} flowName={flowName} />;
  return (
    <div className="stand-in">
      <EmptyState
        icon={Activity}
        title={t('emptyTitle')}
        actions={
          (mayStart || mayTest) && (
            <Button icon={Play} onPress={onStart}>
              {t(mayStart ? 'start' : 'testForm.title')}
            </Button>
          )
        }
      >
        {t('emptyText')}
      </EmptyState>
    </div>
  );
}

function SelectedExecution({
  sid,
  execution,
  flowName,
}: {
  sid: string;
  execution: ReturnType<typeof useExecution>;
  flowName: string;
}) {
  const t = useWords('executions');
  const { data, error, failureCount, isPaused } = execution;
  if (data) {
    const isBehind = failureCount > 0 || isPaused;
    const doubt = error !== null && isNotFound(error) ? t('deletedMeanwhile') : isBehind ? t('behind') : null;
    return <ExecutionView view={data} flowName={flowName} doubt={doubt} key={data.execution.sid} />;
  }
  if (error === null) {
    return (
      <div className="stand-in">
        <Skeleton lines={5} />
      </div>
    );
  }
  const isMissing = isNotFound(error);
  return (
    <div className="stand-in">
      {isMissing ? (
        <EmptyState
          icon={SearchX}
          title={t('notFoundTitle')}
          actions={
            <Link to="/flows/$sid/executions" params={{ sid }} className={buttonClass()}>
              {t('toList')}
            </Link>
          }
        >
          {t('notFoundText')}
        </EmptyState>
      ) : (
        <ErrorState title={t('oneFailedTitle')} onRetry={() => void execution.refetch()}>
          {error.message}
        </ErrorState>
      )}
    </div>
  );
}
