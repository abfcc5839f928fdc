/** A test run is heard: what its flow says on a call is played once, and ends when the caller does something. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { actingMember, type Simulation, type TranscriptEntry } from '#simulator/simulation.ts';
import { CallLine, type CallPart, type LineState, mayPlay } from '../call/sound/call-line.ts';
import { useStopAtEnd } from '../call/sound/use-stop-at-end.ts';

/** What was played, or came before anybody could hear it: a panel that is opened again does not repeat it. */
const heard = new WeakSet<TranscriptEntry>();

const noEntries: readonly TranscriptEntry[] = [];

/** The line of the call, and the entry that is heard now. */
export function useHeardCall(simulation: Simulation | null): {
  line: CallLine;
  speaking: TranscriptEntry | null;
  voice: LineState['voice'];
} {
  const [line] = useState(() => new CallLine());
  const [entries] = useState(() => new WeakMap<CallPart, TranscriptEntry>());
  const transcript = simulation?.transcript ?? noEntries;
  const beeps = simulation !== null && recordVerb(simulation)?.play_beep === true;
  const seen = useRef<readonly TranscriptEntry[]>(noEntries);
  useEffect(() => {
    if (seen.current === transcript) return;
    seen.current = transcript;
    const fresh = transcript.filter((entry) => !heard.has(entry));
    for (const entry of fresh) heard.add(entry);
    const last = fresh.findLastIndex(isOfCaller);
    // Without anything new the author has stepped back.
    if (last >= 0 || fresh.length === 0) line.stop();
    if (!mayPlay()) return;
    const parts = fresh.slice(last + 1).flatMap((entry) => {
      const part = partOf(entry, beeps);
      if (part !== null) entries.set(part, entry);
      return part ?? [];
    });
    if (parts.length > 0) void line.play(parts);
  }, [transcript, beeps, line, entries]);
  useStopAtEnd(line);
  const { playing, voice } = useStore(line.state);
  return { line, speaking: playing === null ? null : (entries.get(playing) ?? null), voice };
}

const callerKinds: readonly TranscriptEntry['kind'][] = ['started', 'pressed', 'said', 'silence', 'skipped'];

const isOfCaller = (entry: TranscriptEntry) =>
  callerKinds.includes(entry.kind) || (entry.kind === 'hung-up' && entry.by === 'contact');

function partOf(entry: TranscriptEntry, beeps: boolean): CallPart | null {
  switch (entry.kind) {
    case 'spoken':
      return {
        kind: 'say',
        text: entry.text,
        voice: entry.voice,
        language: entry.language,
        loop: entry.loop,
      };
    case 'played':
      return { kind: 'play', url: entry.url, loop: entry.loop };
    case 'tones':
      return { kind: 'tones', digits: entry.digits };
    case 'recording':
      return beeps ? { kind: 'beep' } : null;
    default:
      return null;
  }
}

/** The last verb of the call that the run waits with. */
function lastVerb(simulation: Simulation) {
  const { wait, status } = actingMember(simulation).member.execution;
  return status === 'active' && wait?.for === 'call' ? wait.verbs.at(-1) : undefined;
}

export function gatherVerb(simulation: Simulation) {
  const verb = lastVerb(simulation);
  return verb?.verb === 'gather' ? verb : null;
}

export function recordVerb(simulation: Simulation) {
  const verb = lastVerb(simulation);
  return verb?.verb === 'record' ? verb : null;
}
