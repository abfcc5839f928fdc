/** The search over the newest revisions of all flows of the account: /v1/FlowSearch. */

import { type Static, Type } from 'typebox';
import { nullable, operationsIn, type ResponseBody, resource, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';

/** What is given of one flow, and of one widget; the rest is only counted. */
export const maxFoundWidgets = 20;
export const maxFoundPlaces = 5;

const foundPlaceSchema = resource('FoundPlace', {
  property_path: Type.String({ description: 'JSON Pointer into the definition.' }),
  before: Type.String(),
  found: Type.String({ description: 'What was found; empty where the whole place is meant.' }),
  after: Type.String(),
});

const foundFlowSchema = resource('FoundFlow', {
  flow_sid: sid('FW'),
  friendly_name: Type.String(),
  revision: Type.Integer({ minimum: 1 }),
  widget_count: Type.Integer({ minimum: 1, description: 'How many widgets were found.' }),
  widgets: Type.Array(
    resource('FoundWidget', {
      name: Type.String(),
      type: nullable(Type.String()),
      place_count: Type.Integer({ minimum: 0 }),
      places: Type.Array(foundPlaceSchema, { description: `The first ${maxFoundPlaces}.` }),
    }),
    { description: `The first ${maxFoundWidgets}.` },
  ),
});

/** A flow in which the search found something. */
export type FoundFlow = Static<typeof foundFlowSchema>;

const operation = operationsIn('Flows');

export const searchFlows = operation({
  id: 'SearchFlows',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowSearch,
  summary: 'Search the newest revisions of all flows',
  note: 'Flows in the order of their list. A request reads a bounded number of flows, so a page may end before it is full, or empty: `next_page_url` goes on from there, and is null at the end.',
  query: {
    Query: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Words that must all occur in one widget: in its name, type, texts, templates or conditions. Text in quotes is one word. `type:` `uses:` `is:invalid` `is:unreachable` as in the designer.',
    }),
    ...pageQuery,
  },
  responses: {
    200: {
      text: 'A page of flows in which something was found.',
      schema: pageOf('FoundFlowPage', 'found_flows', foundFlowSchema),
    },
  },
});

export type FoundFlowPage = ResponseBody<typeof searchFlows>;
