/** Inbound parse: mail to a host name is posted to a URL. */

import { type Static, Type } from 'typebox';
import { nullable, resource } from '../operation/operation.ts';

const fields = {
  url: Type.String({ maxLength: 2048, description: 'An http or https URL.' }),
  spam_check: Type.Optional(Type.Boolean()),
  send_raw: Type.Optional(Type.Boolean()),
  /** The id of a security policy that the posts follow. */
  security_policy: Type.Optional(nullable(Type.String())),
};

export const newParseSettingSchema = Type.Object({
  hostname: Type.String({ minLength: 1, maxLength: 253 }),
  ...fields,
});
export type NewParseSetting = Static<typeof newParseSettingSchema>;

export const parseSettingChangeSchema = Type.Object({ ...fields, url: Type.Optional(fields.url) });
export type ParseSettingChange = Static<typeof parseSettingChangeSchema>;

export const parseSettingSchema = resource('ParseSetting', {
  hostname: Type.String(),
  url: Type.String(),
  spam_check: Type.Boolean(),
  send_raw: Type.Boolean(),
  checked_at: nullable(
    Type.Integer({ description: 'Unix seconds of the last look for its mail exchanger.' }),
  ),
  lost_at: nullable(Type.Integer({ description: 'Since when there is none, where there was one before.' })),
  security_policy: Type.Optional(Type.String()),
});
export type ParseSetting = Static<typeof parseSettingSchema>;

export const parseSettingListSchema = resource('ParseSettingList', {
  result: Type.Array(parseSettingSchema),
});
