/** What a caller records: from the microphone where that is allowed, otherwise silence. */

import { decodeSound, silence } from './call-line.ts';

export type Recording = { sound: AudioBuffer; seconds: number; isSilence: boolean };

/** How long the silence is that stands for a recording. */
export const silenceSeconds = 3;

/** Records until `stop` is aborted or the time is over. */
export async function recordCaller(maxSeconds: number, stop: AbortSignal): Promise<Recording> {
  const stream = await openMicrophone();
  if (stream === null) {
    const seconds = Math.min(silenceSeconds, maxSeconds);
    return { sound: silence(seconds), seconds, isSilence: true };
  }
  try {
    const sound = await decodeSound(await recorded(stream, maxSeconds, stop));
    return { sound, seconds: Math.max(1, Math.round(sound.duration)), isSilence: false };
  } catch {
    return { sound: silence(1), seconds: 1, isSilence: true };
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Null where there is none, or the person or the browser refuses. */
async function openMicrophone(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    return null;
  }
}

async function recorded(stream: MediaStream, maxSeconds: number, stop: AbortSignal): Promise<ArrayBuffer> {
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  await new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => resolve());
    const end = () => {
      if (recorder.state !== 'inactive') recorder.stop();
    };
    recorder.start();
    setTimeout(end, Math.min(maxSeconds, 600) * 1_000);
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
  return new Blob(chunks, { type: recorder.mimeType }).arrayBuffer();
}
