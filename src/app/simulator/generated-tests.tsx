/** Proposed tests: found by a search from the definition, each kept or dropped by the author. */

import { Check, FlaskConical, X } from 'lucide-react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { TestProposal } from '#simulator/generate/proposals.ts';
import { useKeepFlowTest } from '../client/flow-tests.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useWords } from '../words/use-words.ts';
import type { KeptTestResults } from './kept-test-results.ts';
import { useGeneratedTests } from './use-generated-tests.ts';

export type GeneratedTestsProps = {
  /** The flow on the server. */
  sid: string;
  definition: FlowDefinition;
  results: KeptTestResults | null;
  /** Opens a test in the simulator. */
  onOpen(yaml: string): void;
};

export function GeneratedTests({ sid, definition, results, onOpen }: GeneratedTestsProps) {
  const t = useWords('simulator');
  const { state, search, clear, drop } = useGeneratedTests();
  const keep = useKeepFlowTest(sid);
  const start = () =>
    search({
      definition,
      covered: (results?.outlets ?? []).flatMap(({ tests, transition }) =>
        tests.length > 0 ? [transition] : [],
      ),
      names: (results?.results ?? []).map(({ name }) => name),
    });
  /** False when it was refused, which is shown below the list. */
  const keepOne = ({ name, yaml }: TestProposal): Promise<boolean> =>
    keep.mutateAsync({ Name: name, Test: yaml }).then(
      () => {
        drop(name);
        return true;
      },
      () => false,
    );
  const keepAll = async (proposals: readonly TestProposal[]) => {
    for (const each of proposals) if (!(await keepOne(each))) return;
  };
  if (state.status !== 'found') {
    return (
      <>
        <Button icon={FlaskConical} onPress={start} isBusy={state.status === 'searching'}>
          {t('generate.start')}
        </Button>
        {state.status === 'searching' && (
          <p className="mut" role="status">
            {t('generate.searching')}{' '}
            <button type="button" className="link" onClick={clear}>
              {t('generate.cancel')}
            </button>
          </p>
        )}
        {state.status === 'failed' && (
          <p className="test-run-failure" role="alert">
            {t('generate.failed')}
          </p>
        )}
      </>
    );
  }
  const { proposals } = state;
  return (
    <section className="proposals" aria-label={t('generate.title')}>
      <p role="status">{t('generate.found', { count: proposals.length })}</p>
      <ul>
        {proposals.map((each) => (
          <li key={each.name}>
            <span className="grow">
              <button
                type="button"
                className="link"
                aria-label={t('tests.open', { name: each.name })}
                onClick={() => onOpen(each.yaml)}
              >
                {each.name}
              </button>
              <span className="test-failure">
                {t('generate.adds', {
                  count: each.adds.length,
                  branches: each.adds.map(({ widget, label }) => `${widget}: ${label}`).join(', '),
                })}
              </span>
            </span>
            <IconButton
              icon={Check}
              label={t('generate.keep', { name: each.name })}
              isDisabled={keep.isPending}
              onPress={() => void keepOne(each)}
            />
            <IconButton
              icon={X}
              label={t('generate.drop', { name: each.name })}
              isDisabled={keep.isPending}
              onPress={() => drop(each.name)}
            />
          </li>
        ))}
      </ul>
      <div className="proposal-buttons">
        {proposals.length > 1 && (
          <Button isBusy={keep.isPending} onPress={() => void keepAll(proposals)}>
            {t('generate.keepAll', { count: proposals.length })}
          </Button>
        )}
        <Button kind="ghost" onPress={clear}>
          {t(proposals.length === 0 ? 'generate.close' : 'generate.dropAll')}
        </Button>
      </div>
      {keep.error && (
        <p className="test-run-failure" role="alert">
          {t('tests.keepFailed', { message: keep.error.message })}
        </p>
      )}
    </section>
  );
}
