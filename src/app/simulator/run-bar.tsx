/** What a test run waits for, floating above the canvas. */

import { Square } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';
import { newestOf, type TestRunStore } from './test-run-store.ts';
import './run-bar.css';

type RunBarProps = {
  run: TestRunStore;
  /** Called when the bar is there, with the widget at which the run is: its card may lie below the bar. */
  onShown(widget: string): void;
};

export function RunBar({ run, onShown }: RunBarProps) {
  const t = useWords('simulator');
  const newest = useStore(run, ({ moments }) => newestOf(moments));
  const current = newest?.simulation.flow.execution.widget ?? null;
  const sayShown = useEffectEvent(() => {
    if (current !== null) onShown(current);
  });
  useEffect(() => sayShown(), []);
  if (newest === null) return null;
  const { flow, missing } = newest.simulation;
  const { widget, status } = flow.execution;
  if (status === 'ended' || widget === null) {
    return (
      <p className="run-bar" data-lane="bottom" role="status">
        {t('ended')}
      </p>
    );
  }
  return (
    <div className="run-bar" data-lane="bottom">
      <span className="spin" />
      <span role="status" className="clip">
        <b>{missing?.widget ?? widget}</b> <span className="mut">{t(`waits.${waitOf(newest)}`)}</span>
      </span>
      <Button kind="ghost" icon={Square} onPress={() => void run.input({ kind: 'stop' })}>
        {t('stop')}
      </Button>
    </div>
  );
}

function waitOf({ possible, simulation }: NonNullable<ReturnType<typeof newestOf>>) {
  if (possible.answer !== null) return 'mock';
  switch (simulation.flow.execution.wait?.for) {
    case 'reply':
      return 'reply';
    case 'call':
      return 'verbs';
    case 'return':
      return 'return';
    default:
      return simulation.calls.some(({ status }) => status === 'ringing') ? 'call' : 'other';
  }
}
