/** Service functions of the pictures of people. One is seen by all who may work in an account with its person. */

import { createHash } from 'node:crypto';
import { maxPictureSide } from '#api/people/pictures.ts';
import type { PersonResource } from '#api/people/schemas.ts';
import type { PersonPictureRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, CallerPerson, ServiceContext } from '../../platform/service-context.ts';
import { findParentAccount } from '../parent-service.ts';
import { requirePerson } from './members-service.ts';
import {
  deletePictureRow,
  findPicture,
  findPictureVersion,
  listPictureVersions,
  upsertPicture,
} from './picture-store.ts';
import { readSquarePng } from './png.ts';

/** Two accounts have at most as many members. */
const mostPictures = 2_000;

/**
 * Sets the picture of the caller; `image` is base64.
 *
 * @throws Refusal forbidden for a program; bad-request for what is no small square PNG
 */
export async function setPicture(ctx: ServiceContext, caller: Caller, image: string): Promise<void> {
  const person = requirePerson(caller).sid;
  const png = readSquarePng(Buffer.from(image, 'base64'), maxPictureSide);
  if (png === null) {
    const message = `Image: it is no square PNG of at most ${maxPictureSide} pixels a side`;
    throw new Refusal('bad-request', message, { field: 'Image' });
  }
  const version = createHash('sha256').update(png).digest('hex').slice(0, 16);
  await ctx.database.write((tx) => upsertPicture(tx, { person, version, png }));
}

/** @throws Refusal forbidden for a program; not-found */
export async function deletePicture(ctx: ServiceContext, caller: Caller): Promise<void> {
  const person = requirePerson(caller).sid;
  if (!(await ctx.database.write((tx) => deletePictureRow(tx, person)))) throw notFound();
}

/** @throws Refusal not-found, also for a person who is no member of the account */
export async function fetchPicture(
  ctx: ServiceContext,
  caller: Caller,
  person: string,
): Promise<PersonPictureRow> {
  const row = await findPicture(ctx.database.read, await accountsOf(ctx, caller), person);
  if (row === undefined) throw notFound();
  return row;
}

/** Of all who may work in the account. */
export async function listPictures(
  ctx: ServiceContext,
  caller: Caller,
): Promise<Omit<PersonPictureRow, 'png'>[]> {
  return listPictureVersions(ctx.database.read, await accountsOf(ctx, caller), mostPictures);
}

export async function withPicture(ctx: ServiceContext, person: CallerPerson): Promise<PersonResource> {
  return { ...person, picture_version: await findPictureVersion(ctx.database.read, person.sid) };
}

/** A membership counts in its account and in those below it. */
async function accountsOf(ctx: ServiceContext, { account }: Caller): Promise<string[]> {
  const parent = await findParentAccount(ctx, ctx.database.read, account);
  return parent === null ? [account] : [account, parent];
}
