/** Executions that wait at widgets which the canvas does not have, with the way to the revision that has them. */

import { Link } from '@tanstack/react-router';
import { useWords } from '../words/use-words.ts';
import type { TrafficCounts } from './traffic-counts.ts';

export type WaitingElsewhereProps = { sid: string; elsewhere: TrafficCounts['elsewhere'] };

export function WaitingElsewhere({ sid, elsewhere }: WaitingElsewhereProps) {
  const live = useWords('livePicture');
  return elsewhere.map(({ revision, executions }) => (
    <Link key={revision} to="/flows/$sid/executions" params={{ sid }} search={{ revision }} className="link">
      {live('elsewhere', { count: executions, revision })}
    </Link>
  ));
}
