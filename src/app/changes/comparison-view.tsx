/** Two definitions compared: on the canvas with the list of changes, as the list alone, or as JSON side by side. */

import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Change, FlowDiff } from '#flow/diff/change.ts';
import type { CanvasHandle, ChangeMark } from '../canvas/canvas-props.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { useSubflowNames } from '../client/flows.ts';
import { announce } from '../shell/announce.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { Switch } from '../ui/forms/switch.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { useWords } from '../words/use-words.ts';
import { type ChangeGroup, changeMarks, groupChanges, markTones, withoutLayout } from './change-groups.ts';
import { ChangeLegend } from './change-legend.tsx';
import { ChangeList, groupKey } from './change-list.tsx';
import { ChangeStepper } from './change-stepper.tsx';
import { comparedFlow } from './compared-flow.ts';
import { JsonComparison } from './json-comparison.tsx';
import { useChangeKeys } from './use-change-keys.ts';
import './comparison.css';

export const comparisonViews = ['canvas', 'list', 'json'] as const;

export type ComparisonViewName = (typeof comparisonViews)[number];

export type ComparisonViewProps = {
  before: FlowDefinition;
  /** The definition that is drawn. */
  after: FlowDefinition;
  diff: FlowDiff;
  /** What the sides are called: `Revision 3`, `Working copy`. */
  names: { before: string; after: string };
  title: string;
  canvasLabel: string;
  /** Said where there are no changes. */
  emptyText: string;
  /** False: the later definition is drawn as it is, without marks and ghosts, as it is where nothing changed. */
  isMarked: boolean;
  view: ComparisonViewName;
  onView(view: ComparisonViewName): void;
  showsLayout: boolean;
  onLayout(isShown: boolean): void;
  /** What can be done with chosen changes; left out, none can be chosen. `clear` ends the choice. */
  actions?: (chosen: readonly Change[], clear: () => void) => ReactNode;
  /** Stands below the list of changes. */
  children?: ReactNode;
};

export function ComparisonView(props: ComparisonViewProps) {
  const { before, after, diff, names, title, canvasLabel, view, showsLayout } = props;
  const t = useWords('comparison');
  const canvas = useRef<CanvasHandle>(null);
  const flowNames = useSubflowNames(after);
  const list = useRef<HTMLDivElement>(null);
  const shown = useShownChanges(props);
  const choosing = useState<ReadonlySet<Change>>(new Set());
  const { all, groups, compared } = shown;
  const { current, at, show, step, select } = useCurrentChange(groups, canvas, list);
  const selected = useMemo(() => new Set(current === null ? [] : selectedWidget(current)), [current]);
  const stepper = <ChangeStepper at={at} count={groups.length} onStep={step} />;

  return (
    <div className={`comparison in-${view}`}>
      <header className="comparison-bar">
        <h2 className="grow clip">{title}</h2>
        {view === 'list' && stepper}
        {view !== 'json' && <Switch label={t('showLayout')} isOn={showsLayout} onChange={props.onLayout} />}
        <SegmentedControl
          label={t('view')}
          segments={comparisonViews.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={props.onView}
        />
      </header>
      {view === 'canvas' && (
        <div className="comparison-stage">
          <FlowCanvas
            ref={canvas}
            definition={compared?.definition ?? after}
            flowNames={flowNames}
            {...(compared !== null && { changes: compared.marks })}
            selected={selected}
            onSelect={select}
            label={canvasLabel}
          />
          {props.isMarked && all.length > 0 && (
            <div className="comparison-tools" data-lane="bottom" data-tool>
              <ChangeLegend groups={all} hidden={shown.hidden} onToggle={shown.toggleMark} />
              <span className="vr" />
              {stepper}
            </div>
          )}
        </div>
      )}
      {view === 'json' ? (
        <JsonComparison before={before} after={after} changes={diff.changes} names={names} />
      ) : (
        <ChangesPanel {...props} {...{ shown, choosing }} listRef={list} current={current} onShow={show} />
      )}
    </div>
  );
}

/** The changes by the widgets that they are about: all, and those whose mark is not hidden. */
function useShownChanges({ before, after, diff, isMarked, showsLayout }: ComparisonViewProps) {
  const [hidden, setHidden] = useState<ReadonlySet<ChangeMark>>(new Set());
  const changes = useMemo(
    () => (showsLayout ? diff.changes : withoutLayout(diff.changes)),
    [diff, showsLayout],
  );
  const all = useMemo(() => groupChanges(changes, before, after), [changes, before, after]);
  const groups = useMemo(() => all.filter(({ mark }) => !hidden.has(mark)), [all, hidden]);
  const compared = useMemo(
    () => (isMarked && all.length > 0 ? comparedFlow(before, after, diff.changes, groups) : null),
    [isMarked, before, after, diff, groups, all],
  );
  const toggleMark = (mark: ChangeMark) =>
    setHidden(new Set(changeMarks.filter((each) => hidden.has(each) !== (each === mark))));
  return { changes, all, groups, compared, hidden, toggleMark };
}

/** The change that was chosen last: by a step, in the list, or on the canvas. */
function useCurrentChange(
  groups: readonly ChangeGroup[],
  canvasRef: RefObject<CanvasHandle | null>,
  listRef: RefObject<HTMLElement | null>,
) {
  const t = useWords('comparison');
  const [current, setCurrent] = useState<string | null>(null);
  const at = groups.findIndex((each) => groupKey(each) === current);
  const show = useCallback(
    (group: ChangeGroup) => {
      setCurrent(groupKey(group));
      if (group.widget !== null) canvasRef.current?.reveal([group.widget]);
      listRef.current
        ?.querySelector(`[data-group="${CSS.escape(groupKey(group))}"]`)
        ?.scrollIntoView({ block: 'nearest' });
    },
    [canvasRef, listRef],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const next = (at === -1 && by === -1 ? groups.length - 1 : at + by + groups.length) % groups.length;
      const group = groups[next];
      if (group === undefined) return;
      show(group);
      const [widget, mark] = [group.widget ?? t('flow'), t(`marks.${group.mark}`)];
      announce(t('positionAnnounced', { at: next + 1, count: groups.length, widget, mark }));
    },
    [at, groups, show, t],
  );
  useChangeKeys(step);
  const select = (widgets: ReadonlySet<string>) => {
    const [widget] = widgets;
    const group = groups.find((each) => each.widget !== null && each.widget === widget);
    if (group !== undefined) show(group);
    else setCurrent(widget === undefined ? null : JSON.stringify(widget));
  };
  return { current, at, show, step, select };
}

type ChangesPanelProps = ComparisonViewProps & {
  shown: ReturnType<typeof useShownChanges>;
  choosing: [ReadonlySet<Change>, (chosen: ReadonlySet<Change>) => void];
  listRef: Ref<HTMLDivElement>;
  current: string | null;
  onShow(group: ChangeGroup): void;
};

/** The list of changes, and what can be done with those that are chosen in it. */
function ChangesPanel(props: ChangesPanelProps) {
  const { before, after, diff, actions, shown, listRef } = props;
  const [chosen, setChosen] = props.choosing;
  const t = useWords('comparison');
  const { changes, all, groups } = shown;
  // The canvas is drawn first; a long list follows in the next render.
  const listed = useDeferredValue(groups, noGroups);
  const available = useMemo(() => new Set(changes), [changes]);
  const chosenNow = [...chosen].filter((each) => available.has(each));
  const canChoose = actions !== undefined;
  // The same for as long as it can be: with another one a long list is drawn again.
  const choice = useMemo(
    () => (canChoose ? { chosen, onChoose: setChosen } : null),
    [canChoose, chosen, setChosen],
  );
  return (
    <aside className="comparison-changes" aria-label={t('changes')}>
      <div className="hd">
        <h3 className="grow clip">{t('changes')}</h3>
        <MarkCounts groups={all} />
      </div>
      <div className="changes" ref={listRef}>
        {diff.behaviour === 'same' && diff.changes.length > 0 && <p className="note">{t('sameBehaviour')}</p>}
        {diff.changes.length === 0 && <p className="none">{props.emptyText}</p>}
        <ChangeList
          groups={listed}
          before={before}
          after={after}
          current={props.current}
          onShow={props.onShow}
          choice={choice}
        />
        {changes.length < diff.changes.length && (
          <p className="note">{t('layoutHidden', { count: diff.changes.length - changes.length })}</p>
        )}
        {groups.length < all.length && (
          <p className="note">{t('markHidden', { count: all.length - groups.length })}</p>
        )}
        {props.children}
      </div>
      {chosenNow.length > 0 && (
        <footer className="comparison-actions">{actions?.(chosenNow, () => setChosen(new Set()))}</footer>
      )}
    </aside>
  );
}

const noGroups: readonly ChangeGroup[] = [];

function MarkCounts({ groups }: { groups: readonly ChangeGroup[] }) {
  const t = useWords('comparison');
  return changeMarks.map((mark) => {
    const count = groups.filter((each) => each.mark === mark).length;
    return count === 0 ? null : (
      <Pill key={mark} tone={markTones[mark]}>
        {count} {t(`marks.${mark}`).toLowerCase()}
      </Pill>
    );
  });
}

/** The widget of a group's key; none for the flow itself. */
function selectedWidget(key: string): string[] {
  const widget: unknown = JSON.parse(key);
  return typeof widget === 'string' ? [widget] : [];
}
