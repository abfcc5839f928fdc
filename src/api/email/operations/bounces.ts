/** /v3/suppression/bounces/classifications: why emails came back, in numbers. */

import { Type } from 'typebox';
import { day, oneOf } from '../../operation/operation.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import { bounceClassifications, classificationCountsSchema, domainCountsSchema } from '../suppressions.ts';

const operation = emailOperationsIn('Email: suppressions');

const days = {
  start_date: Type.Optional(day('The first day; 29 days before the last one where it is left out.')),
  end_date: Type.Optional(day('The last day; today where it is left out.')),
};
const dayRules = {
  start_date: 'A day of the calendar, and not after end_date.',
  end_date: 'A day of the calendar.',
};

export const countBounces = operation({
  id: 'CountBounceClassifications',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.bounceClassifications,
  summary: 'Count bounces and blocks by their classification',
  note: 'Of the addresses on the two lists, by the UTC day on which they got there.',
  scope: 'suppression.bounces.read',
  rules: dayRules,
  query: days,
  responses: { 200: { text: 'The days that have any, oldest first.', schema: classificationCountsSchema } },
});

export const countBounceDomains = operation({
  id: 'CountBounceDomains',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.bounceClassification.template,
  summary: 'Count bounces and blocks of one classification by domain',
  scope: 'suppression.bounces.read',
  params: { classification: oneOf(bounceClassifications) },
  rules: dayRules,
  query: days,
  responses: { 200: { text: 'The days that have any, oldest first.', schema: domainCountsSchema } },
});
