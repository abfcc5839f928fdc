/** The top bar of the designer: name, revisions and save status of the flow, and the actions on it. */

import { Link } from '@tanstack/react-router';
import { Activity, ChevronDown, FileClock } from 'lucide-react';
import type { RefObject } from 'react';
import { editText } from '../../changes/edit-text.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { failingTests } from '../../simulator/kept-test-results.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Count } from '../../ui/marks/count.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { horizontalArrows, onSingleTabStopKey } from '../../ui/single-tab-stop.ts';
import { useWords } from '../../words/use-words.ts';
import type { CommandRunners } from '../commands/command-runners.ts';
import { type CommandId, commandTable, menuAction, shortcutKeys } from '../commands/command-table.ts';
import { useRefusedCommands } from '../commands/use-refused-commands.ts';
import { CommentsButton } from '../comments/comments-button.tsx';
import { useDesigner, useDocument, useFindings, useTestRun } from '../designer-context.tsx';
import { People } from '../presence/people.tsx';
import { StateChip } from '../unpublished/state-chip.tsx';
import { EditHistory } from './edit-history.tsx';
import { FlowName } from './flow-name.tsx';
import { PublishButton } from './publish/publish-button.tsx';
import { SaveIndicator } from './save-indicator.tsx';
import './toolbar.css';

export type ToolbarProps = {
  run: CommandRunners;
  fileInput: RefObject<HTMLInputElement | null>;
};

export function Toolbar(props: ToolbarProps) {
  const t = useWords('designer');
  return (
    <TopBar
      breadcrumbs={[
        <Link key="flows" to="/flows">
          {t('flows')}
        </Link>,
      ]}
      title={<FlowName />}
      afterTitle={
        <>
          <StateChip />
          <SaveIndicator />
        </>
      }
    >
      <div
        className="flowactions"
        role="toolbar"
        aria-label={t('flowActions')}
        tabIndex={-1}
        onKeyDown={(event) => onSingleTabStopKey(event, horizontalArrows)}
      >
        <People />
        <UndoRedo />
        <EditHistory />
        <CommentsButton />
        <span className="arrange-tool">
          <IconButton icon={commandTable.arrange.icon} label={t('arrange')} onPress={props.run.arrange} />
        </span>
        <span className="vr" />
        <HistoryLink />
        <ExecutionsLink />
        <Validate />
        <Test />
        <Publish {...props} />
      </div>
    </TopBar>
  );
}

function UndoRedo() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const last = useDocument((state) => state.history.past.at(-1)?.label ?? null);
  const next = useDocument((state) => state.history.future[0]?.label ?? null);
  return (
    <>
      <IconButton
        icon={commandTable.undo.icon}
        label={last === null ? t('undo') : t('undoOf', { edit: editText(last) })}
        keys={shortcutKeys('undo')}
        isDisabled={last === null}
        onPress={commands.undo}
      />
      <IconButton
        icon={commandTable.redo.icon}
        label={next === null ? t('redo') : t('redoOf', { edit: editText(next) })}
        keys={shortcutKeys('redo')}
        isDisabled={next === null}
        onPress={commands.redo}
      />
    </>
  );
}

function HistoryLink() {
  const t = useWords('designer');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  if (sid === null) return null;
  return (
    <Link to="/flows/$sid/history" params={{ sid }} className={buttonClass()}>
      <Icon of={FileClock} size={14} />
      <span className="what">{t('revisionHistory')}</span>
    </Link>
  );
}

function ExecutionsLink() {
  const t = useWords('designer');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  if (sid === null) return null;
  return (
    <Link to="/flows/$sid/executions" params={{ sid }} className={buttonClass()}>
      <Icon of={Activity} size={14} />
      <span className="what">{t('executions')}</span>
    </Link>
  );
}

function Validate() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const errors = useFindings((state) => state.errors);
  return (
    <Button
      icon={commandTable.validate.icon}
      aria-label={errors === 0 ? t('validate') : t('validateErrors', { count: errors })}
      onPress={commands.validate}
    >
      <span className="what">{t('validate')}</span>
      {errors > 0 && <Count value={errors} tone="danger" />}
    </Button>
  );
}

function Test() {
  const t = useWords('simulator');
  const { testRun } = useDesigner();
  const isOpen = useTestRun((state) => state.isOpen);
  const failing = useTestRun((state) => failingTests(state.results).length);
  return (
    <Button
      icon={commandTable.test.icon}
      aria-pressed={isOpen}
      aria-label={failing === 0 ? t('test') : `${t('test')}, ${t('tests.failing', { count: failing })}`}
      onPress={testRun.toggle}
    >
      <span className="what">{t('test')}</span>
      {failing > 0 && <Count value={failing} tone="danger" />}
    </Button>
  );
}

function Publish({ run, fileInput }: ToolbarProps) {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const items = useFlowActions(run);
  return (
    <span className="btn-group">
      <PublishButton />
      <Menu
        label={t('publishOptions')}
        placement="bottom end"
        trigger={<IconButton kind="primary" icon={ChevronDown} label={t('publishOptions')} />}
        items={items}
      />
      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('importJson')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void commands.importFiles(files);
        }}
      />
    </span>
  );
}

function useFlowActions(run: CommandRunners): MenuAction[] {
  const isSaved = useDocument((state) => state.base !== null);
  const refused = useRefusedCommands();
  const action = (id: CommandId, separated = false) => menuAction(id, run[id], { separated });
  return [
    action('save'),
    action('saveWithMessage'),
    action('exportJson', true),
    action('exportSvg'),
    action('exportPng'),
    action('exportMermaid'),
    ...(isSaved ? [action('exportWithTests')] : []),
    action('importJson'),
    action('arrange', true),
    ...(isSaved
      ? [
          action('toggleComments'),
          action('compareWorkingCopy'),
          action('toggleTraffic'),
          action('startExecution'),
          action('manageTestUsers'),
          action('tagFlow', true),
          action('duplicateFlow'),
        ]
      : []),
    action('openPalette', true),
    action('showShortcuts'),
    ...(isSaved ? [action('deleteFlow', true)] : []),
  ].filter(({ id }) => !refused.some((each) => each === id));
}
