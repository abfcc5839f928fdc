/** What people say about a flow: all comments of one, kept up to date by the stream of its working copy. */

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommentResource } from '#api/flows/comments.ts';
import { callApi } from './api.ts';
import { isNotFound } from './request.ts';
import type { CommentEvent } from './working-copy.ts';

export type { CommentResource };

const commentsKey = (flow: string) => ['comments', flow] as const;

/** Comments on one page; a flow has at most 1,000. */
const pageSize = 1_000;

/** All comments of a flow, newest first; none for a flow that is not on the server yet. */
export function useComments(flow: string | null) {
  return useQuery({
    queryKey: commentsKey(flow ?? ''),
    enabled: flow !== null,
    queryFn: async ({ signal }) => {
      const [params, query] = [{ Sid: flow ?? '' }, { PageSize: pageSize }];
      return (await callApi('GET /v1/Flows/{Sid}/Comments', { params, query, signal })).comments;
    },
  });
}

/** Shows a comment as it is now; reads all of them again for null. */
export async function refreshComment(
  cache: QueryClient,
  flow: string,
  event: CommentEvent | null,
): Promise<void> {
  const key = commentsKey(flow);
  const fetched =
    event === null || event.deleted
      ? null
      : await callApi('GET /v1/Flows/{Sid}/Comments/{CommentSid}', {
          params: { Sid: flow, CommentSid: event.sid },
        }).catch((failure) => (isNotFound(failure) ? null : undefined));
  // A list that is on its way may be from before the change.
  const isReading = cache.isFetching({ queryKey: key }) > 0;
  if (event === null || fetched === undefined || isReading) await cache.invalidateQueries({ queryKey: key });
  else showComment(cache, flow, event.sid, fetched);
}

/** `comment` is null for one that is deleted, which takes its replies with it. */
function showComment(cache: QueryClient, flow: string, sid: string, comment: CommentResource | null): void {
  cache.setQueryData<CommentResource[]>(commentsKey(flow), (known) => {
    if (known === undefined) return known;
    if (comment === null) return known.filter((each) => each.sid !== sid && each.thread_sid !== sid);
    const isKnown = known.some((each) => each.sid === sid);
    const all = isKnown ? known.map((each) => (each.sid === sid ? comment : each)) : [comment, ...known];
    return all.sort((one, other) => (one.sid < other.sid ? 1 : -1));
  });
}

/** Who writes: the name that others see, and the browser. */
export type CommentAuthor = { name: string; client: string };

/** Where a comment is: at a widget (by its identity in the working copy), at a place, in a thread, or about the flow. */
export type CommentPlace =
  | { kind: 'widget'; widget: string }
  | { kind: 'place'; x: number; y: number }
  | { kind: 'thread'; thread: string }
  | { kind: 'flow' };

export type NewComment = { text: string; place: CommentPlace; author: CommentAuthor };

export function useAddComment(flow: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ text, place, author }: NewComment) =>
      callApi('POST /v1/Flows/{Sid}/Comments', {
        params: { Sid: flow },
        form: { Text: text, ...placeForm(place), ...authorForm(author) },
      }),
    onSuccess: (added) => showComment(cache, flow, added.sid, added),
  });
}

function placeForm(place: CommentPlace) {
  switch (place.kind) {
    case 'widget':
      return { Widget: place.widget };
    case 'place':
      return { X: Math.round(place.x), Y: Math.round(place.y) };
    case 'thread':
      return { ReplyTo: place.thread };
    case 'flow':
      return {};
  }
}

function authorForm({ name, client }: CommentAuthor) {
  return { Client: client, ...(name !== '' && { AuthorName: name }) };
}

export type CommentChange = { sid: string; author: CommentAuthor } & (
  | { text: string }
  | { status: 'open' | 'resolved' }
);

/** Changes the text of an own comment, or resolves or reopens a thread. */
export function useChangeComment(flow: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ sid, author, ...change }: CommentChange) =>
      callApi('POST /v1/Flows/{Sid}/Comments/{CommentSid}', {
        params: { Sid: flow, CommentSid: sid },
        form: {
          ...('text' in change ? { Text: change.text } : { Status: change.status }),
          ...authorForm(author),
        },
      }),
    onSuccess: (changed) => showComment(cache, flow, changed.sid, changed),
  });
}

export function useDeleteComment(flow: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sid: string) =>
      callApi('DELETE /v1/Flows/{Sid}/Comments/{CommentSid}', { params: { Sid: flow, CommentSid: sid } }),
    onSuccess: (_, sid) => showComment(cache, flow, sid, null),
  });
}
