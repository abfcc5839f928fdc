/** The tests of the open flow, run again after every edit. */

import { useEffect, useState } from 'react';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import { useFlowTests } from '../client/flow-tests.ts';
import { useMay } from '../client/people/session.ts';
import type { KeptTestResults } from './kept-test-results.ts';
import type { KeptTestsRequest } from './kept-tests-worker.ts';
import KeptTestsWorker from './kept-tests-worker.ts?worker';

/** After the last edit, in ms. */
const debounceMs = 400;
/** A run that takes longer is ended, and its results stay those of before. In ms. */
const limitMs = 20_000;

/** Null while there are no tests, or none has run yet. */
export function useKeptTests(sid: string | null, copy: WorkingCopy): KeptTestResults | null {
  // A test holds what a contact wrote; masked it is none that could run.
  const seesAll = useMay('contacts.unmasked');
  const { data: tests } = useFlowTests(seesAll ? sid : null);
  const [results, setResults] = useState<KeptTestResults | null>(null);
  useEffect(() => {
    if (tests === undefined || tests.length === 0) {
      setResults(null);
      return;
    }
    let worker: Worker | undefined;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const start = setTimeout(() => {
      worker = new KeptTestsWorker();
      limit = setTimeout(() => worker?.terminate(), limitMs);
      worker.addEventListener('message', ({ data }: MessageEvent<{ results: KeptTestResults }>) => {
        clearTimeout(limit);
        worker?.terminate();
        setResults(data.results);
      });
      const request: KeptTestsRequest = {
        copy,
        tests: tests.map(({ sid, name, test, widgets }) => ({ sid, name, content: test, widgets })),
      };
      worker.postMessage(request);
    }, debounceMs);
    return () => {
      clearTimeout(start);
      clearTimeout(limit);
      worker?.terminate();
    };
  }, [tests, copy]);
  return results;
}
