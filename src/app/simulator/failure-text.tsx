/** Where a test of the flow failed, with what it expected and what happened. */

import { useWords } from '../words/use-words.ts';
import { failureSentence, mainFailure } from './failure-sentence.ts';
import type { KeptTestResult } from './kept-test-results.ts';

export type FailureTextProps = {
  result: KeptTestResult;
  onShow?(widget: string): void;
  /** Opens the simulator at that step of the test. */
  onOpen?(step: number): void;
};

export function FailureText({ result, onShow, onOpen }: FailureTextProps) {
  const t = useWords('simulator');
  if (result.error !== null) return <span className="test-failure">{result.error}</span>;
  const failure = mainFailure(result);
  if (failure === null) return null;
  const { step } = failure;
  const widget = failure.card ?? failure.widget;
  return (
    <span className="test-failure">
      {widget !== null && onShow !== undefined && (
        <button type="button" className="link" onClick={() => onShow(widget)}>
          {widget}
        </button>
      )}
      {widget !== null && onShow === undefined && <b>{widget}</b>} {failureSentence(failure)}{' '}
      {onOpen !== undefined && (
        <button
          type="button"
          className="link"
          aria-label={t('tests.openThereOf', { name: result.name, step })}
          onClick={() => onOpen(step)}
        >
          {t('tests.openThere')}
        </button>
      )}
    </span>
  );
}
