/** Rows of the tests that are kept with flows. */

export type FlowTestRow = {
  sid: string;
  account: string;
  flow: string;
  /** Unique in the flow. */
  name: string;
  /** The YAML of the test. */
  content: string;
  /** `NamedWidgets` of the content as JSON; null for a test from before they were kept. */
  named_widgets: string | null;
  /** Who kept it last: the SID of a user, and the name that they had; null for a test from before that was recorded. */
  author: string | null;
  author_name: string | null;
  created_at: number;
  updated_at: number;
};

export type FlowTestTables = { flow_tests: FlowTestRow };
