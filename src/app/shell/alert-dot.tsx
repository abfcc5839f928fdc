/** The dot at the bell of the rail, while alerts are open; loaded after the page. */

import { useAlertSummary } from '../client/alerts.ts';

export function AlertDot({ label }: { label: string }) {
  const { data } = useAlertSummary();
  return data !== undefined && data.open > 0 ? (
    <span className="nav-dot" role="img" aria-label={label} />
  ) : null;
}
