/** The problems panel: the findings of the flow. Each row is a link to the widget, tab and field of its problem. */

import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { tabOf } from '../../inspector/focus-control.ts';
import { Count } from '../../ui/count.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { shortcutKeys } from '../commands/command-table.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import './problems.css';
import { problemPlace } from './problem-place.ts';
import { relativeTime } from './relative-time.ts';
import { WidgetChip } from './widget-chip.tsx';

export function Problems() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { findings, errors, at } = useFindings((state) => state);
  const isOpen = useView((state) => state.problemsOpen);
  const now = useNow(10_000);
  if (findings.length === 0 && !isOpen) return null;
  return (
    <section className="problems" aria-label={t('problems')}>
      <div className="problems-header">
        {t('problems')}
        <Count value={findings.length} tone={errors > 0 ? 'danger' : 'neutral'} />
        <span className="mut clip">
          {findings.length === 0
            ? t('noProblems')
            : errors > 0
              ? t('blocking', { count: errors })
              : t('warningsOnly')}
        </span>
        <span className="end mut nowrap">{t('checked', { when: relativeTime(at, now) })}</span>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'collapseProblems' : 'expandProblems')}
          onPress={() => view.setState({ problemsOpen: !isOpen })}
        />
      </div>
      {isOpen && findings.length > 0 && (
        <ul>
          {findings.map((finding, index) => (
            <Row
              key={`${finding.property_path} ${finding.code} ${finding.message}`}
              finding={finding}
              n={index + 1}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ finding, n }: { finding: Finding; n: number }) {
  const t = useWords('designer');
  const [showsDetails, setShowsDetails] = useState(false);
  return (
    <li className="problem">
      <div className="problem-row">
        <ProblemLink finding={finding} />
        <IconButton
          icon={Info}
          label={t('detailsOf', { n })}
          isOn={showsDetails}
          onPress={() => setShowsDetails(!showsDetails)}
        />
      </div>
      {showsDetails && (
        <dl className="problem-details">
          <dt>{t('jsonPath')}</dt>
          <dd className="mono">{finding.property_path}</dd>
          <dt>{t('rule')}</dt>
          <dd className="mono">{finding.code}</dd>
        </dl>
      )}
    </li>
  );
}

function ProblemLink({ finding }: { finding: Finding }) {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const isCurrent = useView((state) => state.problem === finding.property_path);
  const { widget, field } = problemPlace(definition, finding);
  const isError = finding.severity === 'error';
  const tab = tabOf(finding.property_path);
  return (
    <Link
      to="."
      search={{
        ...(widget !== null && { widget: widget.id }),
        ...(tab !== 'config' && { tab }),
        problem: finding.property_path,
      }}
      className={isCurrent ? 'problem-link on' : 'problem-link'}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        commands.showFinding(finding);
      }}
    >
      <span className={isError ? 'severity error' : 'severity warning'}>
        <Icon of={isError ? CircleAlert : TriangleAlert} />
        <span className="vh">{t(isError ? 'error' : 'warning')}</span>
      </span>
      <span className="clip" title={finding.message}>
        {finding.message}
      </span>
      <span className="problem-widget clip">
        {widget === null ? (
          t('wholeFlow')
        ) : (
          <>
            <WidgetChip type={widget.type} />
            <span className="clip">{widget.id}</span>
          </>
        )}
      </span>
      <span className="problem-field clip">{field}</span>
      {isCurrent && <Kbd keys={shortcutKeys('nextProblem')} />}
    </Link>
  );
}
