/** The problems panel: how many the flow has, and the list of them. */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { failingTests } from '../../../simulator/kept-test-results.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Count } from '../../../ui/marks/count.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { LatePart } from '../../../ui/states/late-part.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner, useFindings, useTestRun, useView } from '../../designer-context.tsx';
import './problems.css';
import { timeAgoInSentence } from '../../../words/date-time.ts';
import { ProblemList } from '../late-panels.ts';

export function Problems() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const { findings, errors, incomplete, silenced, at } = useFindings((state) => state);
  const isOpen = useView((state) => state.problemsOpen);
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
        <LatePart>
          <ProblemList failing={failing} />
        </LatePart>
      )}
    </section>
  );
}
