/** Who changed last what a page sets, for who may see the audit log. Leads to the changes before. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditedObject } from '#api/operation/audit.ts';
import { callApi } from '../client/api.ts';
import { useMay } from '../client/people/session.ts';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { useWords } from '../words/use-words.ts';

export function LastChange({ of }: { of: AuditedObject }) {
  const t = useWords('settings');
  const { data: change } = useQuery({
    queryKey: ['audit', 'last', of],
    queryFn: async ({ signal }) =>
      (await callApi('GET /v1/AuditEvents', { query: { Object: of, PageSize: 1 }, signal })).events[0] ??
      null,
    enabled: useMay('audit.read'),
  });
  if (!change) return null;
  return (
    <p className="last-change small sec">
      <Link to="/settings/audit" search={{ what: of }}>
        {t('lastChange')}
      </Link>
      {': '}
      {change.actor_name} <RelativeTime at={change.date} />
    </p>
  );
}
