/** Operations of /v1/Executions/{Sid}/Reveals: what is masked in one execution, shown to one person for a while. */

import { Type } from 'typebox';
import { dateTime, operationsIn, resource, sid } from '../operation/operation.ts';
import { paths } from '../paths.ts';
import { maxRevealsPerHour, revealMinutes, revealReasonLength } from './reveal-limits.ts';

const operation = operationsIn('Executions of the account');
const one = { Sid: sid('FN', 'The execution.') };

const revealSchema = resource('ExecutionReveal', {
  execution_sid: sid('FN'),
  date_expires: dateTime({ description: 'Then it is masked again.' }),
});

export const revealExecution = operation({
  id: 'CreateExecutionReveal',
  permission: 'contacts.reveal',
  method: 'POST',
  audit: { object: 'execution' },
  path: paths.executionReveals.template,
  summary: 'Show what is masked in an execution, with a reason',
  note: `For ${revealMinutes} minutes the execution, its steps, contexts, messages and calls are not masked for the caller. Only for a person who is signed in: a program has no reason that anybody could ask about. At most ${maxRevealsPerHour} an hour for each person.`,
  params: one,
  form: {
    Reason: Type.String({
      description: 'Why, for the audit log.',
      ...revealReasonLength,
      pattern: '^(?=.*\\S)\\P{Cc}+$',
      mismatch: 'must not contain control characters',
    }),
  },
  responses: { 201: { text: 'Until when it is shown.', schema: revealSchema } },
});

export const listExecutionReveals = operation({
  id: 'ListExecutionReveal',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionReveals.template,
  summary: 'List the reveals of an execution that last for the caller',
  note: 'One at most.',
  params: one,
  responses: {
    200: {
      text: 'The reveals.',
      schema: resource('ExecutionRevealList', { reveals: Type.Array(revealSchema) }),
    },
  },
});
