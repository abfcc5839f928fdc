/** The groups of a flow in two layers: frames behind the cards, covers of collapsed groups in front of them. */

import { lazy, useMemo } from 'react';
import { annotationsIn, groupsOf, membersByGroup } from '#flow/annotations/groups.ts';
import type { FlowDefinition, Point } from '#flow/definition.ts';
import { LatePart } from '../../ui/states/late-part.tsx';
import { annotationKey } from '../annotations/carried.ts';
import type { CanvasProps } from '../canvas-props.ts';
import { useInteraction } from '../interaction/interaction-store.ts';
import type { PlacedGroup } from './groups-layer.tsx';

/** Most flows have no groups. */
const GroupsLayer = lazy(() => import('./groups-layer.tsx'));

export type ShownGroups = { frames: readonly PlacedGroup[]; covers: readonly PlacedGroup[] };

/**
 * A group is collapsed while it can be edited (executions and comparisons show all cards), and none of its widgets is
 * selected or focused.
 */
export function useGroups(definition: FlowDefinition, { selected, editing }: CanvasProps): ShownGroups {
  const focused = useInteraction((state) => state.focus?.widget);
  const placed = useMemo(() => placedGroups(definition), [definition]);
  return useMemo(() => {
    const isCovered = ({ group, members }: PlacedGroup) =>
      group.collapsed &&
      editing !== undefined &&
      !members.some((member) => selected.has(member) || member === focused);
    return {
      frames: placed.filter((each) => !isCovered(each)).map(expanded),
      covers: placed.filter(isCovered),
    };
  }, [placed, selected, editing, focused]);
}

type GroupsProps = {
  groups: readonly PlacedGroup[];
  props: CanvasProps;
  zoom(): number;
  onReveal(at: Point): void;
};

export function Groups({ groups, props, zoom, onReveal }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <LatePart onFailed={() => {}}>
      <GroupsLayer {...{ groups, zoom, onReveal }} editing={props.editing} onSelect={props.onSelect} />
    </LatePart>
  );
}

function placedGroups(definition: FlowDefinition): PlacedGroup[] {
  const groups = groupsOf(definition);
  if (groups.size === 0) return [];
  const members = membersByGroup(definition, groups);
  return [...groups].map(([id, group]) => ({
    id,
    group,
    members: members.get(id) ?? [],
    carried: carriedBy(definition, id),
  }));
}

function carriedBy(definition: FlowDefinition, group: string): ReadonlySet<string> {
  const { notes, groups } = annotationsIn(definition, group);
  return new Set([
    ...[...notes.keys()].map((id) => annotationKey({ kind: 'note', id })),
    ...[...groups.keys()].map((id) => annotationKey({ kind: 'group', id })),
  ]);
}

function expanded(placed: PlacedGroup): PlacedGroup {
  return placed.group.collapsed ? { ...placed, group: { ...placed.group, collapsed: false } } : placed;
}
