/** The dialects by their names. */

import { type CarrierDialect, carrierDialects } from '#api/messaging/dialects.ts';
import { defaultDialect } from './default/dialect.ts';
import type { Dialect } from './dialect.ts';
import { jambonzDialect } from './jambonz/dialect.ts';
import { signalwireDialect } from './signalwire/dialect.ts';
import { somlengDialect } from './somleng/dialect.ts';
import { telnyxDialect } from './telnyx/dialect.ts';

const dialects: Readonly<Record<CarrierDialect, Dialect>> = {
  default: defaultDialect,
  signalwire: signalwireDialect,
  somleng: somlengDialect,
  jambonz: jambonzDialect,
  telnyx: telnyxDialect,
};

const all = carrierDialects.map((name) => dialects[name]);

/** That of the carrier; the test carrier, which is null, speaks the default. */
export function dialectOf(carrier: { dialect: CarrierDialect } | null): Dialect {
  return dialects[carrier?.dialect ?? 'default'];
}

/** The headers in which carriers sign, in lower case. */
export const signatureHeaders: readonly string[] = [
  ...new Set(all.flatMap((dialect) => dialect.signatureHeaders)),
];

/** The headers whose signature covers the body as it came. */
export const bodySignatureHeaders: readonly string[] = all
  .filter(({ signsBody }) => signsBody)
  .flatMap((dialect) => dialect.signatureHeaders);

/** The dialects whose posts are no forms. */
export const translatingDialects: readonly Dialect[] = all.filter(
  ({ translatePost }) => translatePost !== undefined,
);
