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
  if (state.status !== 'found') return <Search status={state.status} onStart={start} onCancel={clear} />;
  const { proposals } = state;
  return (
    <section className="proposals" aria-label={t('generate.title')}>
      <p role="status">{t('generate.found', { count: proposals.length })}</p>
      <ul>
        {proposals.map((each) => (
          <Proposal
            key={each.name}
            proposal={each}
            isBusy={keep.isPending}
            onOpen={onOpen}
            onKeep={() => void keepOne(each)}
            onDrop={() => drop(each.name)}
          />
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

type SearchProps = { status: 'none' | 'searching' | 'failed'; onStart(): void; onCancel(): void };

function Search({ status, onStart, onCancel }: SearchProps) {
  const t = useWords('simulator');
  return (
    <>
      <Button icon={FlaskConical} onPress={onStart} isBusy={status === 'searching'}>
        {t('generate.start')}
      </Button>
      {status === 'searching' && (
        <p className="mut" role="status">
          {t('generate.searching')}{' '}
          <button type="button" className="link" onClick={onCancel}>
            {t('generate.cancel')}
          </button>
        </p>
      )}
      {status === 'failed' && (
        <p className="test-run-failure" role="alert">
          {t('generate.failed')}
        </p>
      )}
    </>
  );
}

type ProposalProps = {
  proposal: TestProposal;
  isBusy: boolean;
  onOpen(yaml: string): void;
  onKeep(): void;
  onDrop(): void;
};

function Proposal({ proposal: { name, yaml, adds }, isBusy, onOpen, onKeep, onDrop }: ProposalProps) {
  const t = useWords('simulator');
  return (
    <li>
      <span className="grow">
        <button
          type="button"
          className="link"
          aria-label={t('tests.open', { name })}
          onClick={() => onOpen(yaml)}
        >
          {name}
        </button>
        <span className="test-failure">
          {t('generate.adds', {
            count: adds.length,
            branches: adds.map(({ widget, label }) => `${widget}: ${label}`).join(', '),
          })}
        </span>
      </span>
      <IconButton icon={Check} label={t('generate.keep', { name })} isDisabled={isBusy} onPress={onKeep} />
      <IconButton icon={X} label={t('generate.drop', { name })} isDisabled={isBusy} onPress={onDrop} />
    </li>
  );
}
