/** The problems panel: the findings of the flow, the gravest first, with quick fixes, and what is silenced. */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { lazy, useState } from 'react';
import type { Finding } from '#flow/validation/finding.ts';
import { type SilencedFinding, unsilence } from '#flow/validation/silenced.ts';
import { failingTests } from '../../simulator/kept-test-results.ts';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useFindings, useTestRun, useView } from '../designer-context.tsx';
import './problems.css';
import { timeAgoInSentence } from '../../words/time.ts';
import { ProblemLink, ProblemRow } from './problem-row.tsx';
import { SilenceDialog } from './silence-dialog.tsx';

const FailingTestRow = lazy(async () => ({
  default: (await import('./failing-test-row.tsx')).FailingTestRow,
}));

export function Problems() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { findings, errors, incomplete, silenced, at } = useFindings((state) => state);
  const isOpen = useView((state) => state.problemsOpen);
  const [silencing, setSilencing] = useState<Finding | null>(null);
  const now = useNow(10_000);
  const results = useTestRun((state) => state.results);
  const failing = failingTests(results);
  const count = findings.length + failing.length;
  if (count === 0 && silenced.length === 0 && !isOpen) return null;
  return (
    <section className="problems" aria-label={t('problems')}>
      <div className="problems-header">
        {t('problems')}
        <Count value={count} tone={errors + failing.length > 0 ? 'danger' : 'neutral'} />
        <span className="mut clip">
          {findings.length === 0
            ? failing.length === 0 && t('noProblems')
            : errors > 0
              ? t('blocking', { count: errors })
              : incomplete > 0
                ? t('asksFirst', { count: incomplete })
                : t('warningsOnly')}
        </span>
        <span className="end mut nowrap">{t('checked', { when: timeAgoInSentence(at, now) })}</span>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'collapseProblems' : 'expandProblems')}
          onPress={() => view.setState({ problemsOpen: !isOpen })}
        />
      </div>
      {isOpen && count + silenced.length > 0 && (
        <ul>
          {findings.map((finding, index) => (
            <ProblemRow
              key={`${finding.property_path} ${finding.code} ${finding.message}`}
              finding={finding}
              n={index + 1}
              onSilence={setSilencing}
            />
          ))}
          {failing.map((test) => (
            <LatePart key={test.sid}>
              <FailingTestRow test={test} />
            </LatePart>
          ))}
          {silenced.length > 0 && <Silenced silenced={silenced} />}
        </ul>
      )}
      {silencing !== null && <SilenceDialog finding={silencing} onClose={() => setSilencing(null)} />}
    </section>
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
