/** All operations of the email API. */

import type { EmailOperation } from './operation.ts';
import * as eventWebhooks from './operations/event-webhooks.ts';
import * as groups from './operations/groups.ts';
import * as keys from './operations/keys.ts';
import * as parse from './operations/parse.ts';
import * as policies from './operations/policies.ts';
import * as sending from './operations/sending.ts';
import { suppressionOperations } from './operations/suppressions.ts';

const lists = Object.values(suppressionOperations).flatMap((each): EmailOperation[] => Object.values(each));

export const emailOperations: readonly EmailOperation[] = [
  ...[keys, eventWebhooks, policies, parse, groups, sending].flatMap((file): EmailOperation[] =>
    Object.values(file),
  ),
  ...lists,
];
