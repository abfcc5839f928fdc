/** The tests of the flow that fail on what is about to be published. */

import { CircleX } from 'lucide-react';
import type { FlowDefinition } from '#flow/definition.ts';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { FailureText } from './failure-text.tsx';
import './test-run.css';
import { hasPassed } from './kept-test-results.ts';
import { useKeptTests } from './use-kept-tests.ts';

export type FailingTestsProps = {
  sid: string;
  definition: FlowDefinition;
  /** Opens the simulator at that step of a test. */
  onOpen(test: string, step: number): void;
};

export function FailingTests({ sid, definition, onOpen }: FailingTestsProps) {
  const t = useWords('simulator');
  const results = useKeptTests(sid, definition);
  if (results === null) return null;
  const failing = results.results.filter((each) => !hasPassed(each));
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
