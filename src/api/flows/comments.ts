/** What people say about a flow, at its widgets and places: /v1/Flows/{Sid}/Comments. */

import { type Static, Type } from 'typebox';
import {
  clientName,
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Comments');
const ofFlow = { Sid: sid('FW', 'The flow.') };
const one = { ...ofFlow, CommentSid: sid('CM') };

/** Characters of a comment. */
export const maxCommentText = 2_000;
/** How far from the origin of the canvas a comment can be, in canvas units. */
const maxDistance = 10_000_000;

const statuses = ['open', 'resolved'] as const;

const words = Type.String({
  description: 'Plain text of at most 2000 characters.',
  minLength: 1,
  maxLength: maxCommentText,
  pattern: '^(?:\\P{Cc}|[\\t\\n\\r])+$',
  mismatch: 'must not contain control characters',
});
const author = {
  Client: Type.Optional(clientName('The browser or program that writes')),
  AuthorName: Type.Optional(text('Who writes, as others shall see it.')),
};
const coordinate = (description: string) =>
  Type.Optional(Type.Integer({ minimum: -maxDistance, maximum: maxDistance, description }));

export const commentSchema = resource('FlowComment', {
  sid: sid('CM'),
  flow_sid: sid('FW'),
  account_sid: sid('AC'),
  thread_sid: nullable(sid('CM', 'The comment that it replies to.')),
  text: Type.String({ description: 'With the present names of widgets that it names.' }),
  widgets: nullable(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Identities of the widgets that the text names, by their names; they stay when a widget is renamed. Null before the flow is first edited.',
    }),
  ),
  author: nullable(sid('US')),
  author_name: Type.String(),
  client: Type.String(),
  widget: nullable(
    Type.String({ description: 'The identity of a widget, as the working copy of the flow has it.' }),
  ),
  widget_name: nullable(Type.String({ description: 'The name that the widget had then.' })),
  x: nullable(Type.Integer()),
  y: nullable(Type.Integer()),
  status: nullable(oneOf(statuses, 'Of the thread; null for a reply.')),
  resolved_by_name: nullable(Type.String()),
  date_created: dateTime(),
  date_updated: dateTime(),
  date_edited: nullable(dateTime()),
  url: url(),
});

export type CommentResource = Static<typeof commentSchema>;

export const listComments = operation({
  id: 'ListFlowComment',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowComments.template,
  summary: 'List the comments on a flow',
  note: 'Newest first, replies among them.',
  params: ofFlow,
  query: pageQuery,
  responses: {
    200: { text: 'A page of comments.', schema: pageOf('FlowCommentPage', 'comments', commentSchema) },
  },
});

export type CommentPage = ResponseBody<typeof listComments>;

export const createComment = operation({
  id: 'CreateFlowComment',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow' },
  path: paths.flowComments.template,
  summary: 'Comment on a flow',
  note: 'At a widget, at a place, or in reply to another comment; with none of these it is about the flow. A flow has at most 1000 comments and takes 60 in a minute.',
  params: ofFlow,
  form: {
    Text: words,
    ReplyTo: Type.Optional(sid('CM', 'The first comment of the thread.')),
    Widget: Type.Optional(
      text('The identity of a widget in the working copy: it stays when the widget is renamed.'),
    ),
    X: coordinate('A place on the canvas, with Y.'),
    Y: coordinate('A place on the canvas, with X.'),
    ...author,
  },
  responses: { 201: { text: 'The comment.', schema: commentSchema } },
});

export const fetchComment = operation({
  id: 'FetchFlowComment',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowComment.template,
  summary: 'Fetch a comment on a flow',
  params: one,
  responses: { 200: { text: 'The comment.', schema: commentSchema } },
});

export const updateComment = operation({
  id: 'UpdateFlowComment',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow', shows: ['Status'] },
  path: paths.flowComment.template,
  summary: 'Change a comment, or resolve or reopen its thread',
  note: 'The text is changed by its author: the member, or with other credentials the same browser or program (`Client`); the status of a thread by anybody.',
  params: one,
  form: {
    Text: Type.Optional(words),
    Status: Type.Optional(oneOf(statuses)),
    ...author,
  },
  responses: { 200: { text: 'The comment.', schema: commentSchema } },
});

export const deleteComment = operation({
  id: 'DeleteFlowComment',
  permission: 'flows.write',
  method: 'DELETE',
  audit: { object: 'flow' },
  path: paths.flowComment.template,
  summary: 'Delete a comment, with the replies to it',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});
