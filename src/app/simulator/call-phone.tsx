/** The phone of a caller: what is said, and a keypad, speech and hanging up. */

import { PhoneOff, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Button as TextButton } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { Thread } from './thread.tsx';
import type { ThreadRow } from './thread-rows.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

export type CallPhoneProps = {
  contact: string;
  channel: string;
  rows: readonly ThreadRow[];
  /** One line below the number: what the call does. */
  status: string;
  canPress: boolean;
  canSay: boolean;
  canHangUp: boolean;
  readsAloud: boolean;
  onReadAloud(): void;
  onPress(digits: string): void;
  onSay(text: string): void;
  onHangUp(): void;
};

export function CallPhone(props: CallPhoneProps) {
  const { contact, channel, rows, status, canPress, canSay, canHangUp } = props;
  const t = useWords('simulator');
  const [text, setText] = useState('');
  const [digits, setDigits] = useState('');
  const submitDigits = () => {
    if (digits === '') return;
    props.onPress(digits);
    setDigits('');
  };
  return (
    <section className="phone" aria-label={t('phone')}>
      <div className="phone-head is-call">
        <b className="clip">{channel}</b>
        <span className="mut clip">{contact}</span>
        <span className="mut" role="status">
          {status}
        </span>
      </div>
      <Thread rows={rows} invitation={t('startCallText')} look="call" />
      {canPress && (
        <form
          className="phone-input"
          onSubmit={(event) => {
            event.preventDefault();
            if (digits === '') {
              if (text.trim() !== '') props.onSay(text);
              setText('');
            } else submitDigits();
          }}
        >
          {digits === '' ? (
            <input
              className="input grow"
              dir="auto"
              aria-label={t('sayField')}
              placeholder={t('sayField')}
              value={text}
              disabled={!canSay}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : (
            <output className="input grow num">{digits}</output>
          )}
          <TextButton type="submit" isDisabled={digits === '' && text.trim() === ''}>
            {digits === '' ? t('say') : t('send')}
          </TextButton>
        </form>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div className="keypad" role="group" aria-label={t('keypad')}>
        {keys.map((key) => (
          <Button
            key={key}
            aria-label={t('key', { key })}
            isDisabled={!canPress}
            onPress={() => setDigits(digits + key)}
          >
            {key}
          </Button>
        ))}
      </div>
      <div className="call-buttons">
        <Button className="hang-up" aria-label={t('hangup')} isDisabled={!canHangUp} onPress={props.onHangUp}>
          <Icon of={PhoneOff} />
        </Button>
        <IconButton
          icon={Volume2}
          label={t('readAloud')}
          isOn={props.readsAloud}
          onPress={props.onReadAloud}
        />
      </div>
    </section>
  );
}
