/** Asks for the response of another system, which a test run requests only where its author says so. */

import { useState } from 'react';
import type { Json } from '#flow/json/json.ts';
import { type Fault, faults, type Mock } from '#simulator/mock.ts';
import { requestSummary } from '#simulator/request-summary.ts';
import type { MissingMock } from '#simulator/simulation.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/forms/checkbox.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { RealResponse } from './real-response.tsx';
import { RecordedResponses } from './recorded-responses.tsx';

type Outcome = Fault | 'none';

const outcomes: readonly Outcome[] = ['none', ...faults];

export type MissingMockFormProps = {
  missing: MissingMock;
  /** The flow on the server; null for a local draft, which has no executions. */
  sid: string | null;
  onAnswer(mock: Mock, keep: boolean): void;
};

export function MissingMockForm({ missing, sid, onAnswer }: MissingMockFormProps) {
  const t = useWords('simulator');
  const [status, setStatus] = useState('200');
  const [body, setBody] = useState('');
  const [fault, setFault] = useState<Outcome>('none');
  const [keep, setKeep] = useState(true);
  const { method, target } = requestSummary(missing.command);
  const isHttp = missing.command.kind !== 'start-subflow';
  const isStatusValid = /^[1-5]\d\d$/.test(status.trim());
  const submit = () => {
    if (fault !== 'none') return onAnswer({ fault }, keep);
    if (!isStatusValid) return;
    onAnswer(
      { ...(isHttp && { status: Number(status) }), ...(body.trim() !== '' && { body: jsonOrText(body) }) },
      keep,
    );
  };
  return (
    <form
      className="mock-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3>{t('mock.title', { widget: missing.widget })}</h3>
      <p className="mock-request code">{`${method} ${target}`.trim()}</p>
      <p className="mut">{t('mock.text')}</p>
      {sid !== null && missing.role === 'flow' && (
        <RecordedResponses sid={sid} missing={missing} onChoose={(mock) => onAnswer(mock, keep)} />
      )}
      {sid !== null && missing.command.kind === 'http' && (
        <RealResponse
          key={`${missing.widget} ${missing.command.url}`}
          sid={sid}
          command={missing.command}
          onResponse={(mock) => onAnswer(mock, keep)}
          onFault={setFault}
        />
      )}
      <Select<Outcome>
        label={t('mock.fault')}
        value={fault}
        onChange={setFault}
        options={outcomes.map((value) => ({ value, label: t(`mock.faults.${value}`) }))}
      />
      {fault === 'none' && isHttp && (
        <TextField
          label={t('mock.status')}
          value={status}
          onChange={setStatus}
          error={isStatusValid ? undefined : t('mock.statusInvalid')}
        />
      )}
      {fault === 'none' && (
        <TextField
          label={t('mock.body')}
          help={t(isBrokenJson(body) ? 'mock.brokenJson' : 'mock.bodyHelp')}
          code
          lines={4}
          autoFocus
          value={body}
          onChange={setBody}
        />
      )}
      <Checkbox label={t('mock.keep')} isOn={keep} onChange={setKeep}>
        {t('mock.keep')}
      </Checkbox>
      <Button kind="primary" type="submit">
        {t('mock.answer')}
      </Button>
    </form>
  );
}

/** True for a text that was meant as an object or a list, and is none (yet). */
function isBrokenJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && typeof jsonOrText(text) === 'string';
}

/** JSON where it is JSON, otherwise the text itself. */
function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
