/** The top bar of the executions page: contact, status and actions. */

import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  ChevronLeft,
  Copy,
  Ellipsis,
  Eye,
  FlaskConical,
  Play,
  Repeat,
  RotateCcw,
  Square,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { ExecutionResource, ExecutionView } from '#api/executions/schemas.ts';
import { useEndExecution } from '../client/executions/executions.ts';
import { useShownUntil } from '../client/executions/reveals.ts';
import { useMay } from '../client/people/session.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { KeepExecutionDialog } from '../simulator/keep-execution-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { Masked } from '../ui/marks/masked.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { clockTime, dateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { deleteWithUndo } from './deletion.ts';
import { LateRevealDialog } from './late-reveal-dialog.tsx';
import { RunAgainDialog } from './start-dialog.tsx';
import { useNarrowWindow } from './use-narrow-window.ts';
import './execution-header.css';
import { copyOrSay } from '../ui/copy-text.ts';

const route = getRouteApi('/shell/flows/$sid/executions');

export type ExecutionHeaderProps = { flowName: string; view: ExecutionView | undefined; onStart(): void };

/** Above the list alone when no execution is open. */
export function ExecutionHeader({ flowName, view, onStart }: ExecutionHeaderProps) {
  const t = useWords('executions');
  const { sid } = route.useParams();
  const [isKeeping, setKeeping] = useState(false);
  const mayStart = useMay('executions.create');
  const mayEnd = useMay('executions.end');
  const mayKeep = useMay('flows.write');
  const seesAll = useMay('contacts.unmasked');
  const execution = view?.execution;
  const trail = [
    <Link to="/flows" key="flows">
      {t('flows')}
    </Link>,
    <Link to="/flows/$sid" params={{ sid }} key="flow">
      {flowName || sid}
    </Link>,
  ];
  const list = (
    <Link to="/flows/$sid/executions" params={{ sid }} key="list">
      {t('title')}
    </Link>
  );
  const start = (mayStart || mayKeep) && (
    <Button icon={Play} kind={execution ? 'plain' : 'primary'} onPress={onStart}>
      {t(mayStart ? 'start' : 'testForm.title')}
    </Button>
  );
  if (view === undefined || execution === undefined) {
    return (
      <TopBar breadcrumbs={trail} title={t('title')}>
        <Link to="/flows/$sid" params={{ sid }} className={`${buttonClass()} not-on-phone`}>
          {t('openDesigner')}
        </Link>
        {start}
      </TopBar>
    );
  }
  const isActive = execution.status === 'active';
  const back = (
    <Link to="/flows/$sid/executions" params={{ sid }} className="btn ghost ico back" aria-label={t('back')}>
      <Icon of={ChevronLeft} size={20} />
    </Link>
  );
  return (
    <TopBar
      before={back}
      breadcrumbs={[...trail, list]}
      title={
        <span className="num">
          <Masked text={execution.contact_channel_address ?? t('unknownContact')} />
        </span>
      }
      afterTitle={
        <span className="facts">
          <Pill mark={isActive ? 'dot' : 'ring'} tone={isActive ? 'live' : 'neutral'}>
            {t(execution.status)}
          </Pill>
          {execution.flow_version !== null && (
            <span className="meta num">{t('revision', { revision: execution.flow_version })}</span>
          )}
          <span className="vr" />
          <time className="meta num" dateTime={execution.date_created}>
            {dateAndTime(execution.date_created)}
          </time>
        </span>
      }
    >
      <RevealButton sid={execution.sid} key={execution.sid} />
      <span className="not-on-phone">{start}</span>
      {isActive && mayEnd && (
        <span className="not-on-phone">
          <EndButton flowSid={sid} sid={execution.sid} />
        </span>
      )}
      {seesAll && (
        <Link
          to="/flows/$sid"
          params={{ sid }}
          search={{ test: execution.sid }}
          className={`${buttonClass()} wide-only`}
        >
          <Icon of={RotateCcw} />
          {t('runInTest')}
        </Link>
      )}
      {mayKeep && (
        <span className="wide-only">
          <Button icon={FlaskConical} onPress={() => setKeeping(true)}>
            {t('keepAsTest')}
          </Button>
        </span>
      )}
      <Link to="/flows/$sid" params={{ sid }} className={`${buttonClass()} wide-only`}>
        {t('openDesigner')}
      </Link>
      <MoreMenu execution={execution} onKeep={() => setKeeping(true)} />
      {isKeeping && <KeepExecutionDialog view={view} onClose={() => setKeeping(false)} />}
    </TopBar>
  );
}

/** Ends the execution; shows a toast when that fails. */
function useEndAction(flowSid: string, sid: string) {
  const t = useWords('executions');
  const { mutate, isPending } = useEndExecution(flowSid);
  const onError = ({ message }: Error) => void toast({ message: t('endFailed', { message }) });
  return { end: () => mutate(sid, { onError }), isPending };
}

function EndButton({ flowSid, sid }: { flowSid: string; sid: string }) {
  const t = useWords('executions');
  const { end, isPending } = useEndAction(flowSid, sid);
  return (
    <Button icon={Square} onPress={end} isBusy={isPending}>
      {t('end')}
    </Button>
  );
}

type MoreMenuProps = { execution: ExecutionResource; onKeep(): void };

function MoreMenu({ execution, onKeep }: MoreMenuProps) {
  const t = useWords('executions');
  const { flow_sid: flowSid, sid } = execution;
  const isActive = execution.status === 'active';
  const [isRunningAgain, setRunningAgain] = useState(false);
  const mayKeep = useMay('flows.write');
  const seesAll = useMay('contacts.unmasked');
  const mayStart = useMay('executions.create');
  const mayEnd = useMay('executions.end');
  const mayDelete = useMay('executions.delete');
  const { end } = useEndAction(flowSid, sid);
  // On narrow screens the button moves to the menu.
  const isNarrow = useNarrowWindow();
  const cache = useQueryClient();
  const navigate = route.useNavigate();
  const short = `${sid.slice(0, 6)}…${sid.slice(-4)}`;
  const menu = (
    <Menu
      label={t('more')}
      placement="bottom end"
      trigger={<IconButton icon={Ellipsis} label={t('more')} />}
      items={[
        {
          id: 'copy',
          label: t('copySid', { sid: short }),
          icon: Copy,
          onAction: () => void copyOrSay(sid, () => toast({ message: t('copied') })),
        },
        ...(seesAll
          ? [
              {
                id: 'test',
                label: t('runInTest'),
                icon: RotateCcw,
                onAction: () =>
                  void navigate({ to: '/flows/$sid', params: { sid: flowSid }, search: { test: sid } }),
              },
            ]
          : []),
        ...(mayKeep ? [{ id: 'keep', label: t('keepAsTest'), icon: FlaskConical, onAction: onKeep }] : []),
        ...(mayStart
          ? [
              {
                id: 'run-again',
                label: t('runAgain.action'),
                icon: Repeat,
                onAction: () => setRunningAgain(true),
              },
            ]
          : []),
        {
          id: 'designer',
          label: t('openDesigner'),
          icon: SquarePen,
          onAction: () => void navigate({ to: '/flows/$sid', params: { sid: flowSid } }),
        },
        ...(isActive && isNarrow && mayEnd
          ? [{ id: 'end', label: t('end'), icon: Square, onAction: end }]
          : []),
        ...(mayDelete
          ? [
              {
                id: 'delete',
                label: t('delete'),
                icon: Trash2,
                tone: 'danger' as const,
                separated: true,
                onAction: () => {
                  deleteWithUndo(cache, flowSid, sid);
                  void navigate({ to: '/flows/$sid/executions', params: { sid: flowSid } });
                },
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <>
      {menu}
      {isRunningAgain && (
        <RunAgainDialog
          execution={execution}
          onClose={() => setRunningAgain(false)}
          onOpen={(executionSid) => {
            setRunningAgain(false);
            void navigate({
              to: '/flows/$sid/executions/$executionSid',
              params: { sid: flowSid, executionSid },
            });
          }}
        />
      )}
    </>
  );
}

/** In the bar above an execution, for those who see contacts masked: shows them, and says until when. */
function RevealButton({ sid }: { sid: string }) {
  const t = useWords('executions');
  const seesAll = useMay('contacts.unmasked');
  const mayReveal = useMay('contacts.reveal');
  const until = useShownUntil(sid);
  const [isOpen, setOpen] = useState(false);
  if (seesAll || !mayReveal) return null;
  return (
    <>
      {until === null ? (
        <Button icon={Eye} onPress={() => setOpen(true)}>
          {t('reveal.show')}
        </Button>
      ) : (
        <span role="status">
          <Pill tone="warn">{t('reveal.until', { time: clockTime(until) })}</Pill>
        </span>
      )}
      {isOpen && <LateRevealDialog sid={sid} onClose={() => setOpen(false)} />}
    </>
  );
}
