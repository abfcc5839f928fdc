/** What a test run starts from: addresses, parameters, and the widget at which it begins. */

import { Phone } from 'lucide-react';
import { useStore } from 'zustand';
import type { FlowDefinition } from '#flow/definition.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import type { TestRunStore } from './test-run-store.ts';

/** The option of the trigger; names of widgets begin with a letter. */
const atTrigger = '.';

export function SetupForm({ run, definition }: { run: TestRunStore; definition: FlowDefinition }) {
  const t = useWords('simulator');
  const { mode, setup, failure } = useStore(run);
  const names = definition.states.flatMap(({ name, type }) =>
    typeof name === 'string' && name !== '' && type !== 'trigger' ? [name] : [],
  );
  return (
    <div className="test-run-setup">
      {mode === 'request' && (
        <TextField
          label={t('parameters')}
          help={t('parametersHelp')}
          code
          lines={4}
          value={setup.parameters}
          onChange={(parameters) => run.prepare({ parameters })}
          error={failure?.kind === 'parameters' ? t('notObject') : undefined}
        />
      )}
      {mode === 'request' && (
        <Button kind="primary" onPress={() => void run.start()}>
          {t('startRequest')}
        </Button>
      )}
      {mode === 'call' && (
        <Button kind="primary" icon={Phone} onPress={() => void run.start()}>
          {t('startCall')}
        </Button>
      )}
      <details>
        <summary>{t('setup')}</summary>
        <TextField
          label={t('contact')}
          help={t('contactHelp')}
          value={setup.contact}
          onChange={(contact) => run.prepare({ contact })}
        />
        <TextField
          label={t('channel')}
          help={t('channelHelp')}
          value={setup.channel}
          onChange={(channel) => run.prepare({ channel })}
        />
        <Select
          label={t('beginAt')}
          value={setup.widget ?? atTrigger}
          onChange={(name) => run.prepare({ widget: name === atTrigger ? null : name })}
          options={[
            { value: atTrigger, label: t('triggerName') },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
        />
        {setup.widget !== null && (
          <TextField
            label={t('context')}
            help={t('contextHelp')}
            code
            lines={4}
            value={setup.context}
            onChange={(context) => run.prepare({ context })}
            error={failure?.kind === 'context' ? t('notObject') : undefined}
          />
        )}
      </details>
      <Mocks run={run} />
    </div>
  );
}

function Mocks({ run }: { run: TestRunStore }) {
  const t = useWords('simulator');
  const widgets = Object.keys(useStore(run, (state) => state.mocks));
  if (widgets.length === 0) return null;
  return (
    <section aria-label={t('mock.kept')}>
      <h3>{t('mock.kept')}</h3>
      <ul className="test-run-mocks">
        {widgets.map((widget) => (
          <li key={widget}>
            <span className="grow clip code">{widget}</span>
            <Button
              kind="ghost"
              aria-label={t('mock.forget', { widget })}
              onPress={() => run.forgetMock(widget)}
            >
              {t('mock.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
