/** The links in a mail that lead back here. Each carries what it says, signed: nobody can make one up. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Region } from '#api/email/regions.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json/json.ts';
import { findClusterSetting, setClusterSettingOnce } from '../../platform/database/cluster-settings.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { messageIdOf, type OutboundMessage } from '../messages/message.ts';

/**
 * What a link says. `recipient` is the SID of the mail there. The link of subscriptions stands for itself: it must
 * work when the mail is long forgotten.
 */
export type LinkClaim =
  | { kind: 'open'; recipient: string }
  | { kind: 'click'; recipient: string; url: string; index: number; part: LinkPart }
  | {
      kind: 'subscriptions';
      account: string;
      region: Region;
      email: string;
      message: string;
      /** The group of the mail; null where it had none. */
      group: number | null;
      /** The groups that the page offers beside it. */
      offered: number[];
    };

export type LinkPart = 'html' | 'text';

/** Absolute addresses for one mail. */
export type TrackingLinks = {
  open: string;
  subscriptions: string;
  click(url: string, index: number, part: LinkPart): string;
};

export async function createTrackingLinks(
  ctx: ServiceContext,
  { row, shared: mail }: Pick<OutboundMessage, 'row' | 'mail'>,
): Promise<TrackingLinks> {
  const key = await linkKeyOf(ctx);
  const address = (path: string, claim: LinkClaim) => `${ctx.publicUrl()}${path}?t=${sign(key, claim)}`;
  const { sid: recipient, account, region, email } = row;
  const group = mail.asm?.group_id ?? null;
  const offered = mail.asm?.groups_to_display ?? [];
  const message = messageIdOf(row);
  return {
    open: address(paths.trackingPixel, { kind: 'open', recipient }),
    subscriptions: address(paths.emailSubscriptions, {
      ...{ kind: 'subscriptions', account, region, email, message, group, offered },
    }),
    click: (url, index, part) => address(paths.trackingClick, { kind: 'click', recipient, url, index, part }),
  };
}

/** What a link of that kind says; null for one that was not made here, or is of another kind. */
export async function verifyLink<K extends LinkClaim['kind']>(
  ctx: ServiceContext,
  kind: K,
  token: string,
): Promise<Extract<LinkClaim, { kind: K }> | null> {
  const [content = '', mac = '', ...rest] = token.split('.');
  // Compared as text: another spelling of the same bytes is another link.
  const [given, right] = [Buffer.from(mac), Buffer.from(computeMac(await linkKeyOf(ctx), content))];
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  if (rest.length > 0 || !isRight) return null;
  const claim: unknown = JSON.parse(Buffer.from(content, 'base64url').toString());
  if (!isObject(claim) || claim.kind !== kind) return null;
  return claim as unknown as Extract<LinkClaim, { kind: K }>;
}

function sign(key: Buffer, claim: LinkClaim): string {
  const content = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${content}.${computeMac(key, content)}`;
}

const macBytes = 16;

function computeMac(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest().subarray(0, macBytes).toString('base64url');
}

const keys = new WeakMap<ServiceContext, Promise<Buffer>>();
const settingName = 'mail-links';

/** The key is one for all processes, made when it is first needed and kept sealed. */
function linkKeyOf(ctx: ServiceContext): Promise<Buffer> {
  const known = keys.get(ctx);
  if (known !== undefined) return known;
  const found = loadLinkKey(ctx);
  keys.set(ctx, found);
  found.catch(() => keys.delete(ctx));
  return found;
}

async function loadLinkKey(ctx: ServiceContext): Promise<Buffer> {
  const sealed =
    (await findClusterSetting(ctx.database.read, settingName)) ??
    (await ctx.database.write((tx) =>
      setClusterSettingOnce(tx, settingName, ctx.secrets.encrypt(ctx.ids.token() + ctx.ids.token())),
    ));
  return Buffer.from(ctx.secrets.decrypt(sealed), 'hex');
}
