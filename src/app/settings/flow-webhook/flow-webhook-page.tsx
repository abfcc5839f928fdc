/** Where a carrier posts what happens at an address of the flow: the address to paste, and what it accepts. */

import { getRouteApi } from '@tanstack/react-router';
import { useFlow } from '../../client/flows.ts';
import { Table } from '../../ui/display/table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
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
      <Loaded query={flow} failedTitle={t('failedTitle')} lines={4}>
        {({ friendly_name: name, webhook_url: url }) => (
          <>
            <Panel title={name}>
              <div className="inside">
                <WebhookUrl url={url} label={t('url')} copyLabel={t('copy')} help={t('urlHelp')} />
              </div>
            </Panel>
            <TestCarrierUrl sid={sid} />
          </>
        )}
      </Loaded>
      <Accepted />
    </div>
  );
}

function Accepted() {
  const t = useWords('flowWebhook');
  return (
    <Panel title={t('request')}>
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
    </Panel>
  );
}
