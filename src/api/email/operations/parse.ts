/** /v3/user/webhooks/parse: settings and statistics. */

import { Type } from 'typebox';
import { day, oneOf } from '../../operation/operation.ts';
import { errorResponses } from '../error.ts';
import type { EmailOperation } from '../operation.ts';
import {
  newParseSettingSchema,
  parseSettingChangeSchema,
  parseSettingListSchema,
  parseSettingSchema,
} from '../parse-settings.ts';
import { maxStatsEntries, parseStatsSchema } from '../parse-stats.ts';
import { emailPaths } from '../paths.ts';
import { periods } from '../statuses.ts';

const group = 'Email: inbound parse';
const access = 'key';
const one = { hostname: Type.String() };
const setting = { 200: { text: 'The setting.', schema: parseSettingSchema } } as const;
export const createParseSetting = {
  id: 'CreateParseSetting',
  method: 'POST',
  path: emailPaths.parseSettings,
  group,
  summary: 'Create a parse setting',
  access,
  scope: 'user.webhooks.parse.settings.create',
  json: newParseSettingSchema,
  responses: { 201: { text: 'The setting.', schema: parseSettingSchema }, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const listParseSettings = {
  id: 'ListParseSetting',
  method: 'GET',
  path: emailPaths.parseSettings,
  group,
  summary: 'List the parse settings',
  access,
  scope: 'user.webhooks.parse.settings.read',
  responses: { 200: { text: 'The settings.', schema: parseSettingListSchema }, ...errorResponses() },
} as const satisfies EmailOperation;

export const fetchParseSetting = {
  id: 'FetchParseSetting',
  method: 'GET',
  path: emailPaths.parseSetting.template,
  group,
  summary: 'Fetch the parse setting of a host name',
  access,
  scope: 'user.webhooks.parse.settings.read',
  params: one,
  responses: { ...setting, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const updateParseSetting = {
  id: 'UpdateParseSetting',
  method: 'PATCH',
  path: emailPaths.parseSetting.template,
  group,
  summary: 'Update the parse setting of a host name',
  access,
  scope: 'user.webhooks.parse.settings.update',
  params: one,
  json: parseSettingChangeSchema,
  responses: { ...setting, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const deleteParseSetting = {
  id: 'DeleteParseSetting',
  method: 'DELETE',
  path: emailPaths.parseSetting.template,
  group,
  summary: 'Delete the parse setting of a host name',
  note: 'Email to the host name is rejected from then on.',
  access,
  scope: 'user.webhooks.parse.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const fetchParseStats = {
  id: 'FetchParseStats',
  method: 'GET',
  path: emailPaths.parseStats,
  group,
  summary: 'Fetch statistics of received and parsed emails',
  note: 'One entry for each period, also for those without email. Days are in UTC; weeks begin on Monday.',
  access,
  scope: 'user.webhooks.parse.stats.read',
  rules: { start_date: 'A day of the calendar, and not after end_date.', end_date: 'A day of the calendar.' },
  query: {
    start_date: day('The first day.'),
    end_date: Type.Optional(day('The last day; today where it is left out.')),
    aggregated_by: Type.Optional(oneOf(periods, 'The period of an entry; a day where it is left out.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxStatsEntries })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  responses: {
    200: { text: 'The entries, oldest first.', schema: parseStatsSchema },
    ...errorResponses(400),
  },
} as const satisfies EmailOperation;
