/** The phone of a contact who exchanges messages with the flow. */

import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import '../call/phone.css';
import { Thread } from './thread.tsx';
import type { ThreadRow } from './thread-rows.ts';

export type MessagePhoneProps = {
  contact: string;
  channel: string;
  rows: readonly ThreadRow[];
  /** What the empty thread says. */
  invitation: string;
  replies: readonly string[];
  canSend: boolean;
  onSend(body: string): void;
};

export function MessagePhone(props: MessagePhoneProps) {
  const { contact, channel, rows, invitation, replies, canSend, onSend } = props;
  const t = useWords('simulator');
  const [text, setText] = useState('');
  const send = (body: string) => {
    if (!canSend || body.trim() === '') return;
    onSend(body);
    setText('');
  };
  return (
    <section className="phone" aria-label={t('phone')}>
      <div className="phone-head">
        <b className="clip">{channel}</b>
        <span className="mut clip">{contact}</span>
      </div>
      <Thread rows={rows} invitation={invitation} look="messages" />
      {replies.length > 0 && canSend && (
        <fieldset className="quick-replies">
          <legend className="vh">{t('quickReplies')}</legend>
          {replies.map((each) => (
            <Button key={each} onPress={() => send(each)} className="quick-reply clip">
              {each}
            </Button>
          ))}
        </fieldset>
      )}
      <form
        className="phone-input"
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <input
          className="input grow"
          dir="auto"
          aria-label={t('messageField')}
          placeholder={t('messageHint')}
          value={text}
          disabled={!canSend}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className="send"
          aria-label={t('send')}
          isDisabled={!canSend || text.trim() === ''}
        >
          <Icon of={ArrowUp} />
        </Button>
      </form>
    </section>
  );
}
