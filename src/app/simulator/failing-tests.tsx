/** The tests of the flow that fail on what is about to be published. */

import { CircleX } from 'lucide-react';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { FailureText } from './failure-text.tsx';
import './test-run.css';
import { failingTests, type KeptTestResults } from './kept-test-results.ts';

export type FailingTestsProps = {
  results: KeptTestResults | null;
  /** Opens the simulator at that step of a test. */
  onOpen(test: string, step: number): void;
};

export function FailingTests({ results, onOpen }: FailingTestsProps) {
  const t = useWords('simulator');
  if (results === null) return null;
  const failing = failingTests(results);
  return (
    <section className="kept-tests" aria-label={t('tests.title')}>
      <h3>{t('tests.title')}</h3>
      <p role="status">
        {t('tests.summary', {
          passed: results.results.length - failing.length,
          count: results.results.length,
        })}
      </p>
      <ul>
        {failing.map((each) => (
          <li key={each.sid} data-failed>
            <Icon of={CircleX} size={14} />
            <span className="grow">
              <span>{each.name}</span> <FailureText result={each} onOpen={(step) => onOpen(each.sid, step)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
