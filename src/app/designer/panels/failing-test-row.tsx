/** A row of the problems panel: a kept test that fails. */

import { CircleX } from 'lucide-react';
import { failureSentence, mainFailure } from '../../simulator/failure-sentence.ts';
import type { KeptTestResult } from '../../simulator/kept-test-results.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import { selectWidgets } from '../view-store.ts';
import './problems.css';

/** A kept test that fails: it leads to the widget at which it does. */
export function FailingTestRow({ test }: { test: KeptTestResult }) {
  const t = useWords('simulator');
  const { view } = useDesigner();
  const failure = mainFailure(test);
  const widget = failure?.widget ?? null;
  const text = `${test.name}: ${failure === null ? (test.error ?? '') : failureSentence(failure)}`;
  return (
    <li className="problem">
      <div className="problem-row">
        <button
          type="button"
          className="problem-link"
          onClick={() => {
            if (widget === null) return;
            selectWidgets(view, new Set([widget]));
            view.setState({ reveal: [widget] });
          }}
        >
          <span className="severity error">
            <Icon of={CircleX} size={16} />
            <span className="vh">{t('tests.failed')}</span>
          </span>
          <span className="problem-text" title={text}>
            {text}
          </span>
          <span className="problem-widget">{widget}</span>
        </button>
      </div>
    </li>
  );
}
