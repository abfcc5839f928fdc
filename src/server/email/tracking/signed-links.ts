/** Tracking and subscription links of messages: self-contained claims, signed with HMAC-SHA256. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Region } from '#api/email/regions.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json/json.ts';
import { findClusterSetting, setClusterSettingOnce } from '../../platform/database/cluster-settings.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findLinkBase } from '../link-domains/service.ts';
import { messageIdOf, type OutboundMessage } from '../messages/message.ts';

/**
 * The claims of a link. `recipient` is the SID of the message at its recipient, `shard` its shard, which links of earlier
 * versions do not have. A subscription link has all data in itself, as
 * it must work after the message was deleted.
 */
export type LinkClaim =
  | ({ kind: 'open' } & LinkRecipient)
  | ({ kind: 'click'; url: string; index: number; part: LinkPart } & LinkRecipient)
  | {
      kind: 'subscriptions';
      account: string;
      region: Region;
      email: string;
      message: string;
      /** The group of the message; null without one. */
      group: number | null;
      /** Other groups that the page displays. */
      offered: number[];
    };

export type LinkRecipient = { recipient: string; shard?: number };

export type LinkPart = 'html' | 'text';

/** Absolute URLs for one message. */
export type TrackingLinks = {
  open: string;
  subscriptions: string;
  click(url: string, index: number, part: LinkPart): string;
};

export async function createTrackingLinks(
  ctx: ServiceContext,
  { row, shared }: Pick<OutboundMessage, 'row' | 'shared'>,
): Promise<TrackingLinks> {
  const key = await linkKeyOf(ctx);
  const base = await findLinkBase(ctx, row);
  const linkTo = (path: string, claim: LinkClaim) => `${base}${path}?t=${sign(key, claim)}`;
  const { sid: recipient, shard, account, region, email } = row;
  const group = shared.asm?.group_id ?? null;
  const offered = shared.asm?.groups_to_display ?? [];
  const message = messageIdOf(row);
  return {
    open: linkTo(paths.trackingPixel, { kind: 'open', recipient, shard }),
    subscriptions: linkTo(paths.emailSubscriptions, {
      ...{ kind: 'subscriptions', account, region, email, message, group, offered },
    }),
    click: (url, index, part) =>
      linkTo(paths.trackingClick, { kind: 'click', recipient, shard, url, index, part }),
  };
}

/** The claims of a link; null when the signature is invalid, or the link is of another kind. */
export async function verifyLink<K extends LinkClaim['kind']>(
  ctx: ServiceContext,
  kind: K,
  token: string,
): Promise<Extract<LinkClaim, { kind: K }> | null> {
  const [content = '', mac = '', ...rest] = token.split('.');
  // Compared as text, as base64url has several spellings of the same bytes. In constant time.
  const [actual, expected] = [Buffer.from(mac), Buffer.from(computeMac(await linkKeyOf(ctx), content))];
  const isValid = actual.length === expected.length && timingSafeEqual(actual, expected);
  if (rest.length > 0 || !isValid) return null;
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

/** One key for all processes, generated at first use and stored sealed. */
export function linkKeyOf(ctx: ServiceContext): Promise<Buffer> {
  const cached = keys.get(ctx);
  if (cached !== undefined) return cached;
  const loading = loadLinkKey(ctx);
  keys.set(ctx, loading);
  loading.catch(() => keys.delete(ctx));
  return loading;
}

async function loadLinkKey(ctx: ServiceContext): Promise<Buffer> {
  const sealed =
    (await findClusterSetting(ctx.database.read, settingName)) ??
    (await ctx.database.write((tx) =>
      setClusterSettingOnce(tx, settingName, ctx.secrets.encrypt(ctx.ids.token() + ctx.ids.token())),
    ));
  return Buffer.from(ctx.secrets.decrypt(sealed), 'hex');
}
