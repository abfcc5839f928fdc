/** A variable that completion offers. */

/** `group` is the path before the last part, under which it is listed: `flow.data`. */
export type Suggestion = { path: string; means: string; group: string };
