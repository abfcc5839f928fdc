/** Rows of the tests that are kept with flows. */

export type FlowTestRow = {
  sid: string;
  account: string;
  flow: string;
  /** Unique in the flow. */
  name: string;
  /** The YAML of the test. */
  content: string;
  created_at: number;
  updated_at: number;
};

export type FlowTestTables = { flow_tests: FlowTestRow };
