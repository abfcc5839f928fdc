/** Frames of groups go with what they have, by what an edit is for. */

import { followMembers } from '#flow/annotations/groups.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';

/** Who moves a widget may take it out of its group; where others make room for one, it stays in. */
const keepsMembers: Readonly<Partial<Record<EditLabel['name'], boolean>>> = {
  moveWidgets: false,
  addWidget: true,
  insertWidget: true,
  paste: true,
  duplicate: true,
  arrange: true,
  extractSubflow: true,
  inlineSubflow: true,
};

/** `after` with the frames where they belong; other edits, as an import, move none. */
export function withFollowingGroups(
  { name }: EditLabel,
  before: FlowDefinition,
  after: FlowDefinition,
): FlowDefinition {
  const keeps = keepsMembers[name];
  return keeps === undefined ? after : followMembers(before, after, { keepsMembers: keeps });
}
