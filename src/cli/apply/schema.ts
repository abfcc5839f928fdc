/** The format of the file of `patchbay apply`: what an account has, by names. */

import { type Static, type TSchema, Type } from 'typebox';
import { sinkEventTypes } from '#api/live/events.ts';
import { carrierDialects } from '#api/messaging/dialects.ts';
import { roles } from '#api/people/roles.ts';

/** A list is read whole before anything is asked of the server. */
const maxEntries = 1_000;

const entry = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const list = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Optional(Type.Array(entry(properties), { maxItems: maxEntries }));
const text = Type.String();
/** The name of a variable of the environment: no secret stands in the file. */
const secret = entry({ env: text });
const days = Type.Optional(Type.Integer());

export const accountFileSchema = entry({
  subaccounts: list({ name: text, username: Type.Optional(text) }),
  members: list({ email: text, role: Type.Enum([...roles]) }),
  carriers: list({
    name: text,
    dialect: Type.Optional(Type.Enum([...carrierDialects])),
    base_url: text,
    account: text,
    token: secret,
    signing_key: Type.Optional(secret),
    application: Type.Optional(text),
    check_signatures: Type.Optional(Type.Boolean()),
    default: Type.Optional(Type.Boolean()),
  }),
  flows: list({
    name: text,
    file: text,
    publish: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(text, { maxItems: maxEntries })),
  }),
  numbers: list({ address: text, flow: text, carrier: Type.Optional(text) }),
  webhooks: list({
    url: text,
    events: Type.Array(Type.Enum([...sinkEventTypes]), { minItems: 1 }),
    secret: Type.Optional(secret),
  }),
  retention: Type.Optional(entry({ days, audit_days: days })),
});

export type AccountFile = Static<typeof accountFileSchema>;

export type Section = keyof AccountFile;

/** An entry of a list. */
export type Entry<Name extends Section> = Extract<NonNullable<AccountFile[Name]>, readonly unknown[]>[number];

export type Secret = Static<typeof secret>;
