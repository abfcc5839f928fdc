/** Where a carrier posts what happens at an address of the flow: the address to paste, and what it accepts. */

import { getRouteApi } from '@tanstack/react-router';
import { useFlow } from '../../client/flows.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import { TestCarrierUrl } from './test-carrier-url.tsx';
import { WebhookUrl } from './webhook-url.tsx';
import './flow-webhook.css';

const route = getRouteApi('/shell/settings/flows/$sid/webhook');

const fields = [
  'From',
  'To',
  'MessageSid',
  'Body',
  'MediaUrl0',
  'CallSid',
  'CallStatus',
  'Digits',
  'SpeechResult',
] as const;

export function FlowWebhookPage() {
  const t = useWords('flowWebhook');
  const { sid } = route.useParams();
  const flow = useFlow(sid);
  return (
    <div className="narrow flow-webhook">
      <SectionHeader title={t('title')} lead={t('lead')} />
      {flow.isPending && <Skeleton lines={4} />}
      {flow.isError && flow.data === undefined && (
        <ErrorState title={t('failedTitle')} onRetry={() => void flow.refetch()}>
          {flow.error.message}
        </ErrorState>
      )}
      {flow.data && (
        <section className="panel">
          <header>
            <h2 className="clip">{flow.data.friendly_name}</h2>
          </header>
          <div className="inside">
            <WebhookUrl
              key={flow.data.webhook_url}
              url={flow.data.webhook_url}
              label={t('url')}
              copyLabel={t('copy')}
              help={t('urlHelp')}
            />
          </div>
        </section>
      )}
      {flow.data && <TestCarrierUrl sid={sid} />}
      <Accepted />
    </div>
  );
}

function Accepted() {
  const t = useWords('flowWebhook');
  return (
    <section className="panel">
      <header>
        <h2>{t('request')}</h2>
      </header>
      <p className="inside">{t('requestText')}</p>
      <Table
        label={t('request')}
        columns={[
          { id: 'field', title: t('columns.field'), className: 'field-name' },
          { id: 'meaning', title: t('columns.meaning') },
        ]}
      >
        {fields.map((field) => (
          <tr key={field}>
            <td className="mono">{field}</td>
            <td className="sec">{t(`fields.${field}`)}</td>
          </tr>
        ))}
      </Table>
      <div className="inside">
        <h3>{t('response')}</h3>
        <p className="sec">{t('responseText')}</p>
      </div>
    </section>
  );
}
