/** /v3/user/webhooks/parse: settings and statistics. */

import { Type } from 'typebox';
import { day, oneOf } from '../../operation/operation.ts';
import { emailOperationsIn } from '../operation.ts';
import {
  newParseSettingSchema,
  parseSettingChangeSchema,
  parseSettingListSchema,
  parseSettingSchema,
} from '../parse-settings.ts';
import { maxStatsEntries, parseStatsSchema } from '../parse-stats.ts';
import { emailPaths } from '../paths.ts';
import { periods } from '../statuses.ts';

const operation = emailOperationsIn('Email: inbound parse');
const one = { hostname: Type.String() };
const setting = { 200: { text: 'The setting.', schema: parseSettingSchema } } as const;
export const createParseSetting = operation({
  id: 'CreateParseSetting',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_parse_setting', shows: ['hostname', 'url', 'spam_check', 'send_raw'] },
  path: emailPaths.parseSettings,
  summary: 'Create a parse setting',
  scope: 'user.webhooks.parse.settings.create',
  json: newParseSettingSchema,
  responses: { 201: { text: 'The setting.', schema: parseSettingSchema } },
});

export const listParseSettings = operation({
  id: 'ListParseSetting',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.parseSettings,
  summary: 'List the parse settings',
  scope: 'user.webhooks.parse.settings.read',
  responses: { 200: { text: 'The settings.', schema: parseSettingListSchema } },
});

export const fetchParseSetting = operation({
  id: 'FetchParseSetting',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.parseSetting.template,
  summary: 'Fetch the parse setting of a host name',
  scope: 'user.webhooks.parse.settings.read',
  params: one,
  responses: { ...setting },
});

export const updateParseSetting = operation({
  id: 'UpdateParseSetting',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_parse_setting' },
  path: emailPaths.parseSetting.template,
  summary: 'Update the parse setting of a host name',
  scope: 'user.webhooks.parse.settings.update',
  params: one,
  json: parseSettingChangeSchema,
  responses: { ...setting },
});

export const deleteParseSetting = operation({
  id: 'DeleteParseSetting',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_parse_setting' },
  path: emailPaths.parseSetting.template,
  summary: 'Delete the parse setting of a host name',
  note: 'Email to the host name is rejected from then on.',
  scope: 'user.webhooks.parse.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const fetchParseStats = operation({
  id: 'FetchParseStats',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.parseStats,
  summary: 'Fetch statistics of received and parsed emails',
  note: 'One entry for each period, also for those without email. Days are in UTC; weeks begin on Monday.',
  scope: 'user.webhooks.parse.stats.read',
  rules: { start_date: 'A day of the calendar, and not after end_date.', end_date: 'A day of the calendar.' },
  query: {
    start_date: day('The first day.'),
    end_date: Type.Optional(day('The last day; today where it is left out.')),
    aggregated_by: Type.Optional(oneOf(periods, 'The period of an entry; a day where it is left out.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxStatsEntries })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  responses: { 200: { text: 'The entries, oldest first.', schema: parseStatsSchema } },
});
