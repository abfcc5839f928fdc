/** Operations of /v1/Flows/{Sid}/WorkingCopy/Repair: a working copy that cannot be opened, and what it is replaced by. */

import { type Static, Type } from 'typebox';
import type { CommandLabel } from '#flow/commands/command.ts';
import { clientName, nullable, oneOf, operationsIn, resource, sid, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { maxSeq, workingCopySnapshotSchema } from './working-copy.ts';

const operation = operationsIn('Working copies');
const one = { Sid: sid('FW', 'The flow.') };
const seq = (description: string) => Type.Integer({ minimum: 0, maximum: maxSeq, description });
const time = Type.Integer({ description: 'Epoch milliseconds.' });
const lost = Type.Integer({ minimum: 0, description: 'Edits after it, which it has not.' });
const outline = Type.Array(Type.Object({ x: Type.Number(), y: Type.Number(), category: Type.String() }), {
  description: 'Position and category of each widget that has a position.',
});

const repairSchema = resource('WorkingCopyRepair', {
  seq: seq('The number of the newest edit.'),
  damage: nullable(
    Type.Object({
      place: Type.String({ description: 'JSON pointer into the definition.' }),
      expected: oneOf(
        ['text', 'object', 'list', 'texts', 'widgets', 'identities', 'shallow'],
        'What belongs there.',
      ),
      found: Type.String({ description: 'The beginning of what is there, as JSON.' }),
    }),
  ),
  edit: nullable(
    Type.Object({
      seq: seq('Its number.'),
      at: time,
      author_name: Type.String(),
      client: Type.String(),
      label: Type.Unsafe<CommandLabel>({ type: 'object', description: 'What was done, for people.' }),
    }),
  ),
  snapshot: nullable(
    Type.Object({
      seq: seq('The newest edit in it.'),
      at: nullable(time),
      lost_edits: lost,
      widgets: Type.Integer({ minimum: 0 }),
      authors: Type.Array(Type.String(), { description: 'Who made the edits since the stored snapshot.' }),
      outline,
    }),
  ),
  revision: Type.Object({
    number: Type.Integer({ minimum: 1 }),
    status: oneOf(['draft', 'published']),
    at: time,
    message: nullable(Type.String()),
    lost_edits: lost,
    outline,
  }),
  stored: nullable(
    Type.String({
      description: 'What is stored of the copy, unchanged, as JSON; null where that is more than 16 MB.',
    }),
  ),
});

export type WorkingCopyRepair = Static<typeof repairSchema>;

export const fetchRepair = operation({
  id: 'FetchWorkingCopyRepair',
  permission: 'flows.read',
  method: 'GET',
  path: paths.workingCopyRepair.template,
  summary: 'Fetch what is wrong with a working copy that cannot be opened',
  note: 'Of one that can be opened it is refused (409). `damage` is null where what is stored cannot be read at all, `edit` is the first after `snapshot`, the newest state that can be opened.',
  params: one,
  responses: {
    200: { text: 'The damage, and what the copy can be replaced by.', schema: repairSchema },
    ...problemResponses(400, 409),
  },
});

const sources = ['snapshot', 'revision'] as const;
export type RepairSource = (typeof sources)[number];

export const repairWorkingCopy = operation({
  id: 'RepairWorkingCopy',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow', shows: ['By', 'Seq'] },
  path: paths.workingCopyRepair.template,
  summary: 'Replace a working copy that cannot be opened',
  note: 'By its newest state that can be opened, or by the newest revision. The edits before stay in the log. A save of a definition by API replaces the copy too.',
  params: one,
  form: {
    By: oneOf(sources),
    Seq: seq('The newest edit, as it was fetched.'),
    Client: clientName('The page or program that repairs'),
    AuthorName: Type.Optional(text('Who repairs, as others shall see it.')),
  },
  responses: {
    200: { text: 'The copy as it is now.', schema: workingCopySnapshotSchema },
    ...problemResponses(409),
  },
});
