/** The tests that are kept with the flow: keeping the present run as one, and whether each passes. */

import { CircleCheck, CircleX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { useDeleteFlowTest, useFlowTests, useKeepFlowTest } from '../client/flow-tests.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { CoverageSection } from './coverage-section.tsx';
import { FailureText } from './failure-text.tsx';
import { GeneratedTests } from './generated-tests.tsx';
import { hasPassed, type KeptTestResults } from './kept-test-results.ts';
import { openTestText } from './open-test.ts';
import type { TestRunStore } from './test-run-store.ts';

export type KeptTestsSectionProps = {
  run: TestRunStore;
  /** The flow on the server. */
  sid: string;
  definition: FlowDefinition;
  results: KeptTestResults | null;
  /** There is a run that can be kept. */
  canKeep: boolean;
  onShow(widget: string): void;
};

export function KeptTestsSection(props: KeptTestsSectionProps) {
  const { run, sid, definition, results, canKeep, onShow } = props;
  const t = useWords('simulator');
  const remove = useDeleteFlowTest(sid);
  const seesAll = useMay('contacts.unmasked');
  const authors = new Map(useFlowTests(sid).data?.map((test) => [test.sid, test.author_name]));
  const open = (test: string, until?: number) => {
    const kept = results?.results.find((each) => each.sid === test);
    if (kept !== undefined) void openTestText(run, kept.content, until);
  };
  return (
    <section className="kept-tests" aria-label={t('tests.title')}>
      <h3>{t('tests.title')}</h3>
      {canKeep && <KeepForm run={run} sid={sid} />}
      {results === null ? (
        !canKeep && <p className="mut">{t(seesAll ? 'tests.none' : 'tests.masked')}</p>
      ) : (
        <>
          <p className="mut" role="status">
            {t('tests.summary', {
              passed: results.results.filter(hasPassed).length,
              count: results.results.length,
            })}
          </p>
          <ul>
            {results.results.map((each) => (
              <li key={each.sid} data-failed={!hasPassed(each) || undefined}>
                <Icon of={hasPassed(each) ? CircleCheck : CircleX} size={14} />
                <span className="grow">
                  <button
                    type="button"
                    className="link"
                    aria-label={t('tests.open', { name: each.name })}
                    onClick={() => open(each.sid)}
                  >
                    {each.name}
                  </button>{' '}
                  <span className="vh">{t(hasPassed(each) ? 'tests.passed' : 'tests.failed')}</span>
                  {authors.get(each.sid) && (
                    <small className="mut">{t('tests.by', { name: authors.get(each.sid) ?? '' })}</small>
                  )}
                  <FailureText result={each} onShow={onShow} onOpen={(step) => open(each.sid, step)} />
                </span>
                <IconButton
                  icon={Trash2}
                  label={t('tests.delete', { name: each.name })}
                  isDisabled={remove.isPending}
                  onPress={() => remove.mutate(each.sid)}
                />
              </li>
            ))}
          </ul>
          <CoverageSection run={run} outlets={results.outlets} onShow={onShow} />
        </>
      )}
      <GeneratedTests
        sid={sid}
        definition={definition}
        results={results}
        onOpen={(yaml) => void openTestText(run, yaml)}
      />
      {remove.error && (
        <p className="test-run-failure" role="alert">
          {t('tests.deleteFailed', { message: remove.error.message })}
        </p>
      )}
    </section>
  );
}

function KeepForm({ run, sid }: { run: TestRunStore; sid: string }) {
  const t = useWords('simulator');
  const keep = useKeepFlowTest(sid);
  const [name, setName] = useState('');
  const submit = async () => {
    if (name.trim() === '') return;
    const test = await run.written();
    if (test === null) return;
    keep.mutate({ Name: name.trim(), Test: test }, { onSuccess: () => setName('') });
  };
  return (
    <form
      className="keep-test"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('tests.name')}
        help={t('tests.nameHelp')}
        value={name}
        onChange={setName}
        maxLength={100}
        error={keep.error === null ? undefined : t('tests.keepFailed', { message: keep.error.message })}
      />
      <Button type="submit" isBusy={keep.isPending} isDisabled={name.trim() === ''}>
        {t('tests.keep')}
      </Button>
    </form>
  );
}
