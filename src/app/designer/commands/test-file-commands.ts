/** Exports a flow with its kept tests, and keeps those of an imported file. */

import { exportFileName } from '#flow/import-export/export-definition.ts';
import { type ExportedTest, exportWithTests } from '#flow/import-export/flow-with-tests.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { wordsOf } from '../../words/use-words.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { createNotifier } from './notifier.ts';

/** The tests of a flow on the server. */
export type TestApi = {
  /** @throws RequestError */
  listTests(flow: string): Promise<ExportedTest[]>;
  /** In the place of one with the same name. @throws RequestError */
  keepTest(flow: string, test: ExportedTest): Promise<void>;
};

export function testFileCommands({ document, view }: OpenFlow, { listTests, keepTest }: TestApi) {
  const t = wordsOf('designer');
  const { notifyFailure } = createNotifier(view);
  const sid = () => document.getState().base?.flow.sid ?? null;
  return {
    async exportWithTests() {
      const flow = sid();
      const { name, definition } = document.getState().history.present;
      try {
        const tests = flow === null ? [] : await listTests(flow);
        downloadFile(exportFileName(name), exportWithTests(name, definition, tests));
      } catch (failure) {
        notifyFailure(t('testsNotExported', { reason: reasonOf(failure) }));
      }
    },
    /** Keeps the tests; a sentence on what became of them. */
    async keepImportedTests(tests: readonly ExportedTest[]): Promise<string> {
      const flow = sid();
      if (flow === null) return t('testsNeedFlow', { count: tests.length });
      let kept = 0;
      try {
        for (const test of tests) {
          await keepTest(flow, test);
          kept += 1;
        }
        return t('testsImported', { count: kept });
      } catch (failure) {
        const name = tests[kept]?.name ?? '';
        return t('testNotImported', { count: kept, name, reason: reasonOf(failure) });
      }
    },
  };
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : '';
}
