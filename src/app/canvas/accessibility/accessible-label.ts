/** Accessible names and announcements of cards and outlets. A card is read as "remind_patient, send and wait for reply, 3 outlets, 3 connected, no problems". */

import type { FocusDirection } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { Focus } from '../interaction/interaction-store.ts';
import type { CardData } from '../render/card-data.ts';
import { changeMarkOf } from '../render/overlay.ts';
import type { Scene } from '../render/scene.ts';

/** The name of a widget, or a text that says it has none. */
export function accessibleName(name: string): string {
  return name === '' ? t('unnamed') : name;
}

/** The accessible name of a card: name, type, outlets, problems and state. */
export function cardLabel({ widget, isSelected, status }: CardData): string {
  const { summary, plugged, findings } = widget;
  const connected = plugged.filter(Boolean).length;
  const parts = [
    accessibleName(summary.name),
    summary.title.toLowerCase().replaceAll('&', 'and') || t('unknownType'),
    t('outlets', { count: summary.outlets.length }),
    t('connectedCount', { count: connected }),
  ];
  if (findings === null) parts.push(t('noProblems'));
  else {
    if (findings.errors > 0) parts.push(t('errors', { count: findings.errors }));
    if (findings.warnings > 0) parts.push(t('warnings', { count: findings.warnings }));
  }
  if (isSelected) parts.push(t('selected'));
  if (status === 'visited') parts.push(t('visited'));
  if (status === 'current' || status === 'running') parts.push(t('running'));
  if (status === 'off-path') parts.push(t('notOnPath'));
  const mark = changeMarkOf(status);
  if (mark !== null) parts.push(t(`is.${mark}`));
  return parts.join(', ');
}

/** The outlet that has the focus, and where it leads. */
export function outletLabel(scene: Scene, { widget, outlet }: Focus): string {
  const focused = scene.widgets.get(widget)?.summary.outlets[outlet];
  if (focused === undefined) return '';
  return focused.next === null
    ? t('free', { outlet: focused.label })
    : t('leadsTo', { outlet: focused.label, widget: focused.next });
}

/** What is announced when the focus cannot move in a direction. */
export function deadEndLabel(scene: Scene, focus: Focus, direction: FocusDirection): string {
  if (direction === 'up') return t('noSource');
  if (direction === 'down') return outletLabel(scene, focus);
  return accessibleName(scene.widgets.get(focus.widget)?.summary.name ?? '');
}
