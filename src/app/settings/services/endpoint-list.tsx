/** One panel for each kind of service: its URL and secret, and trying it. */

import { useState } from 'react';
import type { ServiceEndpointResource } from '#api/services/operations.ts';
import {
  useConfigureEndpoint,
  useResetEndpoint,
  useServiceEndpoints,
  useTestEndpoint,
} from '../../client/services.ts';
import { Button } from '../../ui/button.tsx';
import { JsonTree } from '../../ui/display/json-tree.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { FormFooter } from '../form-footer.tsx';

export function EndpointList() {
  const t = useWords('services');
  const list = useServiceEndpoints();
  return (
    <Loaded query={list} failedTitle={t('endpointsFailed')} lines={8}>
      {({ endpoints }) => (
        <div className="narrow">
          {endpoints.map((each) => (
            <EndpointPanel key={`${each.kind} ${each.date_updated}`} endpoint={each} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function EndpointPanel({ endpoint }: { endpoint: ServiceEndpointResource }) {
  const t = useWords('services');
  const { kind, has_secret: hasSecret } = endpoint;
  const configure = useConfigureEndpoint(kind);
  const forget = useResetEndpoint(kind);
  const trial = useTestEndpoint(kind);
  const [url, setUrl] = useState(endpoint.endpoint ?? '');
  const [secret, setSecret] = useState('');
  const save = (form: { Endpoint: string; Secret?: string }) =>
    configure.mutate(form, { onSuccess: () => void toast({ message: t('saved') }) });
  const submit = () => {
    const Endpoint = url.trim();
    if (Endpoint !== '') save({ Endpoint, ...(secret !== '' && { Secret: secret }) });
    else forget.mutate(undefined, { onSuccess: () => void toast({ message: t('reset') }) });
  };
  const isChanged = url.trim() !== (endpoint.endpoint ?? '') || secret !== '';
  return (
    <Panel
      title={t(`kind.${kind}`)}
      afterTitle={
        <>
          <Pill mark={endpoint.endpoint === null ? 'ring' : 'dot'}>
            {t(endpoint.endpoint === null ? 'builtIn' : 'own')}
          </Pill>
          <span className="mut small">{t(`used.${kind}`)}</span>
        </>
      }
    >
      <Form className="inside" onSubmit={submit}>
        <TextField
          label={t('endpoint')}
          value={url}
          onChange={setUrl}
          placeholder="https://"
          code
          help={t('endpointHelp')}
          error={configure.error?.message ?? forget.error?.message}
        />
        <TextField
          label={t('secret')}
          type="password"
          autoComplete="new-password"
          value={secret}
          onChange={setSecret}
          help={t(hasSecret ? 'secretStored' : 'secretHelp')}
        />
        <FormFooter
          submit={t('save')}
          isBusy={configure.isPending || forget.isPending}
          isDisabled={!isChanged}
        >
          {hasSecret && endpoint.endpoint !== null && (
            <Button onPress={() => save({ Endpoint: endpoint.endpoint ?? '', Secret: '' })}>
              {t('removeSecret')}
            </Button>
          )}
          {endpoint.endpoint !== null && (
            <Button onPress={() => trial.mutate(undefined)} isBusy={trial.isPending} isDisabled={isChanged}>
              {t('test')}
            </Button>
          )}
        </FormFooter>
        <TestResult endpoint={endpoint} />
      </Form>
    </Panel>
  );
}

/** The result of the last test request, announced as it changes. */
function TestResult({ endpoint: { kind, last_trial: last } }: { endpoint: ServiceEndpointResource }) {
  const t = useWords('services');
  const said =
    last === null
      ? ''
      : last.state === 'waiting'
        ? t('testing')
        : last.problem === null
          ? t('testSucceeded', { status: last.status })
          : t('testFailed', { problem: last.problem });
  return (
    <div className="stacked trial">
      <p aria-live="polite" className={last?.state === 'failed' ? 'bad' : ''}>
        {said}
        {last !== null && last.state !== 'waiting' && <span className="mut">{dateAndTime(last.date)}</span>}
      </p>
      {last !== null && typeof last.answer === 'object' && last.answer !== null && (
        <JsonTree label={t('responseOf', { kind: t(`kind.${kind}`) })} value={last.answer} />
      )}
      {typeof last?.answer === 'string' && last.answer !== '' && (
        <pre className="mono small">{last.answer.slice(0, 500)}</pre>
      )}
    </div>
  );
}
