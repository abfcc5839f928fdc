/** The undo label of a changed transition target. */

import type { EditLabel } from '../../unsaved-work/edit-label.ts';

/** `target` is null when the outlet is disconnected. */
export function targetLabel(widget: string, outlet: string, target: string | null): EditLabel {
  return target === null
    ? { name: 'disconnect', widget, outlet }
    : { name: 'connect', widget, outlet, target };
}
