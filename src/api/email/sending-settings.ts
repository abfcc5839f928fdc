/** Settings of all email that an account sends: tracking, and a footer. A request to send goes before them. */

import { type Static, Type } from 'typebox';
import { resource } from '../operation/operation.ts';

const flag = (description: string) => Type.Boolean({ description });
const content = (description: string) => Type.String({ maxLength: 20_000, description });
const parameter = () => Type.String({ maxLength: 255 });
/** What the service that this API follows has, and this server does not. */
const notBuilt = () => Type.Optional(Type.String({ maxLength: 0, description: 'Not built: empty.' }));

const enabled = flag('Whether it is on.');

const fields = {
  click: { enabled, enable_text: flag('In plain text too.') },
  open: { enabled },
  subscription: {
    enabled,
    html_content: content('With `<% label %>` where the link goes; empty for the default.'),
    plain_content: content('With `<% %>` where the URL goes; empty for the default.'),
    replace: Type.String({ maxLength: 255, description: 'A tag in the content that the URL replaces.' }),
  },
  google_analytics: {
    enabled,
    utm_source: parameter(),
    utm_medium: parameter(),
    utm_term: parameter(),
    utm_content: parameter(),
    utm_campaign: parameter(),
  },
  footer: { enabled, html_content: content('Of HTML.'), plain_content: content('Of plain text.') },
};

export const sendingSettingSchemas = {
  click: resource('ClickTracking', fields.click),
  open: resource('OpenTracking', fields.open),
  subscription: resource('SubscriptionTracking', fields.subscription),
  google_analytics: resource('AnalyticsTracking', fields.google_analytics),
  footer: resource('EmailFooter', fields.footer),
};

export type SendingSettingName = keyof typeof sendingSettingSchemas;
export type SendingSettings = { [Name in SendingSettingName]: Static<(typeof sendingSettingSchemas)[Name]> };

/** What is left out stays as it is. */
export const sendingSettingChangeSchemas = {
  click: Type.Partial(Type.Object(fields.click)),
  open: Type.Partial(Type.Object(fields.open)),
  subscription: Type.Object({
    ...Type.Partial(Type.Object(fields.subscription)).properties,
    landing: notBuilt(),
    url: notBuilt(),
  }),
  google_analytics: Type.Partial(Type.Object(fields.google_analytics)),
  footer: Type.Partial(Type.Object(fields.footer)),
};

export const sendingSettingListSchema = Type.Object(
  {
    result: Type.Array(
      resource('SendingSetting', {
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        enabled,
      }),
    ),
  },
  { title: 'SendingSettingList' },
);
