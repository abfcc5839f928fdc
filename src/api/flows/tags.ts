/** The tags of a flow, by which people find it: /v1/Flows/{Sid}/Tags. They belong to no revision. */

import { type Static, Type } from 'typebox';
import { operationsIn, resource, sid, url } from '../operation/operation.ts';
import { paths } from '../paths.ts';
import { maxTagLength, maxTags } from './tag-text.ts';

const operation = operationsIn('Flows');
const one = { Sid: sid('FW', 'The flow.') };

const tagsSchema = resource('FlowTags', {
  sid: sid('FW'),
  tags: Type.Array(Type.String(), { description: 'In the order in which they were set.' }),
  url: url(),
});

export type FlowTags = Static<typeof tagsSchema>;

export const fetchFlowTags = operation({
  id: 'FetchFlowTag',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowTags.template,
  summary: 'Fetch the tags of a flow',
  params: one,
  responses: { 200: { text: 'The tags.', schema: tagsSchema } },
});

export const updateFlowTags = operation({
  id: 'UpdateFlowTag',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow' },
  path: paths.flowTags.template,
  summary: 'Set the tags of a flow',
  note: 'Replaces the list; no revision is made. The field is repeated once for each tag; alone and empty, it clears the list. Tags that differ in case only are the same tag.',
  params: one,
  rules: {
    Tags: `Each has at most ${maxTagLength} characters, counted without the spaces around it.`,
  },
  form: {
    Tags: Type.Array(Type.String(), {
      description: `At most ${maxTags} tags.`,
    }),
  },
  responses: { 200: { text: 'The tags.', schema: tagsSchema } },
});
