/** The top bar of the designer: which flow this is, where the work is, and what can be done with it. */

import { Link, useNavigate } from '@tanstack/react-router';
import {
  Activity,
  ChevronDown,
  CircleCheck,
  Download,
  FlaskConical,
  type LucideIcon,
  Network,
  Play,
  Redo2,
  Save,
  SaveAll,
  Undo2,
  Upload,
} from 'lucide-react';
import { useRef } from 'react';
import { useFlowSummaries } from '../../client/flows.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../ui/menu.tsx';
import { Dot } from '../../ui/pill.tsx';
import { useWords } from '../../words/use-words.ts';
import { keysOf } from '../commands/shortcuts.ts';
import { useDesigner, useDocument, useFindings } from '../designer-context.tsx';
import { EditHistory } from './edit-history.tsx';
import { FlowName } from './flow-name.tsx';
import { SaveIndicator } from './save-indicator.tsx';

export function Toolbar() {
  const t = useWords('designer');
  return (
    <TopBar
      breadcrumbs={[
        <Link key="flows" to="/flows">
          {t('flows')}
        </Link>,
      ]}
      title={<FlowName />}
      beside={
        <>
          <Revisions />
          <SaveIndicator />
        </>
      }
    >
      <UndoRedo />
      <EditHistory />
      <span className="vr" />
      <ExecutionsLink />
      <Validate />
      <Publish />
    </TopBar>
  );
}

function Revisions() {
  const t = useWords('designer');
  const flow = useDocument((state) => state.base?.flow ?? null);
  const { data } = useFlowSummaries();
  if (flow === null) {
    return (
      <span className="revs">
        <span>
          <Dot mark="ring" tone="warn" />
          {t('local')}
        </span>
      </span>
    );
  }
  const live =
    flow.status === 'published'
      ? flow.revision
      : (data?.find((each) => each.sid === flow.sid)?.published_revision ?? null);
  return (
    <span className="revs">
      {flow.status === 'draft' && (
        <span>
          <Dot mark="ring" tone="warn" />
          {t('draft')} <b className="num">{flow.revision}</b>
        </span>
      )}
      {live === null ? (
        <span>{t('neverPublished')}</span>
      ) : (
        <span>
          <Dot tone="live" />
          {t('published')} <span className="num">{live}</span>
        </span>
      )}
    </span>
  );
}

function UndoRedo() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const last = useDocument((state) => state.history.past.at(-1)?.name ?? null);
  const next = useDocument((state) => state.history.future[0]?.name ?? null);
  return (
    <>
      <IconButton
        icon={Undo2}
        label={last === null ? t('undo') : t('undoOf', { edit: t(`edits.${last}`) })}
        keys={keysOf('undo')}
        isDisabled={last === null}
        onPress={commands.undo}
      />
      <IconButton
        icon={Redo2}
        label={next === null ? t('redo') : t('redoOf', { edit: t(`edits.${next}`) })}
        keys={keysOf('redo')}
        isDisabled={next === null}
        onPress={commands.redo}
      />
    </>
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
  const { view, findings } = useDesigner();
  const errors = useFindings((state) => state.errors);
  return (
    <Button
      icon={CircleCheck}
      aria-label={errors === 0 ? t('validate') : t('validateErrors', { count: errors })}
      onPress={() => {
        findings.check();
        view.setState({ problemsOpen: true });
      }}
    >
      <span className="what">{t('validate')}</span>
      {errors > 0 && <Count value={errors} tone="danger" />}
    </Button>
  );
}

function Publish() {
  const t = useWords('designer');
  const { commands, view } = useDesigner();
  const navigate = useNavigate();
  const chooser = useRef<HTMLInputElement>(null);
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const item = (id: string, label: string, icon: LucideIcon, onAction: () => void): MenuAction => ({
    id,
    label,
    icon,
    onAction,
  });
  const items: MenuAction[] = [
    { ...item('save', t('save'), Save, () => void commands.save()), keys: keysOf('save') },
    item('saveWith', t('saveWith'), SaveAll, () => view.setState({ dialog: 'save' })),
    { ...item('export', t('exportJson'), Download, commands.exportJson), separated: true },
    item('import', t('importJson'), Upload, () => chooser.current?.click()),
    { ...item('arrange', t('arrange'), Network, () => void commands.arrange()), separated: true },
  ];
  if (sid !== null) {
    const start = () =>
      void navigate({ to: '/flows/$sid/executions', params: { sid }, search: { start: true } });
    const toTestUsers = () => void navigate({ to: '/settings/flows/$sid/test-users', params: { sid } });
    items.push(item('start', t('start'), Play, start));
    items.push(item('testUsers', t('testUsers'), FlaskConical, toTestUsers));
  }
  return (
    <span className="btn-group">
      <Button kind="primary" onPress={commands.askToPublish}>
        {t('publish')}
      </Button>
      <Menu
        label={t('publishOptions')}
        placement="bottom end"
        trigger={<IconButton kind="primary" icon={ChevronDown} label={t('publishOptions')} />}
        items={items}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('importJson')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void commands.importJson(file);
        }}
      />
    </span>
  );
}
