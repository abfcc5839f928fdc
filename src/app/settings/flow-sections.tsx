/** The part of the settings that is one flow's: which flow, and its pages. */

import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { FlaskConical, Webhook, Workflow } from 'lucide-react';
import { useFlowSummaries } from '../client/flows.ts';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { useWords } from '../words/use-words.ts';

const flowPages = [
  { to: '/settings/flows/$sid/test-users', name: 'testUsers', icon: FlaskConical },
  { to: '/settings/flows/$sid/webhook', name: 'webhook', icon: Webhook },
] as const;

export function FlowSections() {
  const t = useWords('settings');
  const { sid } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: flows = [] } = useFlowSummaries();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const onWebhook = path.endsWith('/webhook');
  const choose = (chosen: string) =>
    void navigate({ to: flowPages[onWebhook ? 1 : 0].to, params: { sid: chosen } });
  return (
    <div className="flow-group">
      <h3>{t('flow')}</h3>
      <Select
        label={t('flow')}
        hideLabel
        size="sm"
        placeholder={t('chooseFlow')}
        options={flows.map((flow) => ({ value: flow.sid, label: flow.friendly_name, icon: Workflow }))}
        value={flows.some((flow) => flow.sid === sid) ? (sid ?? null) : null}
        onChange={choose}
      />
      {sid !== undefined &&
        flowPages.map(({ to, name, icon }) => (
          <Link
            key={to}
            to={to}
            params={{ sid }}
            className="section"
            activeProps={{ className: 'section on' }}
          >
            <Icon of={icon} size={16} />
            {t(name)}
          </Link>
        ))}
    </div>
  );
}
