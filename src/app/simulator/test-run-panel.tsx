/** The panel of a test run: setup, the phone, what can be done apart from talking, and the variables. */

import { Link2, RotateCcw, Undo2, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { announce } from '../shell/announce.tsx';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { durationInWords } from '../words/date-time.ts';
import { useWords, wordsOf } from '../words/use-words.ts';
import { CallRun } from './call-run.tsx';
import { KeptTestsSection } from './kept-tests-section.tsx';
import { MessagePhone } from './message-phone.tsx';
import { MissingMockForm } from './missing-mock.tsx';
import { quickReplies } from './quick-replies.ts';
import { RunVariables } from './run-variables.tsx';
import { SetupForm } from './setup-form.tsx';
import { writeScriptLink } from './test-link.ts';
import './test-run.css';
import { copyOrSay } from '../ui/copy-text.ts';
import { widgetLabel } from '../words/widget-labels.ts';
import { type Moment, newestOf, type TestMode, type TestRunStore } from './test-run-store.ts';
import { threadRows } from './thread-rows.ts';

const modes: readonly TestMode[] = ['message', 'call', 'conversation', 'request'];

export type TestRunPanelProps = {
  run: TestRunStore;
  definition: FlowDefinition;
  /** The flow on the server; null for a local draft, which has no tests. */
  sid: string | null;
  /** Selects a widget and brings it into view. */
  onShow(widget: string): void;
  /** Puts a link to the run into the address. */
  onLink(link: string): void;
};

export function TestRunPanel({ run, definition, sid, onShow, onLink }: TestRunPanelProps) {
  const t = useWords('simulator');
  const { mode, start, moments, failure, results } = useStore(run);
  const newest = newestOf(moments);
  const main = useRef<HTMLDivElement>(null);
  // A test that is opened in the list below runs on the phone.
  useEffect(() => {
    if (start !== null) main.current?.scrollIntoView({ block: 'nearest' });
  }, [start]);
  return (
    <aside className="insp test-run" data-lane="right" aria-label={t('title')}>
      <div className="ih">
        <div className="grow">
          <h2 className="nm">{t('title')}</h2>
          <p className="ty">{t('subtitle')}</p>
        </div>
        <IconButton
          icon={Link2}
          label={t('link.copy')}
          isDisabled={newest === null}
          onPress={() => void copyLink(run, onLink)}
        />
        <IconButton icon={Undo2} label={t('back')} isDisabled={moments.length < 2} onPress={run.stepBack} />
        <IconButton icon={RotateCcw} label={t('restart')} isDisabled={newest === null} onPress={run.reset} />
        <IconButton icon={X} label={t('close')} onPress={run.close} />
      </div>
      <div className="test-run-modes">
        <SegmentedControl
          label={t('mode')}
          segments={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={mode}
          onChange={run.setMode}
        />
      </div>
      <div className="test-run-body">
        <div className="test-run-main" ref={main}>
          {newest === null && <SetupForm run={run} definition={definition} />}
          {newest?.possible.answer ? (
            <MissingMockForm
              key={newest.possible.answer.command.effect}
              missing={newest.possible.answer}
              onAnswer={run.answer}
              sid={sid}
            />
          ) : (
            (newest !== null || mode === 'message' || mode === 'conversation') && (
              <Phone run={run} definition={definition} newest={newest} />
            )
          )}
          {failure?.kind === 'refused' && (
            <p className="test-run-failure" role="alert">
              {failure.reason}
            </p>
          )}
          {failure?.kind === 'widget' && (
            <p className="test-run-failure" role="alert">
              {t('noWidget', failure)}
            </p>
          )}
          {failure?.kind === 'loading' && (
            <p className="test-run-failure" role="alert">
              {t('loadFailed')}
            </p>
          )}
        </div>
        {newest !== null && <RunVariables simulation={newest.simulation} />}
        {sid !== null && (
          <KeptTestsSection
            run={run}
            sid={sid}
            results={results}
            definition={definition}
            canKeep={newest !== null && newest.possible.answer === null}
            onShow={onShow}
          />
        )}
      </div>
      {newest !== null && <Actions run={run} newest={newest} definition={definition} />}
    </aside>
  );
}

type PhoneProps = Pick<TestRunPanelProps, 'run' | 'definition'> & { newest: Moment | null };

function Phone({ run, definition, newest }: PhoneProps) {
  const t = useWords('simulator');
  const { setup, mode } = useStore(run);
  const rows = useMemo(
    () => (newest === null ? [] : threadRows(newest.simulation, definition)),
    [newest, definition],
  );
  const { contact, channel } = newest?.simulation ?? setup;
  const call = newest?.simulation.calls.at(-1);
  const isCall = call !== undefined && (mode === 'call' || call.status !== 'ended');
  if (newest !== null && isCall) return <CallRun run={run} newest={newest} call={call} rows={rows} />;
  const widget = newest?.simulation.flow.execution.widget ?? null;
  const canSend = newest === null || newest.possible.message;
  return (
    <MessagePhone
      contact={contact}
      channel={channel}
      rows={rows}
      invitation={t('startMessage')}
      replies={newest === null || widget === null ? [] : quickReplies(definition, widget, 'incomingMessage')}
      canSend={canSend}
      onSend={(body) => void run.send(body)}
    />
  );
}

/** What can happen apart from talking: time passes, nothing is said, any other event of the widget. */
function Actions({
  run,
  newest,
  definition,
}: {
  run: TestRunStore;
  newest: Moment;
  definition: FlowDefinition;
}) {
  const t = useWords('simulator');
  const { possible, simulation } = newest;
  const { due } = possible;
  const { widget } = simulation.flow.execution;
  const type = definition.states.find(({ name }) => name === widget)?.type;
  const events = widgetType(type)?.events ?? [];
  return (
    <div className="test-run-actions">
      {possible.silence && (
        <Button onPress={() => void run.input({ kind: 'silence' })}>{t('silence')}</Button>
      )}
      {due !== null && !possible.silence && possible.answer === null && (
        <Button onPress={() => void run.input({ kind: 'advance', ms: due.at - simulation.clock })}>
          {t('skipOf', { time: durationInWords(due.at - simulation.clock) })}
        </Button>
      )}
      {possible.events.length > 0 && (
        <Menu
          label={t('events')}
          placement="top start"
          trigger={<Button>{t('events')}</Button>}
          items={possible.events.map((name) => ({
            id: name,
            label: widgetLabel(events.find((event) => event.name === name)?.label ?? name),
            onAction: () => void run.input({ kind: 'event', name }),
          }))}
        />
      )}
    </div>
  );
}

/**
 * Copies a link that opens the simulator with the run as it is now. `onLink` puts it into the address, which is what is
 * copied then.
 */
async function copyLink(run: TestRunStore, onLink: (link: string) => void): Promise<void> {
  const t = wordsOf('simulator');
  const yaml = await run.written();
  if (yaml === null) return;
  const link = await writeScriptLink(yaml);
  if (link === null) {
    toast({ message: t('link.tooLong') });
    return;
  }
  onLink(link);
  const url = new URL(location.href);
  url.search = new URLSearchParams({ test: link }).toString();
  await copyOrSay(url.href, () => {
    toast({ message: t('link.copied') });
    announce(t('link.copied'));
  });
}
