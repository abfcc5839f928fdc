/** The phone of a caller in a test run: it hears the flow, presses keys, says words, records, and hangs up. */

import { useState } from 'react';
import type { SimulatedCall } from '#simulator/simulation.ts';
import { CallPhone } from '../call/call-phone.tsx';
import type { Recording } from '../call/sound/microphone.ts';
import { useSoundChoice } from '../call/sound/sound-choice.ts';
import { useWords } from '../words/use-words.ts';
import type { Moment, TestRunStore } from './test-run-store.ts';
import { Thread } from './thread.tsx';
import type { ThreadRow } from './thread-rows.ts';
import { gatherVerb, recordVerb, useHeardCall } from './use-heard-call.ts';

type CallRunProps = {
  run: TestRunStore;
  newest: Moment;
  call: SimulatedCall;
  rows: readonly ThreadRow[];
};

export function CallRun({ run, newest, call, rows }: CallRunProps) {
  const t = useWords('simulator');
  const { simulation, possible } = newest;
  const { line, speaking, voice } = useHeardCall(simulation);
  const isHeard = useSoundChoice();
  const [recording, setRecording] = useState<Recording | null>(null);
  const gather = possible.press ? gatherVerb(simulation) : null;
  const record = recordVerb(simulation);
  const { contact, channel } = simulation;
  return (
    <CallPhone
      contact={contact}
      channel={channel}
      line={line}
      status={t(call.status === 'ringing' ? 'ringing' : call.status === 'live' ? 'onCall' : 'noCall', call)}
      listening={
        gather && { digits: gather.digits, finishOnKey: gather.finish_on_key, language: gather.language }
      }
      canHangUp={possible.hangup}
      recorder={
        record !== null || recording !== null
          ? {
              maxSeconds: record?.max_length_s ?? null,
              recording,
              onRecorded(made) {
                setRecording(made);
                const data = { RecordingDuration: String(made.seconds) };
                void run.input({ kind: 'event', name: 'recordingComplete', data });
              },
            }
          : null
      }
      onPress={(digits) => void run.input({ kind: 'press', digits })}
      onSay={(text) => void run.input({ kind: 'say', text })}
      onHangUp={() => void run.input({ kind: 'hangup' })}
    >
      <Thread
        rows={rows}
        invitation={t('startCallText')}
        look="call"
        speaking={speaking}
        isHeard={isHeard && voice !== 'none'}
      />
    </CallPhone>
  );
}
