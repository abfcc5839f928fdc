/** The problems panel: the findings of the flow by widget, with quick fixes, and what is silenced. */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { type SilencedFinding, unsilence } from '#flow/validation/silenced.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import './problems.css';
import { groupByWidget, type ProblemGroup } from './problem-groups.ts';
import { ProblemLink, ProblemRow } from './problem-row.tsx';
import { relativeTime } from './relative-time.ts';
import { SilenceDialog } from './silence-dialog.tsx';
import { WidgetChip } from './widget-chip.tsx';

export function Problems() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { findings, errors, silenced, at } = useFindings((state) => state);
  const definition = useDocument((state) => state.history.present.definition);
  const isOpen = useView((state) => state.problemsOpen);
  const [silencing, setSilencing] = useState<Finding | null>(null);
  const now = useNow(10_000);
  if (findings.length === 0 && silenced.length === 0 && !isOpen) return null;
  const numbers = new Map(findings.map((finding, index) => [finding, index + 1]));
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
      {isOpen && findings.length + silenced.length > 0 && (
        <ul>
          {groupByWidget(definition, findings).map((group) => (
            <li key={group.widget?.id ?? ''}>
              <GroupHeader {...group} />
              <ul aria-label={group.widget?.id ?? t('wholeFlow')}>
                {group.findings.map((finding) => (
                  <ProblemRow
                    key={`${finding.property_path} ${finding.code} ${finding.message}`}
                    finding={finding}
                    n={numbers.get(finding) ?? 1}
                    onSilence={setSilencing}
                  />
                ))}
              </ul>
            </li>
          ))}
          {silenced.length > 0 && <Silenced silenced={silenced} />}
        </ul>
      )}
      {silencing !== null && <SilenceDialog finding={silencing} onClose={() => setSilencing(null)} />}
    </section>
  );
}

function GroupHeader({ widget, findings }: ProblemGroup<Finding>) {
  const t = useWords('designer');
  return (
    <div className="problem-group">
      {widget === null ? (
        t('wholeFlow')
      ) : (
        <>
          <WidgetChip type={widget.type} />
          <span className="clip">{widget.id}</span>
        </>
      )}
      <Count value={findings.length} />
    </div>
  );
}

function Silenced({ silenced }: { silenced: readonly SilencedFinding[] }) {
  const t = useWords('designer');
  const { document, findings } = useDesigner();
  return (
    <li>
      <div className="problem-group">
        {t('silenced')}
        <Count value={silenced.length} />
      </div>
      <ul aria-label={t('silenced')}>
        {silenced.map((finding) => (
          <li className="problem" key={`${finding.property_path} ${finding.code} ${finding.message}`}>
            <div className="problem-row">
              <ProblemLink finding={finding} />
              <span className="problem-reason clip" title={finding.reason}>
                {finding.widget === '' ? '' : `${finding.widget}: `}
                {finding.reason}
              </span>
              <Button
                kind="ghost"
                onPress={() => {
                  document.apply(
                    { name: 'unsilence', rule: finding.rule, widget: finding.widget },
                    (definition) => unsilence(definition, finding.widget, finding.rule),
                  );
                  findings.check();
                }}
              >
                {t('unsilence')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </li>
  );
}
