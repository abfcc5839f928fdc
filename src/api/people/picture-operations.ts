/** Operations of the pictures of people: everybody sets their own, and those who work in the same account see it. */

import { Type } from 'typebox';
import { operationsIn, resource, sid, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { maxPictureSide, maxPictureText } from './pictures.ts';
import { pictureVersion, sessionSchema } from './schemas.ts';

const operation = operationsIn('People');

export const setMyPicture = operation({
  id: 'SetMyPicture',
  permission: 'profile.write',
  method: 'POST',
  audit: { object: 'person' },
  path: paths.myPicture,
  summary: 'Set one’s own picture',
  note: 'Only for a person who is signed in to the page. Nothing but the image is kept of the file: no texts, times or places.',
  rules: { Image: `A square PNG of at most ${maxPictureSide} pixels a side.` },
  form: {
    Image: Type.String({
      description: 'The PNG file as base64, of at most 64 kB.',
      maxLength: maxPictureText,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      mismatch: 'must be base64',
    }),
  },
  responses: { 200: { text: 'The caller.', schema: sessionSchema } },
});

export const deleteMyPicture = operation({
  id: 'DeleteMyPicture',
  permission: 'profile.write',
  method: 'DELETE',
  audit: { object: 'person' },
  path: paths.myPicture,
  summary: 'Remove one’s own picture',
  responses: { 204: { text: 'There is none any more.' }, ...problemResponses(404) },
});

export const listPictures = operation({
  id: 'ListPicture',
  permission: 'members.read',
  method: 'GET',
  path: paths.pictures,
  summary: 'List who has a picture',
  note: 'Of the members of the account and of the one above it: of all who may work in it.',
  responses: {
    200: {
      text: 'In order of their SIDs; at most 2,000.',
      schema: Type.Object(
        {
          pictures: Type.Array(
            resource('Picture', { person_sid: sid('US'), version: Type.String(pictureVersion) }),
          ),
        },
        { additionalProperties: false },
      ),
    },
  },
});

export const fetchPicture = operation({
  id: 'FetchPicture',
  permission: 'members.read',
  method: 'GET',
  path: paths.memberPicture.template,
  summary: 'Fetch the picture of a member',
  note: 'Also of a member of the account above.',
  params: { Sid: sid('US', 'The member.') },
  query: {
    Version: Type.Optional(
      text('The version that is wanted: the response may then be kept for a year.', { maxLength: 64 }),
    ),
  },
  responses: {
    200: { text: 'A square PNG.', type: 'image/png' },
    304: { text: 'It is the one that `If-None-Match` names.' },
  },
});
