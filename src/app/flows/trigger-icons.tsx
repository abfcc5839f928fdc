/** From what a flow starts, as small icons that a screen reader reads as words. */

import {
  Braces,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  PhoneIncoming,
  Workflow,
} from 'lucide-react';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';

const icons = {
  incomingCall: PhoneIncoming,
  incomingMessage: MessageSquare,
  incomingConversationMessage: MessagesSquare,
  incomingRequest: Braces,
  incomingParent: Workflow,
} as const satisfies Record<string, LucideIcon>;

type Trigger = keyof typeof icons;

export function TriggerIcons({ triggers }: { triggers: readonly string[] }) {
  const t = useWords('flows');
  const known = (Object.keys(icons) as Trigger[]).filter((trigger) => triggers.includes(trigger));
  return (
    <ul className="trs">
      {known.map((trigger) => (
        <li key={trigger} title={t(`triggers.${trigger}`)}>
          <Icon of={icons[trigger]} size={14} />
          <span className="vh">{t(`triggers.${trigger}`)}</span>
        </li>
      ))}
    </ul>
  );
}
