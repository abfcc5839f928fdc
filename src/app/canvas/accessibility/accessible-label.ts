/** How a card is read aloud: "remind_patient, send and wait for reply, 3 outlets, 3 connected, no problems". */

import { t } from '../canvas-text.ts';
import type { CardData } from '../render/card-data.ts';

export function accessibleName(name: string): string {
  return name === '' ? t('unnamed') : name;
}

export function cardLabel({ widget, isSelected: selected, status: standing }: CardData): string {
  const { summary: face, plugged, findings: faults } = widget;
  const connected = plugged.filter(Boolean).length;
  const parts = [
    accessibleName(face.name),
    face.title.toLowerCase().replaceAll('&', 'and') || t('unknownType'),
    t('outlets', { count: face.outlets.length }),
    t('connectedCount', { count: connected }),
  ];
  if (faults === null) parts.push(t('noProblems'));
  else {
    if (faults.errors > 0) parts.push(t('errors', { count: faults.errors }));
    if (faults.warnings > 0) parts.push(t('warnings', { count: faults.warnings }));
  }
  if (selected) parts.push(t('selected'));
  if (standing === 'visited') parts.push(t('visited'));
  if (standing === 'current' || standing === 'running') parts.push(t('running'));
  if (standing === 'aside') parts.push(t('notOnPath'));
  return parts.join(', ');
}
