/** The call that is going on at the test phone: its captions, and the phone of the caller. */

import '../words/chunks/late-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { CallResource } from '#api/messaging/operations.ts';
import { CallPhone } from '../call/call-phone.tsx';
import { useSoundChoice } from '../call/sound/sound-choice.ts';
import { useStopAtEnd } from '../call/sound/use-stop-at-end.ts';
import { phoneKey, useUpdateTestCall } from '../client/test-carrier.ts';
import { Button } from '../ui/button.tsx';
import { useWords, type Words } from '../words/use-words.ts';
import { type Caption, TestCall } from './test-call.ts';
import './call-screen.css';
import { asTyped } from '../ui/as-typed.ts';

type CallScreenProps = {
  call: CallResource;
  contact: string;
  /** It was ended elsewhere: in the list next to it, or with its execution. */
  hasEnded: boolean;
  onClose(): void;
};

export function CallScreen({ call, contact, hasEnded, onClose }: CallScreenProps) {
  const t = useWords('call');
  const cache = useQueryClient();
  const [running] = useState(() => new TestCall(call));
  const hangUp = useUpdateTestCall(contact);
  const { phase, captions, speaking, listening, recordsFor, recording, isElsewhere, failure } = useStore(
    running.state,
  );
  const { voice } = useStore(running.line.state);
  const isHeard = useSoundChoice() && voice !== 'none';
  useEffect(() => {
    // Effects run twice in development, a call once.
    if (!begun.has(running)) {
      begun.add(running);
      void running.run().then(() => cache.invalidateQueries({ queryKey: phoneKey(contact) }));
    }
  }, [running, cache, contact]);
  useEffect(() => {
    if (!hasEnded) return;
    running.line.stop();
    running.end();
  }, [hasEnded, running]);
  useStopAtEnd(running.line);
  const isLive = phase === 'live';
  return (
    <div className="call-screen">
      <CallPhone
        contact={contact}
        channel={(call.direction === 'inbound' ? call.to : call.from) ?? ''}
        status={t(isLive ? 'onCall' : phase)}
        line={running.line}
        listening={listening}
        canHangUp={isLive}
        recorder={
          recordsFor === null && recording === null
            ? null
            : { maxSeconds: recordsFor, recording, onRecorded: (made) => running.record(made) }
        }
        onPress={(digits) => running.press(digits)}
        onSay={(text) => running.say(text)}
        onHangUp={() => {
          running.end();
          hangUp.mutate({ sid: call.sid, status: 'completed' });
        }}
      >
        <div
          className="captions"
          role="log"
          aria-label={t('captions')}
          aria-live={isHeard ? 'off' : 'polite'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
        >
          <ol>
            {captions.map((caption) => (
              <CaptionLine key={caption.key} caption={caption} isSpeaking={caption.key === speaking} />
            ))}
          </ol>
        </div>
        {failure !== null && (
          <p className="phone-note" role="alert">
            {t('failed', { message: failure })}
          </p>
        )}
        {isElsewhere && (
          <div className="phone-recorder">
            <Button onPress={() => running.goOn()}>{t('goOn')}</Button>
          </div>
        )}
        {!isLive && (
          <div className="phone-recorder">
            <Button onPress={onClose}>{t('close')}</Button>
          </div>
        )}
      </CallPhone>
    </div>
  );
}

const begun = new WeakSet<TestCall>();

function CaptionLine({ caption, isSpeaking }: { caption: Caption; isSpeaking: boolean }) {
  const t = useWords('call');
  const speaking = isSpeaking || undefined;
  if (caption.kind === 'heard')
    return (
      <li {...asTyped} data-speaking={speaking}>
        <p>{caption.text}</p>
      </li>
    );
  return (
    <li className="event" data-speaking={speaking}>
      {eventText(t, caption)}
    </li>
  );
}

function eventText(t: Words<'call'>, caption: Exclude<Caption, { kind: 'heard' }>): string {
  switch (caption.kind) {
    case 'said':
      return t('said', caption);
    case 'pressed':
    case 'tones':
      return t(caption.kind, caption);
    case 'plays':
    case 'handedOver':
      return t(caption.kind, caption);
    case 'elsewhere':
      return t('elsewhere', caption);
    case 'noInput':
    case 'records':
      return t(caption.kind);
  }
}
