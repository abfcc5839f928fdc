/** Wire types of flows, revisions and test users. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Page } from '../pagination.ts';
import type { statedSources } from './revision-sources.ts';
import type { FlowState } from './state.ts';

export type FlowStatus = 'draft' | 'published';

/** An entry of `errors` or `warnings`. */
export type FlowFinding = { message: string; property_path: string };

export type FlowResource = {
  sid: string;
  account_sid: string;
  author_sid: string | null;
  friendly_name: string;
  /** null in lists. */
  definition: FlowDefinition | null;
  status: FlowStatus;
  revision: number;
  commit_message: string | null;
  valid: boolean | null;
  errors: FlowFinding[] | null;
  warnings: FlowFinding[] | null;
  date_created: string;
  date_updated: string | null;
  webhook_url: string;
  url: string;
  links: { test_users: string; revisions: string; executions: string };
};

export type RevisionResource = {
  sid: string;
  account_sid: string;
  author_sid: string | null;
  friendly_name: string;
  definition: FlowDefinition | null;
  status: FlowStatus;
  revision: number;
  commit_message: string | null;
  valid: boolean | null;
  errors: FlowFinding[] | null;
  date_created: string;
  date_updated: string | null;
  url: string;
};

export type TestUsersResource = { sid: string; test_users: string[]; url: string };

export type FlowPage = Page<'flows', FlowResource>;
export type RevisionPage = Page<'revisions', RevisionResource>;

/**
 * Whom publishing a revision would affect. Active executions finish on the revision that they run; `waiting` counts
 * those at a widget that behaves differently, or is missing, in the revision to publish, by its name in theirs.
 */
export type PublishImpact = {
  revision: number;
  published_revision: number | null;
  active: number;
  by_revision: { revision: number; executions: number }[];
  waiting: { widget: string; change: 'removed' | 'altered'; executions: number }[];
};

type StatedSource = (typeof statedSources)[number];

/** Form fields of create and validate; Definition is JSON text. */
export type FlowForm = {
  FriendlyName: string;
  Status: FlowStatus;
  Definition: string;
  CommitMessage?: string;
  Source?: StatedSource;
};

/** Form fields of update: only Status is required; fields that are left out are copied from the newest revision. */
export type FlowChangeForm = {
  Status: FlowStatus;
  FriendlyName?: string;
  Definition?: string;
  CommitMessage?: string;
  /** The newest revision that the caller knows: with a newer one nothing is stored (409). */
  BaseRevision?: string;
  Source?: StatedSource;
  /** The revision that is restored or rolled back to. */
  SourceRevision?: string;
  /** The edit of the working copy that the revision is made of, instead of FriendlyName and Definition. */
  EditSeq?: string;
  /** With EditSeq: with a later edit nothing is stored (409). */
  NewestEditOnly?: string;
  /** The page, as its edits name it: the edit of the revision bears it. */
  Client?: string;
  /** The name that others see. */
  AuthorName?: string;
};

/**
 * A row of the flows page, from `/v1/FlowSummaries`. `published_revision` is null when it was never published, and so is
 * `unpublished_changes`, which counts what differs in the working copy. `date_updated` is its last edit, by whomever
 * `last_edit` names, which is null where nobody has edited the flow since it was created. `outline` is for the thumbnail: each widget's position in canvas units and its category.
 */
export type FlowSummary = {
  sid: string;
  friendly_name: string;
  description: string;
  tags: string[];
  status: FlowStatus;
  revision: number;
  published_revision: number | null;
  state: FlowState;
  unpublished_changes: number | null;
  last_edit: { author_name: string; client: string } | null;
  valid: boolean;
  errors: number;
  warnings: number;
  triggers: string[];
  active_executions: number;
  date_updated: string;
  outline: { x: number; y: number; category: string }[];
};
