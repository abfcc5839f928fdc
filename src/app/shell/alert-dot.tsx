/** The dot at the bell of the rail, while alerts are open. */

import { useAlertSummary } from '../client/alert-summary.ts';
import { useWords } from '../words/use-words.ts';

export function AlertDot() {
  const t = useWords('shell');
  const { data } = useAlertSummary();
  return data?.open ? <span className="nav-dot" role="img" aria-label={t('openAlerts')} /> : null;
}
