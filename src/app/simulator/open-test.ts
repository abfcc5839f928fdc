/** Opens tests in the simulator: from their YAML, or from what an address names. */

import type { QueryClient } from '@tanstack/react-query';
import { fetchFlowTest } from '../client/flow-tests.ts';
import { toast } from '../ui/overlays/toast.ts';
import { wordsOf } from '../words/use-words.ts';
import { fetchRecordedTest } from './recorded-execution.ts';
import { readScriptLink, readTestLink } from './test-link.ts';
import type { TestRunStore } from './test-run-store.ts';

/** Runs the test up to its step number `until`, all of it where that is left out. A text that is no test is refused. */
export async function openTestText(run: TestRunStore, yaml: string, until?: number): Promise<void> {
  const { parseFlowTest } = await import('#simulator/flow-test/parse.ts');
  const parsed = parseFlowTest(yaml);
  if (parsed.ok) return run.open(parsed.test, until);
  const [{ line, message } = { line: 1, message: '' }] = parsed.errors;
  return run.fail(wordsOf('simulator')('link.noTest', { line, message }));
}

/** What the address asks for: `link` is its `test`, `until` its `step`; `sid` is the flow, null for a local draft. */
export type AddressedTest = { link: string; until: number | undefined; sid: string | null };

/** Opens what the address names in the simulator, or says there why it cannot be opened. */
export async function openTestLink(
  run: TestRunStore,
  cache: QueryClient,
  { link, until, sid }: AddressedTest,
): Promise<void> {
  const t = wordsOf('simulator');
  const target = readTestLink(link);
  if (target === null) return run.fail(t('link.damaged'));
  if (target.kind === 'script') {
    const yaml = await readScriptLink(target.packed);
    return yaml === null ? run.fail(t('link.damaged')) : openTestText(run, yaml, until);
  }
  if (sid === null) return run.fail(t('link.local'));
  try {
    if (target.kind === 'test')
      return await openTestText(run, (await fetchFlowTest(cache, sid, target.sid)).test, until);
    const recorded = await fetchRecordedTest(cache, sid, target.sid);
    if (!recorded.ok) return run.fail(t(`link.${recorded.reason}`));
    if (recorded.divergedAt !== null) toast({ message: t('link.diverged', { widget: recorded.divergedAt }) });
    return await run.open(recorded.test, until);
  } catch (failure) {
    return run.fail(t('link.failed', { message: failure instanceof Error ? failure.message : '' }));
  }
}
