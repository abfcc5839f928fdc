/** The sections of the settings, in the order of the list at the left. */

import { Blocks, Building2, HeartPulse, Mail, Phone, Radio } from 'lucide-react';
import type { IconShape } from '../ui/icon.tsx';

/** `name` is a key of the namespace `settings`. */
export const sections = [
  { to: '/settings/account', name: 'account', icon: Building2 },
  { to: '/settings/numbers', name: 'numbers', icon: Phone },
  { to: '/settings/email', name: 'email', icon: Mail },
  { to: '/settings/events', name: 'events', icon: Radio },
  { to: '/settings/services', name: 'services', icon: Blocks },
  { to: '/settings/operations', name: 'operations', icon: HeartPulse },
] as const satisfies readonly { to: string; name: string; icon: IconShape }[];
