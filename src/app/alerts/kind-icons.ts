/** The icon of each kind of rule. */

import {
  BadgeCheck,
  ChartLine,
  Clock,
  Database,
  Globe,
  Inbox,
  Send,
  Timer,
  Watch,
  Webhook,
} from 'lucide-react';
import type { RuleKind } from '#api/alerts/kinds.ts';
import type { IconShape } from '../ui/marks/icon.tsx';

export const kindIcons: Record<RuleKind, IconShape> = {
  every: Send,
  'no-starts': Timer,
  failures: ChartLine,
  overdue: Clock,
  'webhook-failing': Webhook,
  'domain-records': Globe,
  'dead-jobs': Inbox,
  disk: Database,
  certificate: BadgeCheck,
  clock: Watch,
};
