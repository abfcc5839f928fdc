/** What the contact and the flow said to each other. */

import { Phone } from 'lucide-react';
import { useMemo } from 'react';
import type { ExecutionView } from '#api/executions/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { useConversation } from '../client/executions/executions.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { Masked } from '../ui/marks/masked.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { timeOfDay } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { type ConversationEntry, conversationOf } from './conversation.ts';
import './conversation-panel.css';

type ConversationPanelProps = { view: ExecutionView; definition: FlowDefinition | null };

export function ConversationPanel({ view, definition }: ConversationPanelProps) {
  const t = useWords('executions');
  const { execution, steps } = view;
  const conversation = useConversation(execution.sid, steps.length);
  const entries = useMemo(() => {
    const { messages = [], calls = [] } = conversation.data ?? {};
    return conversationOf(messages, calls, steps, definition);
  }, [conversation.data, steps, definition]);
  if (conversation.isPending) return <Skeleton lines={4} />;
  if (conversation.isError && conversation.data === undefined) {
    return (
      <ErrorState title={t('conversation.failedTitle')} onRetry={() => void conversation.refetch()}>
        {conversation.error.message}
      </ErrorState>
    );
  }
  if (entries.length === 0) return <p className="none">{t('conversation.empty')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="talk" aria-label={t('conversation.title')} tabIndex={0}>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry: { from, kind, text, media, status, at } }: { entry: ConversationEntry }) {
  const t = useWords('executions');
  const state = status === null ? null : t(`conversation.status.${status}`);
  const time = <time dateTime={new Date(at).toISOString()}>{timeOfDay(at)}</time>;
  if (from === 'call') {
    return (
      <li className="talk-call">
        <Icon of={Phone} size={12} />
        {t('conversation.call', { status: state ?? '' })} {time}
      </li>
    );
  }
  return (
    <li className={`bubble ${from}`}>
      <span className="vh">{t(`conversation.from.${from}`)}</span>
      <p>
        <Masked text={text ?? t('conversation.removed')} />
      </p>
      <small>
        {kind !== 'message' && <span>{t(`conversation.kind.${kind}`)}</span>}
        {media > 0 && <span>{t('conversation.media', { count: media })}</span>}
        {state !== null && <span>{state}</span>}
        {time}
      </small>
    </li>
  );
}
