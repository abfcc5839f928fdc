/** Which transitions the tests of a flow take: drawn on the canvas, and as a list. */

import { CircleCheck, CircleDashed } from 'lucide-react';
import { useStore } from 'zustand';
import { Switch } from '../ui/forms/switch.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import type { OutletCoverage } from './kept-test-results.ts';
import type { TestRunStore } from './test-run-store.ts';

export type CoverageSectionProps = {
  run: TestRunStore;
  outlets: readonly OutletCoverage[];
  onShow(widget: string): void;
};

export function CoverageSection({ run, outlets, onShow }: CoverageSectionProps) {
  const t = useWords('simulator');
  const isShown = useStore(run, (state) => state.showsCoverage);
  const covered = outlets.filter(({ tests }) => tests.length > 0).length;
  return (
    <>
      <Switch
        label={t('coverage.show')}
        help={t('tests.coverage', { covered, transitions: outlets.length })}
        isOn={isShown}
        onChange={run.showCoverage}
      />
      <details>
        <summary>{t('coverage.list')}</summary>
        <ul>
          {outlets
            .toSorted((a, b) => Number(a.tests.length > 0) - Number(b.tests.length > 0))
            .map(({ widget, outlet, label, tests }) => (
              <li key={`${widget} ${outlet}`} data-uncovered={tests.length === 0 || undefined}>
                <Icon of={tests.length === 0 ? CircleDashed : CircleCheck} size={14} />
                <span className="grow">
                  <button type="button" className="link" onClick={() => onShow(widget)}>
                    {`${widget}: ${label}`}
                  </button>
                  <span className="test-failure">
                    {tests.length === 0 ? t('coverage.not') : t('coverage.by', { tests: tests.join(', ') })}
                  </span>
                </span>
              </li>
            ))}
        </ul>
      </details>
    </>
  );
}
