/** /v3/alerts: statistics by email, and a sentence when much of the limit of a month is used. */

import { Type } from 'typebox';
import { emailAlertChangeSchema, emailAlertSchema, maxEmailAlerts, newEmailAlertSchema } from '../alerts.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: alerts');
const one = { alert_id: Type.String({ description: 'The id of an alert.' }) };
const shows = ['type', 'email_to', 'frequency', 'percentage'];
const note =
  'It is sent from MAIL_FROM, and is no sent email of the account. Where that is not set, it is listed as a failed job instead.';

export const createEmailAlert = operation({
  id: 'CreateEmailAlert',
  permission: 'alerts.rules',
  method: 'POST',
  audit: { object: 'email_alert', shows },
  path: emailPaths.emailAlerts,
  summary: 'Create an alert',
  note,
  rules: {
    type: `usage_limit only where EMAIL_MONTHLY_LIMIT is set; ${maxEmailAlerts} alerts at most.`,
    email_to: 'An address; null for that of the owner who joined first.',
    frequency: 'Required for stats_notification.',
    percentage: 'Required for usage_limit.',
  },
  scope: 'alerts.create',
  json: newEmailAlertSchema,
  responses: { 201: { text: 'The alert.', schema: emailAlertSchema } },
});

export const listEmailAlerts = operation({
  id: 'ListEmailAlert',
  permission: 'alerts.read',
  method: 'GET',
  path: emailPaths.emailAlerts,
  summary: 'List alerts',
  scope: 'alerts.read',
  responses: { 200: { text: 'The alerts, oldest first.', schema: Type.Array(emailAlertSchema) } },
});

export const fetchEmailAlert = operation({
  id: 'GetEmailAlert',
  permission: 'alerts.read',
  method: 'GET',
  path: emailPaths.emailAlert.template,
  summary: 'Fetch an alert',
  scope: 'alerts.read',
  params: one,
  responses: { 200: { text: 'The alert.', schema: emailAlertSchema } },
});

export const updateEmailAlert = operation({
  id: 'UpdateEmailAlert',
  permission: 'alerts.rules',
  method: 'PATCH',
  audit: { object: 'email_alert', shows },
  path: emailPaths.emailAlert.template,
  summary: 'Change an alert',
  note,
  rules: {
    email_to: 'An address.',
    frequency: 'Of stats_notification only.',
    percentage: 'Of usage_limit only.',
  },
  scope: 'alerts.update',
  params: one,
  json: emailAlertChangeSchema,
  responses: { 200: { text: 'The alert.', schema: emailAlertSchema } },
});

export const deleteEmailAlert = operation({
  id: 'DeleteEmailAlert',
  permission: 'alerts.rules',
  method: 'DELETE',
  audit: { object: 'email_alert' },
  path: emailPaths.emailAlert.template,
  summary: 'Delete an alert',
  scope: 'alerts.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});
