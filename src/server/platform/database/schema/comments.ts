/** Rows of what people say about flows. */

export type CommentRow = {
  sid: string;
  account: string;
  flow: string;
  /** The first comment of the thread; null for that one itself. */
  thread: string | null;
  text: string;
  /** `NamedWidgets` of the text as JSON; null for a comment from before they were kept. */
  named_widgets: string | null;
  /** SID of a user; null when unknown. */
  author: string | null;
  author_name: string;
  /** The browser or program that wrote it. */
  client: string;
  /** Identity of a widget in the working copy, and the widget's name at that time. */
  widget: string | null;
  widget_name: string | null;
  /** A place in canvas units. */
  x: number | null;
  y: number | null;
  created_at: number;
  updated_at: number;
  /** When its text was changed last. */
  edited_at: number | null;
  /** When the thread was resolved; null while it is open. */
  resolved_at: number | null;
  resolved_by_name: string | null;
};

export type CommentTables = { flow_comments: CommentRow };
