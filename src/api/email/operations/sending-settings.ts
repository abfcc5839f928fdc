/** /v3/tracking_settings and /v3/mail_settings: what all email of an account has. */

import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  sendingSettingChangeSchemas as changes,
  sendingSettingSchemas as schemas,
  sendingSettingListSchema,
} from '../sending-settings.ts';

const operation = emailOperationsIn('Email: settings of sending');
const note = 'What a request to send says goes before it.';
const read = { permission: 'email.read', method: 'GET' } as const;
const change = {
  permission: 'email.write',
  method: 'PATCH',
  note,
  audit: { object: 'email_settings', shows: ['enabled'] },
} as const;

export const listTrackingSettings = operation({
  ...read,
  id: 'ListTrackingSetting',
  path: emailPaths.trackingSettings,
  summary: 'List settings of tracking',
  scope: 'tracking_settings.read',
  responses: { 200: { text: 'The settings.', schema: sendingSettingListSchema } },
});

export const fetchClickTracking = operation({
  ...read,
  id: 'GetClickTrackingSetting',
  path: emailPaths.clickTracking,
  summary: 'Fetch whether clicks are tracked',
  scope: 'tracking_settings.click.read',
  responses: { 200: { text: 'The setting.', schema: schemas.click } },
});

export const updateClickTracking = operation({
  ...change,
  id: 'UpdateClickTrackingSetting',
  path: emailPaths.clickTracking,
  summary: 'Track clicks, or do not',
  scope: 'tracking_settings.click.update',
  json: changes.click,
  responses: { 200: { text: 'The setting.', schema: schemas.click } },
});

export const fetchOpenTracking = operation({
  ...read,
  id: 'GetOpenTrackingSetting',
  path: emailPaths.openTracking,
  summary: 'Fetch whether opens are tracked',
  scope: 'tracking_settings.open.read',
  responses: { 200: { text: 'The setting.', schema: schemas.open } },
});

export const updateOpenTracking = operation({
  ...change,
  id: 'UpdateOpenTrackingSetting',
  path: emailPaths.openTracking,
  summary: 'Track opens, or do not',
  scope: 'tracking_settings.open.update',
  json: changes.open,
  responses: { 200: { text: 'The setting.', schema: schemas.open } },
});

export const fetchSubscriptionTracking = operation({
  ...read,
  id: 'GetSubscriptionTrackingSetting',
  path: emailPaths.subscriptionTracking,
  summary: 'Fetch whether email gets a link to unsubscribe',
  scope: 'tracking_settings.subscription.read',
  responses: { 200: { text: 'The setting.', schema: schemas.subscription } },
});

export const updateSubscriptionTracking = operation({
  ...change,
  id: 'UpdateSubscriptionTrackingSetting',
  path: emailPaths.subscriptionTracking,
  summary: 'Add a link to unsubscribe, or do not',
  scope: 'tracking_settings.subscription.update',
  json: changes.subscription,
  responses: { 200: { text: 'The setting.', schema: schemas.subscription } },
});

export const fetchAnalyticsTracking = operation({
  ...read,
  id: 'GetGoogleAnalyticsTrackingSetting',
  path: emailPaths.analyticsTracking,
  summary: 'Fetch the parameters of a campaign that links get',
  scope: 'tracking_settings.google_analytics.read',
  responses: { 200: { text: 'The setting.', schema: schemas.google_analytics } },
});

export const updateAnalyticsTracking = operation({
  ...change,
  id: 'UpdateGoogleAnalyticsTrackingSetting',
  path: emailPaths.analyticsTracking,
  summary: 'Add parameters of a campaign to links, or do not',
  scope: 'tracking_settings.google_analytics.update',
  json: changes.google_analytics,
  responses: { 200: { text: 'The setting.', schema: schemas.google_analytics } },
});

export const listMailSettings = operation({
  ...read,
  id: 'ListMailSetting',
  path: emailPaths.mailSettings,
  summary: 'List settings of email',
  scope: 'mail_settings.read',
  responses: { 200: { text: 'The settings.', schema: sendingSettingListSchema } },
});

export const fetchFooter = operation({
  ...read,
  id: 'GetFooter',
  path: emailPaths.footer,
  summary: 'Fetch the footer of email',
  scope: 'mail_settings.footer.read',
  responses: { 200: { text: 'The footer.', schema: schemas.footer } },
});

export const updateFooter = operation({
  ...change,
  id: 'UpdateFooter',
  path: emailPaths.footer,
  summary: 'Add a footer to email, or do not',
  scope: 'mail_settings.footer.update',
  json: changes.footer,
  responses: { 200: { text: 'The footer.', schema: schemas.footer } },
});
