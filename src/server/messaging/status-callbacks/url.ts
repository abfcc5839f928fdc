/** Status callback URLs: where a carrier posts the status of a message or call that we requested. */

import { callbackQuery } from '#api/messaging/callbacks.ts';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** `detectsMachine`: the carrier was asked to find out who answers. */
export function statusCallbackUrl(
  ctx: ServiceContext,
  { account, execution }: { account: string; execution: string | null },
  effect: string,
  detectsMachine = false,
): string {
  const query = callbackQuery(execution ?? '', effect, detectsMachine);
  return `${ctx.publicUrl()}${paths.carrierStatus(account)}?${query}`;
}
