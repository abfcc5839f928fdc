/** The pill of each status of a sent email. */

import type { SentEmailStatus } from '../../../client/email/sent-emails.ts';
import type { PillProps } from '../../../ui/marks/pill.tsx';

export const statusPills: Record<SentEmailStatus, Pick<PillProps, 'tone' | 'mark'>> = {
  waiting: { tone: 'neutral', mark: 'ring' },
  deferred: { tone: 'warn', mark: 'ring' },
  delivered: { tone: 'live', mark: 'dot' },
  bounced: { tone: 'danger', mark: 'ring' },
  blocked: { tone: 'danger', mark: 'ring' },
  dropped: { tone: 'danger', mark: 'ring' },
};
