/** The problems of the flow. Each row is a link to its place: widget, tab, and the caret into the field. */

import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleAlert, TriangleAlert } from 'lucide-react';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { type Finding, stateIndex } from '#flow/validation/finding.ts';
import { tabOf } from '../../inspector/focus-control.ts';
import { Count } from '../../ui/count.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { keysOf } from '../commands/shortcuts.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { when } from './relative-time.ts';
import { WidgetChip } from './widget-chip.tsx';

export function Problems() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { findings, errors, at } = useFindings((state) => state);
  const isOpen = useView((state) => state.problemsOpen);
  const now = useNow(10_000);
  if (findings.length === 0 && !isOpen) return null;
  return (
    <section className="drawer" aria-label={t('problems')}>
      <div className="dh">
        {t('problems')}
        <Count value={findings.length} tone={errors > 0 ? 'danger' : 'neutral'} />
        <span className="mut clip">
          {findings.length === 0
            ? t('noProblems')
            : errors > 0
              ? t('blocking', { count: errors })
              : t('warningsOnly')}
        </span>
        <span className="end mut nowrap">{t('checked', { when: when(at, now) })}</span>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'fold' : 'unfold')}
          onPress={() => view.setState({ problemsOpen: !isOpen })}
        />
      </div>
      {isOpen && findings.length > 0 && <Rows findings={findings} />}
    </section>
  );
}

function Rows({ findings }: { findings: readonly Finding[] }) {
  const definition = useDocument((state) => state.history.present.definition);
  const problem = useView((state) => state.problem);
  const ids = widgetIds(definition);
  return (
    <ul className="prs">
      {findings.map((finding) => (
        <Row
          key={`${finding.property_path} ${finding.code} ${finding.message}`}
          finding={finding}
          definition={definition}
          ids={ids}
          isOn={finding.property_path === problem}
        />
      ))}
    </ul>
  );
}

type RowProps = { finding: Finding; definition: FlowDefinition; ids: string[]; isOn: boolean };

function Row({ finding, definition, ids, isOn }: RowProps) {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const index = stateIndex(finding);
  const id = index === null ? undefined : ids[index];
  const isError = finding.severity === 'error';
  const tab = tabOf(finding.property_path);
  return (
    <li>
      <Link
        to="."
        search={{
          ...(id !== undefined && { widget: id }),
          ...(tab !== 'config' && { tab }),
          problem: finding.property_path,
        }}
        className={isOn ? 'pr on' : 'pr'}
        aria-current={isOn ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          commands.showFinding(finding);
        }}
      >
        <span className={isError ? 'sev bad' : 'sev doubt'}>
          <Icon of={isError ? CircleAlert : TriangleAlert} />
          <span className="vh">{t(isError ? 'error' : 'warning')}</span>
        </span>
        <span className="clip">{finding.message}</span>
        <span className="at clip">
          {index === null ? (
            t('wholeFlow')
          ) : (
            <>
              <WidgetChip type={definition.states[index]?.type} />
              <span className="clip">{id}</span>
            </>
          )}
        </span>
        <span className="mono clip">{finding.property_path}</span>
        {isOn && <Kbd keys={keysOf('nextProblem')} />}
      </Link>
    </li>
  );
}
