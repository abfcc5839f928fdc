/** Resources of flows, revisions and test users. */

import { type Static, Type } from 'typebox';
import type { FlowDefinition } from '#flow/definition.ts';
import { changeKinds } from '#flow/diff/change.ts';
import { flowStates } from '#flow/flow-state.ts';
import type { Json } from '#flow/json/json.ts';
import { anyObject, dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';

export const flowStatus = oneOf(['draft', 'published']);
export type FlowStatus = Static<typeof flowStatus>;

const finding = resource('FlowFinding', { message: Type.String(), property_path: Type.String() });

/** An entry of `errors` or `warnings`. */
export type FlowFinding = Static<typeof finding>;

export const revisionSchema = resource('Revision', {
  sid: sid('FW'),
  account_sid: sid('AC'),
  author_sid: nullable(sid('US')),
  friendly_name: Type.String(),
  definition: nullable(anyObject<FlowDefinition>({ description: 'Null in lists.' })),
  status: flowStatus,
  revision: Type.Integer({ minimum: 1 }),
  commit_message: nullable(Type.String()),
  valid: nullable(Type.Boolean()),
  errors: nullable(Type.Array(finding)),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});

export type RevisionResource = Static<typeof revisionSchema>;

export const flowSchema = resource('Flow', {
  ...revisionSchema.properties,
  warnings: nullable(Type.Array(finding)),
  webhook_url: url(),
  links: resource('FlowLinks', { test_users: url(), revisions: url(), executions: url() }),
});

export type FlowResource = Static<typeof flowSchema>;

export const testUsersSchema = resource('TestUsers', {
  sid: sid('FW'),
  test_users: Type.Array(Type.String({ personal: 'address' })),
  url: url(),
});

export type TestUsersResource = Static<typeof testUsersSchema>;

/** The state of a flow in views of the page; documented resources are without it. */
export const flowStateProperties = {
  state: oneOf(
    flowStates,
    'draft: never published. changed: the working copy differs from what is published.',
  ),
  unpublished_changes: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'How many widgets differ in the working copy, with one for the flow itself and one for its layout and notes; null where nothing is published.',
    }),
  ),
};

export const flowSummarySchema = resource('FlowSummary', {
  sid: sid('FW'),
  friendly_name: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String()),
  status: flowStatus,
  revision: Type.Integer(),
  published_revision: nullable(Type.Integer({ description: 'Null when it was never published.' })),
  ...flowStateProperties,
  last_edit: nullable(
    resource(
      'LastFlowEdit',
      { author_name: Type.String(), author: nullable(sid('US')), client: Type.String() },
      'Who edited it last; null where no one has edited it since it was created.',
    ),
  ),
  valid: nullable(
    Type.Boolean({
      description:
        'Whether the working copy has no error, by the same rules as in the designer; those on the carriers of its numbers are among them. Null, as the next three, while that is still to be checked: ask again.',
    }),
  ),
  errors: nullable(Type.Integer({ minimum: 0, description: 'Errors of the working copy.' })),
  warnings: nullable(
    Type.Integer({ minimum: 0, description: 'Its warnings, without those that an author has silenced.' }),
  ),
  checked_edit: nullable(
    Type.Integer({ minimum: 0, description: 'The edit of the working copy after which that is so.' }),
  ),
  triggers: Type.Array(Type.String()),
  active_executions: Type.Integer(),
  date_updated: dateTime({ description: 'The last edit.' }),
  outline: Type.Array(resource('Outline', { x: Type.Number(), y: Type.Number(), category: Type.String() }), {
    description: 'The position of each widget in canvas units, and its category.',
  }),
});

/** A row of the flows page. */
export type FlowSummary = Static<typeof flowSummarySchema>;

const change = resource('FlowChange', {
  kind: oneOf(changeKinds),
  widget: Type.Optional(
    Type.String({ description: 'Its name after the change; before it, where it was removed.' }),
  ),
  was: Type.Optional(Type.String({ description: 'The former name of a renamed widget.' })),
  path: Type.String({
    description: 'A JSON pointer into the later definition, the earlier one for what was removed.',
  }),
  before: Type.Optional(Type.Unsafe<Json>({})),
  after: Type.Optional(Type.Unsafe<Json>({})),
  label: Type.Optional(
    Type.String({ description: 'The title of the field, or the label of the outlet, that changes.' }),
  ),
  text: Type.String({ description: 'The change as a sentence.' }),
});

export const flowDiffSchema = resource('FlowDiff', {
  behaviour: oneOf(['same', 'changed'], 'same: only layout, notes, names or the description differ.'),
  changes: Type.Array(change),
});

const executionCount = Type.Integer({ minimum: 0 });

export const publishImpactSchema = resource('PublishImpact', {
  revision: Type.Integer(),
  published_revision: nullable(Type.Integer()),
  active: Type.Integer({ minimum: 0, description: 'They finish on the revision that they run.' }),
  by_revision: Type.Array(
    resource('RevisionExecutions', { revision: Type.Integer(), executions: executionCount }),
  ),
  waiting: Type.Array(
    resource('WidgetExecutions', {
      widget: Type.String({ description: 'By its name in the revision that the executions run.' }),
      change: oneOf(['removed', 'altered']),
      executions: executionCount,
    }),
    {
      description: 'Those at a widget that behaves differently, or is missing, in the revision to publish.',
    },
  ),
});

/** Whom publishing a revision would affect. */
export type PublishImpact = Static<typeof publishImpactSchema>;
