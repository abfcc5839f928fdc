/** Searches for tests in a worker. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { TestProposal } from '#simulator/generate/proposals.ts';
import type { GenerateRequest, GenerateResponse } from './generate-tests-worker.ts';
import GenerateTestsWorker from './generate-tests-worker.ts?worker';

/** A search that takes longer is ended. In ms. */
const limitMs = 60_000;

/** `proposals` are those that the author has neither kept nor dropped. */
export type GeneratedTestsState =
  | { status: 'none' | 'searching' | 'failed' }
  | { status: 'found'; proposals: readonly TestProposal[] };

export type GeneratedTests = {
  state: GeneratedTestsState;
  search(request: GenerateRequest): void;
  /** Ends the search, or clears the list. */
  clear(): void;
  /** Takes one out of the list. */
  drop(name: string): void;
};

export function useGeneratedTests(): GeneratedTests {
  const [state, setState] = useState<GeneratedTestsState>({ status: 'none' });
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);
  const search = useCallback((request: GenerateRequest) => {
    end.current();
    const worker = new GenerateTestsWorker();
    const limit = setTimeout(() => fail(), limitMs);
    end.current = () => {
      clearTimeout(limit);
      worker.terminate();
    };
    const fail = () => {
      end.current();
      setState({ status: 'failed' });
    };
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<GenerateResponse>) => {
      end.current();
      setState({ status: 'found', proposals: data.proposals });
    });
    setState({ status: 'searching' });
    worker.postMessage(request);
  }, []);
  const clear = useCallback(() => {
    end.current();
    setState({ status: 'none' });
  }, []);
  const drop = useCallback(
    (name: string) =>
      setState((now) =>
        now.status === 'found'
          ? { ...now, proposals: now.proposals.filter((each) => each.name !== name) }
          : now,
      ),
    [],
  );
  return { state, search, clear, drop };
}
