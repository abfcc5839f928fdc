/** The phone of a caller: captions of what is said, a keypad with its tones, speech, a recorder, and hanging up. */

import '../words/chunks/late-words.ts';
import { Mic, PhoneOff, Volume2, VolumeX } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useStore } from 'zustand';
import { Button as TextButton } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import './phone.css';
import { Recorder, type RecorderProps } from './recorder.tsx';
import { type CallLine, setLoudness } from './sound/call-line.ts';
import { canRecognize, recognize } from './sound/recognition.ts';
import { chooseSound, useSoundChoice } from './sound/sound-choice.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

/** What the flow listens for: how many keys end the input, and which key does; null for as many as are pressed. */
export type Listening = { digits: number | null; finishOnKey: string; language: string };

export type CallPhoneProps = {
  contact: string;
  channel: string;
  /** One line below the number: what the call does. */
  status: string;
  line: CallLine;
  /** Null where nothing listens. */
  listening: Listening | null;
  canHangUp: boolean;
  /** The recorder of the flow; null where it does not record, and nothing was recorded. */
  recorder: Omit<RecorderProps, 'line'> | null;
  /** What is said, as text. */
  children: ReactNode;
  onPress(digits: string): void;
  onSay(text: string): void;
  onHangUp(): void;
};

export function CallPhone(props: CallPhoneProps) {
  const { contact, channel, status, line, listening, canHangUp, recorder } = props;
  const t = useWords('call');
  const isLive = canHangUp;
  const phone = useRef<HTMLElement>(null);
  const { digits, pressKey, submit, forget } = useKeys(line, listening, props.onPress);
  // Who has called presses keys next: those of the keyboard are the phone's from here on.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) phone.current?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || !isLive || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9*#]$/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      pressKey(event.key);
    } else if (event.key === 'Enter' && digits !== '' && event.target === phone.current) submit();
  };
  return (
    <section className="phone" aria-label={t('phone')} ref={phone} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="phone-head is-call">
        <b className="clip">{channel}</b>
        <span className="mut clip">{contact}</span>
        <span className="mut" role="status">
          {status}
        </span>
      </div>
      {props.children}
      <Voice line={line} />
      {recorder !== null && <Recorder {...recorder} line={line} />}
      {listening !== null && (
        <Speech
          {...{ listening, digits, line }}
          onSendKeys={submit}
          onSay={(text) => {
            forget();
            line.stop();
            props.onSay(text);
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div className="keypad" role="group" aria-label={t('keypad')}>
        {keys.map((key) => (
          <Button key={key} aria-label={t('key', { key })} isDisabled={!isLive} onPress={() => pressKey(key)}>
            {key}
          </Button>
        ))}
      </div>
      <div className="call-buttons">
        <Button
          className="hang-up"
          aria-label={t('hangup')}
          isDisabled={!canHangUp}
          onPress={() => {
            line.stop();
            props.onHangUp();
          }}
        >
          <Icon of={PhoneOff} />
        </Button>
        <SoundButton />
      </div>
    </section>
  );
}

/** Keys that were pressed while the flow listens; they are sent when it has as many as it wants. */
function useKeys(line: CallLine, listening: Listening | null, onPress: (digits: string) => void) {
  const [digits, setDigits] = useState('');
  const send = (pressed: string) => {
    setDigits('');
    if (pressed !== '') onPress(pressed);
  };
  const pressKey = (key: string) => {
    line.press(key);
    if (listening === null) return;
    if (listening.finishOnKey.includes(key)) return send(digits);
    const pressed = digits + key;
    if (listening.digits !== null && pressed.length >= listening.digits) send(pressed);
    else setDigits(pressed);
  };
  return { digits, pressKey, submit: () => send(digits), forget: () => setDigits('') };
}

function SoundButton() {
  const t = useWords('call');
  const isOn = useSoundChoice();
  return (
    <IconButton
      icon={isOn ? Volume2 : VolumeX}
      label={t('sound')}
      isOn={isOn}
      onPress={() => {
        chooseSound(!isOn);
        setLoudness(!isOn);
      }}
    />
  );
}

/** Who speaks, and what cannot be heard. */
function Voice({ line }: { line: CallLine }) {
  const t = useWords('call');
  const { voice, unheard } = useStore(line.state);
  const isOn = useSoundChoice();
  if (!isOn || (voice === null && unheard === null)) return null;
  return (
    <p className={voice === 'none' || unheard !== null ? 'phone-note' : 'phone-note is-voice'}>
      {voice !== null && t(`voice.${voice}`)}
      {unheard !== null && <span className="clip">{t('unheard', { url: unheard })}</span>}
    </p>
  );
}

type SpeechProps = {
  listening: Listening;
  digits: string;
  line: CallLine;
  onSendKeys(): void;
  onSay(text: string): void;
};

/** Words by typing, and by the browser's recognition where it has one; the keys so far in their place. */
function Speech({ listening, digits, line, onSendKeys, onSay }: SpeechProps) {
  const t = useWords('call');
  const [text, setText] = useState('');
  const [recognition, setRecognition] = useState<AbortController | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => () => recognition?.abort(), [recognition]);
  const hear = async () => {
    if (recognition !== null) return recognition.abort();
    line.stop();
    const stop = new AbortController();
    setRecognition(stop);
    const words = await recognize(listening.language, stop.signal);
    setRecognition(null);
    setFailed(words === null);
    if (words !== null) onSay(words);
  };
  return (
    <form
      className="phone-input"
      onSubmit={(event) => {
        event.preventDefault();
        if (digits !== '') return onSendKeys();
        if (text.trim() !== '') onSay(text);
        setText('');
      }}
    >
      {digits === '' ? (
        <input
          className="input grow"
          dir="auto"
          aria-label={t('sayField')}
          placeholder={recognition === null ? t('sayField') : t('listening')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <output className="input grow num">{digits}</output>
      )}
      {digits === '' && canRecognize() && (
        <IconButton icon={Mic} label={t('speak')} isOn={recognition !== null} onPress={() => void hear()} />
      )}
      <TextButton type="submit" isDisabled={digits === '' && text.trim() === ''}>
        {digits === '' ? t('say') : t('sendKeys')}
      </TextButton>
      {failed && (
        <p className="phone-note" role="alert">
          {t('notUnderstood')}
        </p>
      )}
    </form>
  );
}
