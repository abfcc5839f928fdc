/** One flow in the list: its name, status and actions. */

import { Link } from '@tanstack/react-router';
import { Activity, Check, CircleAlert, Ellipsis, HardDrive, TriangleAlert } from 'lucide-react';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { AuthorMark } from '../flow-state/author-mark.tsx';
import { editAuthor, isProgram } from '../flow-state/edit-author.ts';
import { FlowStateMark, FlowStateNote, type ShownState, shownState } from '../flow-state/flow-state-mark.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { Thumbnail } from '../ui/marks/thumbnail.tsx';
import { lateOverlay } from '../ui/overlays/late-overlay.tsx';
import { MenuButton } from '../ui/overlays/menu.tsx';
import { isOwnPage } from '../unsaved-work/own-pages.ts';
import { numberText } from '../words/locale.ts';
import { useWords } from '../words/use-words.ts';
import type { RowMenuProps } from './row-menu.tsx';
import type { Row } from './rows.ts';
import { TriggerIcons } from './trigger-icons.tsx';
import '../flow-actions/tags.css';
import './sparkline.css';
import { asTyped } from '../ui/as-typed.ts';

const RowMenu = lateOverlay(async () => (await import('./row-menu.tsx')).RowMenu);

type LastEdit = NonNullable<FlowSummary['last_edit']>;

export type FlowRowProps = RowMenuProps & {
  /** How often the flow was started in each of the last 24 hours; undefined for never. */
  starts?: readonly number[] | undefined;
  onExecutions?: () => void;
};

export function FlowRow({ starts, onExecutions, ...menu }: FlowRowProps) {
  const t = useWords('flows');
  const { row } = menu;
  const { name } = row;
  const shown = stateOf(row);
  return (
    <tr>
      <td>
        <div className="fl">
          <span className="stamp">
            {row.kind === 'server' ? <Thumbnail outline={row.flow.outline} /> : <Icon of={HardDrive} />}
          </span>
          <span className="grow">
            {row.kind === 'server' ? (
              <Link to="/flows/$sid" params={{ sid: row.id }} className="nm clip" {...asTyped}>
                {name || t('untitled')}
              </Link>
            ) : (
              <Link to="/flows/local/$id" params={{ id: row.id }} className="nm clip" {...asTyped}>
                {name || t('untitled')}
              </Link>
            )}
            <span className="ds">
              {row.tags.map((tag) => (
                <span key={tag} className="flow-tag" {...asTyped}>
                  {tag}
                </span>
              ))}
              <span className="clip">{row.description}</span>
            </span>
            <span className="brief">
              <NarrowSummary row={row} />
            </span>
          </span>
        </div>
      </td>
      <td className="c-triggers">{row.kind === 'server' && <TriggerIcons triggers={row.flow.triggers} />}</td>
      <td className="c-state">
        <span className="st">
          <FlowStateMark {...shown} />
          <FlowStateNote {...shown} />
        </span>
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
            <MenuButton trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} />}>
              {(opened) => <RowMenu {...menu} {...opened} />}
            </MenuButton>
          </span>
          <span className="edited">
            <RelativeTime at={row.updated} className="sml sec" />
            {row.kind === 'server' && row.flow.last_edit !== null && <LastAuthor edit={row.flow.last_edit} />}
          </span>
        </div>
      </td>
    </tr>
  );
}

/** The columns that are hidden on narrow screens, below the name. */
function NarrowSummary({ row }: { row: Row }) {
  return (
    <>
      <FlowStateMark {...stateOf(row)} isCounted />
      {row.kind === 'server' && (row.flow.errors ?? 0) + (row.flow.warnings ?? 0) > 0 && (
        <Validation flow={row.flow} />
      )}
    </>
  );
}

function stateOf(row: Row): ShownState {
  return row.kind === 'local' ? { state: 'local', revision: null, changes: null } : shownState(row.flow);
}

/** Who made the last edit, where that was someone else. */
function LastAuthor({ edit: { author_name: author, author: sid, client } }: { edit: LastEdit }) {
  const by = { author, sid, client };
  if (isOwnPage(client) || (author === '' && !isProgram(by))) return null;
  return (
    <small className="by clip">
      <AuthorMark by={by} />
      {editAuthor(by)}
    </small>
  );
}

function Validation({ flow }: { flow: FlowSummary }) {
  const t = useWords('flows');
  if (flow.errors === null || flow.warnings === null) return <span className="vd">{t('unchecked')}</span>;
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

const width = 104;
const height = 20;
const margin = 2;

/** A dotted line where there were none. */
function Sparkline({ values }: { values: readonly number[] | undefined }) {
  const t = useWords('flows');
  const given = values ?? [];
  const total = given.reduce((sum, value) => sum + value, 0);
  const highest = Math.max(...given, 1);
  const label = t('startsInADay', { count: total });
  const points = given.map((value, index) => {
    const x = margin + (index / Math.max(1, given.length - 1)) * (width - 2 * margin);
    return [x, height - margin - (value / highest) * (height - 2 * margin)] as const;
  });
  const last = points.at(-1);
  return (
    <svg className="sparkline" width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      {total === 0 || last === undefined ? (
        <line className="never" x1={margin} x2={width - margin} y1={height - margin} y2={height - margin} />
      ) : (
        <>
          <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
          <circle cx={last[0]} cy={last[1]} r={2} />
        </>
      )}
    </svg>
  );
}
