/** Runs the tests that are kept with the open flow, after every edit; the store of the test run has their results. */

import { useEffect } from 'react';
import { useKeptTests } from '../simulator/use-kept-tests.ts';
import { useDesigner, useDocument } from './designer-context.tsx';

export function KeptTests() {
  const { testRun } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const copy = useDocument((state) => state.editor.shown);
  const results = useKeptTests(sid, copy);
  useEffect(() => testRun.setResults(results), [testRun, results]);
  return null;
}
