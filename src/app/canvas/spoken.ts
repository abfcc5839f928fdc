/** How a card is read aloud: "remind_patient, send and wait for reply, 3 outlets, 3 connected, no problems". */

import { say } from './canvas-words.ts';
import type { CardData } from './card-data.ts';

export function spokenName(name: string): string {
  return name === '' ? say('unnamed') : name;
}

export function spokenCard({ widget, selected, standing }: CardData): string {
  const { face, plugged, faults } = widget;
  const connected = plugged.filter(Boolean).length;
  const parts = [
    spokenName(face.name),
    face.title.toLowerCase().replaceAll('&', 'and') || say('unknownType'),
    say('outlets', { count: face.outlets.length }),
    say('connectedCount', { count: connected }),
  ];
  if (faults === null) parts.push(say('noProblems'));
  else {
    if (faults.errors > 0) parts.push(say('errors', { count: faults.errors }));
    if (faults.warnings > 0) parts.push(say('warnings', { count: faults.warnings }));
  }
  if (selected) parts.push(say('selected'));
  if (standing === 'visited') parts.push(say('visited'));
  if (standing === 'current' || standing === 'running') parts.push(say('running'));
  if (standing === 'aside') parts.push(say('notOnPath'));
  return parts.join(', ');
}
