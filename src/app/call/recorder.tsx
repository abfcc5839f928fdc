/** The recorder of a call: from the microphone, or silence where there is none, and to hear what was recorded. */

import { Circle, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';
import type { CallLine } from './sound/call-line.ts';
import { type Recording, recordCaller } from './sound/microphone.ts';

export type RecorderProps = {
  line: CallLine;
  /** Null once nothing is recorded any more. */
  maxSeconds: number | null;
  /** The last recording of the call. */
  recording: Recording | null;
  onRecorded(recording: Recording): void;
};

export function Recorder({ line, maxSeconds, recording, onRecorded }: RecorderProps) {
  const t = useWords('call');
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => () => stop?.abort(), [stop]);
  const record = async (most: number) => {
    line.stop();
    const ending = new AbortController();
    setStop(ending);
    const made = await recordCaller(most, ending.signal);
    setStop(null);
    onRecorded(made);
  };
  return (
    <div className="phone-recorder">
      {maxSeconds !== null &&
        (stop === null ? (
          <Button icon={Circle} onPress={() => void record(maxSeconds)}>
            {t('record')}
          </Button>
        ) : (
          <Button icon={Square} onPress={() => stop.abort()}>
            {t('stopRecording')}
          </Button>
        ))}
      {recording !== null && (
        <Button
          icon={Play}
          onPress={() => {
            line.stop();
            void line.play([{ kind: 'sound', buffer: recording.sound }]);
          }}
        >
          {t('playRecording', { seconds: recording.seconds })}
        </Button>
      )}
      {recording?.isSilence && (
        <p className="phone-note" role="status">
          {t('silent', { seconds: recording.seconds })}
        </p>
      )}
    </div>
  );
}
