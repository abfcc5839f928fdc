/** One flow in the list: its name, status and actions. */

import { Link } from '@tanstack/react-router';
import { Activity, Check, CircleAlert, Ellipsis, HardDrive, TriangleAlert } from 'lucide-react';
import type { FlowSummary } from '#api/flows/resources.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../ui/menu.tsx';
import { Dot } from '../ui/pill.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { numberText } from '../words/locale.ts';
import { useWords } from '../words/use-words.ts';
import type { Row } from './rows.ts';
import { Sparkline } from './sparkline.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { TriggerIcons } from './trigger-icons.tsx';

export type FlowRowProps = {
  row: Row;
  actions: readonly MenuAction[];
  /** How often the flow was started in each of the last 24 hours; undefined for never. */
  starts?: readonly number[] | undefined;
  onExecutions?: () => void;
};

export function FlowRow({ row, actions, starts, onExecutions }: FlowRowProps) {
  const t = useWords('flows');
  const { name } = row;
  return (
    <tr>
      <td>
        <div className="fl">
          <span className="stamp">
            {row.kind === 'server' ? <Thumbnail outline={row.flow.outline} /> : <Icon of={HardDrive} />}
          </span>
          <span className="grow">
            {row.kind === 'server' ? (
              <Link to="/flows/$sid" params={{ sid: row.id }} className="nm clip">
                {name || t('untitled')}
              </Link>
            ) : (
              <Link to="/flows/local/$id" params={{ id: row.id }} className="nm clip">
                {name || t('untitled')}
              </Link>
            )}
            <span className="ds clip">{row.description}</span>
            <span className="brief">
              {row.kind === 'server' ? <NarrowSummary flow={row.flow} /> : <LocalDraftMark />}
            </span>
          </span>
        </div>
      </td>
      <td className="c-triggers">{row.kind === 'server' && <TriggerIcons triggers={row.flow.triggers} />}</td>
      <td className="c-revision">
        {row.kind === 'server' ? <Revision flow={row.flow} /> : <LocalDraftMark />}
      </td>
      <td className="c-validation">{row.kind === 'server' && <Validation flow={row.flow} />}</td>
      <td className="c-active">
        {row.kind === 'server' && <Active count={row.flow.active_executions} starts={starts} />}
      </td>
      <td>
        <div className="last">
          <span className="acts">
            {onExecutions && (
              <IconButton icon={Activity} label={t('executionsOf', { name })} onPress={onExecutions} />
            )}
            <Menu
              label={t('actionsOf', { name })}
              placement="bottom end"
              trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}
              items={actions}
            />
          </span>
          <RelativeTime at={row.updated} className="sml sec" />
        </div>
      </td>
    </tr>
  );
}

/** The columns that are hidden on narrow screens, below the name. */
function NarrowSummary({ flow }: { flow: FlowSummary }) {
  return (
    <>
      <RevisionMark flow={flow} />
      {flow.errors + flow.warnings > 0 && <Validation flow={flow} />}
    </>
  );
}

function RevisionMark({ flow }: { flow: FlowSummary }) {
  const t = useWords('flows');
  const isDraft = flow.status === 'draft';
  return (
    <span className="mark">
      <Dot mark={isDraft ? 'ring' : 'dot'} tone={isDraft ? 'warn' : 'live'} />
      {t(isDraft ? 'draftRevision' : 'publishedRevision')} <b className="num">{flow.revision}</b>
    </span>
  );
}

function Revision({ flow }: { flow: FlowSummary }) {
  const t = useWords('flows');
  const isDraft = flow.status === 'draft';
  const below = () => {
    if (!isDraft) return t('upToDate');
    return flow.published_revision === null
      ? t('neverPublished')
      : t('publishedOlder', { revision: flow.published_revision });
  };
  return (
    <span className="st">
      <RevisionMark flow={flow} />
      <small>{below()}</small>
    </span>
  );
}

function LocalDraftMark() {
  const t = useWords('flows');
  return (
    <span className="st">
      <span className="mark">
        <Dot mark="ring" tone="warn" />
        {t('local')}
      </span>
      <small>{t('localHint')}</small>
    </span>
  );
}

function Validation({ flow }: { flow: FlowSummary }) {
  const t = useWords('flows');
  if (flow.errors > 0) {
    return (
      <span className="vd bad">
        <Icon of={CircleAlert} size={14} />
        {t('errors', { count: flow.errors })}
      </span>
    );
  }
  if (flow.warnings > 0) {
    return (
      <span className="vd doubt">
        <Icon of={TriangleAlert} size={14} />
        {t('warnings', { count: flow.warnings })}
      </span>
    );
  }
  return (
    <span className="vd">
      <Icon of={Check} size={14} />
      {t('valid')}
    </span>
  );
}

function Active({ count, starts }: { count: number; starts: readonly number[] | undefined }) {
  return (
    <span className="active-cell">
      <span className={count === 0 ? 'runs none num' : 'runs num'}>{numberText(count)}</span>
      <Sparkline values={starts} />
    </span>
  );
}
