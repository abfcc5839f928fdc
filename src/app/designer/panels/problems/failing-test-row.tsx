/** A row of the problems panel: a kept test that fails. */

import { useQueryClient } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { failureSentence, mainFailure } from '../../../simulator/failure-sentence.ts';
import type { KeptTestResult } from '../../../simulator/kept-test-results.ts';
import { openTestLink } from '../../../simulator/open-test.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDesigner, useDocument } from '../../designer-context.tsx';
import { selectWidgets } from '../../view-store.ts';
import { WidgetChip } from '../widget-chip.tsx';
import './problems.css';
import { asTyped } from '../../../ui/as-typed.ts';

/** It leads to the widget that does something else than the test expects; without one, to the step of the test. */
export function FailingTestRow({ test }: { test: KeptTestResult }) {
  const t = useWords('simulator');
  const designer = useWords('designer');
  const { view, testRun } = useDesigner();
  const cache = useQueryClient();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const states = useDocument((state) => state.history.present.definition.states);
  const failure = mainFailure(test);
  const widget = states.find(({ name }) => name === (failure?.card ?? failure?.widget ?? ''));
  const text = `${test.name}: ${failure === null ? (test.error ?? '') : failureSentence(failure)}`;
  const show = () => {
    if (widget?.name !== undefined) {
      selectWidgets(view, new Set([widget.name]));
      view.setState({ reveal: [widget.name] });
    } else if (sid !== null) {
      void openTestLink(testRun, cache, { link: test.sid, until: failure?.step ?? 0, sid });
    }
  };
  return (
    <li className="problem">
      <div className="problem-row">
        <button type="button" className="problem-link" onClick={show}>
          <span className="severity error">
            <Icon of={CircleX} size={16} />
            <span className="vh">{t('tests.failed')}</span>
          </span>
          <span className="problem-text" title={text}>
            {text}
          </span>
          <span className="problem-widget">
            {widget === undefined ? (
              designer('wholeFlow')
            ) : (
              <>
                <WidgetChip type={widget.type} />
                <span className="clip" {...asTyped}>
                  {widget.name}
                </span>
              </>
            )}
          </span>
        </button>
        <span className="problem-no-fix clip">{designer('noFix.test')}</span>
      </div>
    </li>
  );
}
