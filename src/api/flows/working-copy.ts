/** Operations of /v1/Flows/{Sid}/WorkingCopy: the one copy of a flow that everybody edits, and its log of edits. */

import { type Static, Type } from 'typebox';
import type { Operation as EditOperation } from '#flow/change/operation.ts';
import type { CommandLabel } from '#flow/commands/command.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import {
  anyObject,
  clientName,
  jsonObjectText,
  jsonText,
  nullable,
  operationsIn,
  resource,
  sid,
  text,
} from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Working copies');
const one = { Sid: sid('FW', 'The flow.') };
/** The largest number that the database has for an edit. */
export const maxSeq = 2_147_483_647;
const seq = (description: string) => Type.Integer({ minimum: 0, maximum: maxSeq, description });
const client = clientName('The page or program that edits');

const copy = {
  seq: seq('The number of the newest edit in it; 0 before the first.'),
  friendly_name: Type.String(),
  definition: anyObject<FlowDefinition>(),
  widgets: Type.Array(Type.String(), {
    description:
      'The identity of each widget, in the order of the states; it stays when the widget is renamed.',
  }),
};

export const workingCopySnapshotSchema = resource('WorkingCopySnapshot', copy);

export const workingCopySchema = resource('WorkingCopy', {
  flow_sid: sid('FW'),
  ...copy,
  revision: Type.Integer({ minimum: 1, description: 'The newest revision of the flow.' }),
  format: Type.Integer({ minimum: 1, description: 'The version of the form of commands.' }),
  saved_seq: seq('The edit up to which that has everything; later ones are in no revision, or only in part.'),
});

export type WorkingCopyResource = Static<typeof workingCopySchema>;

export const editSchema = resource('FlowEdit', {
  seq: Type.Integer({ minimum: 1 }),
  id: Type.String(),
  author: nullable(sid('US')),
  author_name: Type.String(),
  client: Type.String(),
  at: Type.Integer({ description: 'Epoch milliseconds.' }),
  revision: nullable(Type.Integer({ description: 'The revision that was made of the copy with this edit.' })),
  label: Type.Unsafe<CommandLabel>({ type: 'object', description: 'What was done, for people.' }),
  operations: Type.Unsafe<readonly EditOperation[]>({
    type: 'array',
    items: { type: 'object' },
    description: 'As they apply to the copy with all edits before.',
  }),
});

export type FlowEdit = Static<typeof editSchema>;

export const fetchWorkingCopy = operation({
  id: 'FetchWorkingCopy',
  permission: 'flows.read',
  method: 'GET',
  path: paths.workingCopy.template,
  summary: 'Fetch the working copy of a flow',
  note: 'It may have errors. The newest revision is what was saved last. With `Edit` it is shown as it was after that edit.',
  params: one,
  query: { Edit: Type.Optional(seq('As it was after the edit with this number; 0 is before the first.')) },
  responses: {
    200: { text: 'The working copy.', schema: workingCopySchema },
    ...problemResponses(409),
  },
});

export const listEdits = operation({
  id: 'ListFlowEdit',
  permission: 'flows.read',
  method: 'GET',
  path: paths.edits.template,
  summary: 'List the edits of a flow',
  note: 'With `After` oldest first, with `Before` (or neither) newest first; at most 1000, and fewer where they are large: more follow the last until there are none. They are kept for 30 days.',
  params: one,
  query: {
    After: Type.Optional(seq('Edits after this one.')),
    Before: Type.Optional(seq('Edits before this one.')),
    Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '100 when left out.' })),
  },
  responses: {
    200: {
      text: 'The edits.',
      schema: resource('FlowEditPage', {
        seq: seq('The number of the newest edit.'),
        expired: Type.Boolean({
          description: 'Edits after `After` are no longer kept: fetch the working copy instead.',
        }),
        edits: Type.Array(editSchema),
      }),
    },
  },
});

export const createEdits = operation({
  id: 'CreateFlowEdit',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow', every: 'hour' },
  path: paths.edits.template,
  summary: 'Edit the working copy of a flow',
  note: 'Commands are applied in the order in which they arrive, and follow what others have changed since `Base`. One whose id the log has is answered again and not applied again. At most 64 kB each, and 50 a second for each client.',
  params: one,
  form: {
    Base: seq('The newest edit in the copy that the commands were made on, one after the other.'),
    Client: client,
    AuthorName: Type.Optional(text('Who edits, as others shall see it.')),
    Commands: jsonText('A list of 1 to 100 commands: {id, label: {name}, operations}.'),
    Format: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The `format` of the copy that the editor knows. With another nothing is applied (409).',
      }),
    ),
  },
  responses: {
    200: {
      text: 'What became of the commands.',
      schema: resource('FlowEditAnswer', {
        seq: seq('The number of the newest edit.'),
        edits: Type.Array(editSchema, { description: 'All edits after `Base`, these among them.' }),
        results: Type.Array(
          resource('FlowEditResult', {
            id: Type.String(),
            seq: seq('The number of the command in the log.'),
            skipped: Type.Integer({
              description: 'Operations that were not applied, because what they are about is gone.',
            }),
          }),
        ),
        snapshot: nullable(workingCopySnapshotSchema),
      }),
    },
    ...problemResponses(409),
  },
});

export type FlowEditAnswer = Static<(typeof createEdits)['responses'][200]['schema']>;
export type FlowEditPage = Static<(typeof listEdits)['responses'][200]['schema']>;

export const announcePresence = operation({
  id: 'AnnouncePresence',
  permission: 'flows.read',
  method: 'POST',
  audit: { none: 'Who looks at a flow is not kept.' },
  path: paths.presence.template,
  summary: 'Tell the other editors of a flow where you are',
  note: 'Sent to all who follow the working copy, with the name of who signed in (`by`), and kept nowhere.',
  params: one,
  form: { Client: client, State: jsonObjectText<object>('Of at most 2 kB.') },
  responses: { 204: { text: 'Sent.' } },
});

export const followWorkingCopy = operation({
  id: 'FollowWorkingCopy',
  permission: 'flows.read',
  method: 'GET',
  path: paths.workingCopyEvents.template,
  summary: 'Follow the edits and comments of a flow',
  note: 'An id is the number of an edit. With one that is no longer kept, or from a restored database, `opened` says `expired`.',
  params: one,
  query: {
    LastEventId: Type.Optional(
      seq('The number of the last edit that was received; the same as the header Last-Event-ID.'),
    ),
  },
  responses: {
    200: {
      text: 'Server-Sent Events that do not end: `opened` first, then `edit`, `presence` and `comment`, {sid, deleted}, for a comment that was written, changed or deleted (`sid` is null when any may have been); `expired` when edits were missed; `deleted` at the end of a flow.',
      type: 'text/event-stream',
    },
  },
});
