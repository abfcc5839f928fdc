/** Alerts of the email API: statistics by email, and a sentence when much of the limit of a month is used. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf, resource } from '../operation/operation.ts';

/** Of an account in a region. */
export const maxEmailAlerts = 50;

export const alertTypes = ['stats_notification', 'usage_limit'] as const;
export const alertFrequencies = ['daily', 'weekly', 'monthly'] as const;

export type AlertFrequency = (typeof alertFrequencies)[number];

const address = Type.String({ minLength: 3, maxLength: 254 });
const frequency = oneOf(
  alertFrequencies,
  'How often statistics are sent; days, weeks and months are those of UTC.',
);
const percentage = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'The part of the recipients of a month at which it is told, in percent.',
});

export const newEmailAlertSchema = Type.Object({
  type: oneOf(alertTypes),
  email_to: nullable(address),
  frequency: Type.Optional(frequency),
  percentage: Type.Optional(percentage),
});

export type NewEmailAlert = Static<typeof newEmailAlertSchema>;

export const emailAlertChangeSchema = Type.Object({
  email_to: Type.Optional(address),
  frequency: Type.Optional(frequency),
  percentage: Type.Optional(percentage),
});

export type EmailAlertChange = Static<typeof emailAlertChangeSchema>;

export const emailAlertSchema = resource('EmailAlert', {
  id: Type.Integer({ minimum: 1 }),
  type: oneOf(alertTypes),
  email_to: Type.String({ personal: 'address' }),
  frequency: Type.Optional(frequency),
  percentage: Type.Optional(percentage),
  created_at: Type.Integer({ minimum: 0, description: 'Unix seconds.' }),
  updated_at: Type.Integer({ minimum: 0, description: 'Unix seconds.' }),
});

export type EmailAlert = Static<typeof emailAlertSchema>;
