/** Link domains: the host names that links of sent email have, with the DNS records that lead to this server. */

import { type Static, Type } from 'typebox';
import { nullable, resource } from '../operation/operation.ts';
import { domainRecordSchema, hostLabel, recordCheckSchema } from './sending-domains.ts';

/** Of an account in a region. */
export const maxLinkDomains = 100;

export type LinkRecordName = 'domain_cname' | 'owner_cname';

export const newLinkDomainSchema = Type.Object({
  domain: Type.String({ minLength: 3, maxLength: 180, description: 'The domain of the senders.' }),
  subdomain: Type.Optional(
    Type.String({
      maxLength: 63,
      pattern: `^${hostLabel}$`,
      description: 'What the links have before the domain; `links` where it is left out.',
    }),
  ),
  default: Type.Optional(
    Type.Boolean({ description: 'Whether email of senders of which there is no link domain has it.' }),
  ),
});
export type NewLinkDomain = Static<typeof newLinkDomainSchema>;

export const linkDomainChangeSchema = Type.Object({ default: Type.Optional(Type.Boolean()) });
export type LinkDomainChange = Static<typeof linkDomainChangeSchema>;

export const linkDomainSchema = resource('LinkDomain', {
  id: Type.Integer(),
  user_id: Type.Integer(),
  domain: Type.String(),
  subdomain: Type.String(),
  username: Type.String(),
  default: Type.Boolean(),
  legacy: Type.Boolean(),
  valid: Type.Boolean({ description: 'Whether both records were found: links have the host name.' }),
  checked_at: nullable(Type.Integer({ description: 'Unix seconds of the last check.' })),
  dns: Type.Object({ domain_cname: domainRecordSchema, owner_cname: domainRecordSchema }),
});
export type LinkDomain = Static<typeof linkDomainSchema>;

export const linkValidationSchema = resource('LinkDomainCheck', {
  id: Type.Integer(),
  valid: Type.Boolean(),
  validation_results: Type.Object({ domain_cname: recordCheckSchema, owner_cname: recordCheckSchema }),
});
