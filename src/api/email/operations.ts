/** All operations of the email API. */

import type { EmailOperation } from './operation.ts';
import * as accessSettings from './operations/access-settings.ts';
import * as account from './operations/account.ts';
import * as activity from './operations/activity.ts';
import * as addressValidation from './operations/address-validation.ts';
import * as alerts from './operations/alerts.ts';
import * as bounces from './operations/bounces.ts';
import * as eventWebhooks from './operations/event-webhooks.ts';
import * as groups from './operations/groups.ts';
import * as keys from './operations/keys.ts';
import * as linkDomains from './operations/link-domains.ts';
import * as parse from './operations/parse.ts';
import * as policies from './operations/policies.ts';
import * as scheduledSends from './operations/scheduled-sends.ts';
import * as sending from './operations/sending.ts';
import * as sendingDomains from './operations/sending-domains.ts';
import * as sendingSettings from './operations/sending-settings.ts';
import * as stats from './operations/stats.ts';
import { suppressionOperations } from './operations/suppressions.ts';
import * as templates from './operations/templates.ts';
import * as verifiedSenders from './operations/verified-senders.ts';

const lists = Object.values(suppressionOperations).flatMap((each): EmailOperation[] => Object.values(each));

const modules = {
  accessSettings,
  account,
  activity,
  addressValidation,
  alerts,
  keys,
  eventWebhooks,
  policies,
  parse,
  groups,
  bounces,
  templates,
  sendingDomains,
  linkDomains,
  verifiedSenders,
  scheduledSends,
  sending,
  sendingSettings,
  stats,
};

export const emailOperations: readonly EmailOperation[] = [
  ...Object.values(modules).flatMap((file): EmailOperation[] => Object.values(file)),
  ...lists,
];

type Exports<Modules> = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules];

/** Each by its own type. */
export type KnownEmailOperation = Exports<typeof modules> | Exports<typeof suppressionOperations>;
