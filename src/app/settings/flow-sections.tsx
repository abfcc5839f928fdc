/** The part of the settings that is one flow's: which flow, and its pages. */

import { Link, useMatch, useNavigate } from '@tanstack/react-router';
import { FlaskConical, Webhook, Workflow } from 'lucide-react';
import { useFlowSummaries } from '../client/flows.ts';
import { Select } from '../ui/forms/select.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';

const flowPages = [
  { to: '/settings/flows/$sid/test-users', name: 'testUsers', icon: FlaskConical },
  { to: '/settings/flows/$sid/webhook', name: 'webhook', icon: Webhook },
] as const;

export function FlowSections() {
  const t = useWords('settings');
  // Only on the pages of a flow: the addresses of other pages have identifiers, too.
  const testUsers = useMatch({ from: '/shell/settings/flows/$sid/test-users', shouldThrow: false });
  const webhook = useMatch({ from: '/shell/settings/flows/$sid/webhook', shouldThrow: false });
  const sid = (testUsers ?? webhook)?.params.sid;
  const navigate = useNavigate();
  const { data: flows = [] } = useFlowSummaries();
  const choose = (chosen: string) =>
    void navigate({ to: flowPages[webhook ? 1 : 0].to, params: { sid: chosen } });
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
