/** A replay of past executions that the author starts; it ends when another definition is shown. */

import { useEffect, useRef, useState } from 'react';
import {
  noCounts,
  type ReplayCounts,
  type ReplayedFlow,
  replayPastExecutions,
} from './replay-past-executions.ts';

/** `error` is null unless it failed. */
export type ReplayState = {
  phase: 'idle' | 'running' | 'stopped' | 'done' | 'failed';
  counts: ReplayCounts;
  error: Error | null;
};

const idle: ReplayState = { phase: 'idle', counts: noCounts, error: null };

export function useReplay({ sid, before, after }: ReplayedFlow) {
  const [state, setState] = useState<ReplayState>(idle);
  const running = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are those of these definitions
  useEffect(() => {
    setState(idle);
    return () => running.current?.abort();
  }, [sid, before, after]);

  const start = async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...idle, phase: 'running' });
    const { signal } = controller;
    const report = (counts: ReplayCounts) => setState({ phase: 'running', counts, error: null });
    try {
      await replayPastExecutions({ sid, before, after }, report, signal);
      setState((now) => ({ ...now, phase: 'done' }));
    } catch (failure) {
      if (signal.aborted) return;
      const error = failure instanceof Error ? failure : new Error(String(failure));
      setState((now) => ({ ...now, phase: 'failed', error }));
    }
  };
  const stop = () => {
    running.current?.abort();
    setState((now) => ({ ...now, phase: 'stopped' }));
  };
  return { ...state, start: () => void start(), stop };
}
