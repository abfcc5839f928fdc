/** Operations of /v2/Flows/{FlowSid}/Executions: executions, their steps and contexts, and the execution page's view. */

import { Type } from 'typebox';
import type { JsonObject } from '#flow/json/json.ts';
import { jsonObjectText, operationsIn, type ResponseBody, sid, time } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import {
  executionContextSchema,
  executionSchema,
  executionStatus,
  executionViewSchema,
  stepContextSchema,
  stepSchema,
} from './schemas.ts';

const operation = operationsIn('Executions');
const many = { FlowSid: sid('FW', 'The flow.') };
const one = { ...many, Sid: sid('FN', 'The execution.') };
const ofOne = { ...many, ExecutionSid: sid('FN', 'The execution.') };

/** The address of a contact or of a flow: longer than any phone number, SIP address or chat identity. */
const channelAddress = (description: string) =>
  Type.String({
    description,
    maxLength: 300,
    pattern: '^\\P{Cc}*$',
    mismatch: 'must not contain control characters',
  });

export const newExecution = {
  To: channelAddress('The contact: contact.channel.address in the flow.'),
  From: channelAddress('The address of the flow: flow.channel.address in the flow.'),
  Parameters: Type.Optional(jsonObjectText<JsonObject>('Each key is readable as flow.data.<key>.')),
  ExternalId: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
};

export const createExecution = operation({
  id: 'CreateExecution',
  permission: 'executions.create',
  method: 'POST',
  audit: { object: 'execution', only: 'people' },
  path: paths.executions.template,
  summary: 'Start a flow for a contact',
  note: 'One execution is active at a time for a pair of To and From: a second one is rejected (20409), and details.conflicting_execution_sid names the first.',
  rules: {
    To: 'A phone number in E.164 form, a short code, a SIP address or the name of a client.',
    From: 'A phone number in E.164 form, a short code, a SIP address, the name of a client or the SID of a messaging service.',
  },
  params: many,
  form: newExecution,
  responses: {
    201: { text: 'The execution.', schema: executionSchema },
    ...problemResponses(409),
  },
});

export const createExecutionV1 = operation({
  ...createExecution,
  id: 'CreateExecutionV1',
  permission: 'executions.create',
  path: paths.executionsV1.template,
  group: 'Version 1',
  summary: 'Start a flow for a contact (version 1)',
  note: 'The status is always 200. Where the pair has an active execution, that one is returned and nothing is started.',
  responses: { 200: { text: 'The execution, new or active before.', schema: executionSchema } },
});

export const listExecutions = operation({
  id: 'ListExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executions.template,
  summary: 'List the executions of a flow',
  note: 'Newest first. Contexts are null.',
  params: many,
  query: {
    status: Type.Optional(executionStatus),
    Status: Type.Optional({ ...executionStatus, description: 'Alias of `status`.' }),
    DateCreatedFrom: Type.Optional(time('Created at that ISO 8601 time or later.')),
    DateCreatedTo: Type.Optional(time('Created before that ISO 8601 time.')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of executions.', schema: pageOf('ExecutionPage', 'executions', executionSchema) },
  },
});

export type ExecutionPage = ResponseBody<typeof listExecutions>;

export const fetchExecution = operation({
  id: 'FetchExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.execution.template,
  summary: 'Fetch an execution',
  ofExecution: 'Sid',
  params: one,
  responses: { 200: { text: 'The execution.', schema: executionSchema } },
});

export const updateExecution = operation({
  id: 'UpdateExecution',
  permission: 'executions.end',
  method: 'POST',
  audit: { object: 'execution' },
  path: paths.execution.template,
  summary: 'End an execution',
  params: one,
  form: { Status: executionStatus },
  responses: { 200: { text: 'The execution.', schema: executionSchema } },
});

export const deleteExecution = operation({
  id: 'DeleteExecution',
  permission: 'executions.delete',
  method: 'DELETE',
  audit: { object: 'execution' },
  path: paths.execution.template,
  summary: 'Delete an execution and all its steps',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const fetchExecutionContext = operation({
  id: 'FetchExecutionContext',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionContext.template,
  summary: 'Fetch the variables of an execution',
  ofExecution: 'ExecutionSid',
  params: ofOne,
  responses: { 200: { text: 'The context.', schema: executionContextSchema } },
});

export const listSteps = operation({
  id: 'ListExecutionStep',
  permission: 'executions.read',
  method: 'GET',
  path: paths.steps.template,
  group: 'Steps',
  summary: 'List the steps of an execution',
  note: 'Newest first. Contexts are null.',
  ofExecution: 'ExecutionSid',
  params: ofOne,
  query: pageQuery,
  responses: { 200: { text: 'A page of steps.', schema: pageOf('StepPage', 'steps', stepSchema) } },
});

export type StepPage = ResponseBody<typeof listSteps>;

export const fetchStep = operation({
  id: 'FetchExecutionStep',
  permission: 'executions.read',
  method: 'GET',
  path: paths.step.template,
  group: 'Steps',
  summary: 'Fetch a step',
  ofExecution: 'ExecutionSid',
  params: { ...ofOne, Sid: sid('FT', 'The step.') },
  responses: { 200: { text: 'The step.', schema: stepSchema } },
});

export const fetchStepContext = operation({
  id: 'FetchExecutionStepContext',
  permission: 'executions.read',
  method: 'GET',
  path: paths.stepContext.template,
  group: 'Steps',
  summary: 'Fetch the variables after a step',
  ofExecution: 'ExecutionSid',
  params: { ...ofOne, StepSid: sid('FT', 'The step.') },
  responses: { 200: { text: 'The context.', schema: stepContextSchema } },
});

export const fetchExecutionV1 = operation({
  ...fetchExecution,
  id: 'FetchExecutionV1',
  permission: 'executions.read',
  path: paths.executionV1.template,
  group: 'Version 1',
});

export const fetchExecutionView = operation({
  id: 'FetchExecutionView',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionView.template,
  group: 'For the page',
  summary: 'Fetch the view of an execution for the page',
  note: 'Steps are oldest first; `next` is the `After` of the request for the rest.',
  ofExecution: 'Sid',
  params: one,
  query: {
    After: Type.Optional(
      Type.String({
        pattern: '^\\d{1,9}$',
        description: 'The number of the step after which the steps begin.',
      }),
    ),
  },
  responses: { 200: { text: 'The execution with its steps.', schema: executionViewSchema } },
});

export const fetchExecutionAlone = operation({
  id: 'FetchExecutionAlone',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionAlone.template,
  group: 'For the page',
  summary: 'Fetch an execution by its SID alone',
  ofExecution: 'Sid',
  params: { Sid: one.Sid },
  responses: { 200: { text: 'The execution.', schema: executionSchema } },
});
