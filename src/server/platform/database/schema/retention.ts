/** Rows: what the removal of personal data needs. Conventions as in `tables.ts`. */

/** How long an account keeps personal data, where that is shorter than what the installation allows. */
export type RetentionSettingRow = { account: string; period_ms: number; set_at: number };

/**
 * A periodic maintenance task, run by one process at a time: the one that holds the lease. `outcome` is JSON of
 * the result of the last run that removed something, `ended_at` its end.
 */
export type MaintenanceTaskRow = {
  name: string;
  due_at: number;
  lease_until: number;
  ended_at: number | null;
  outcome: string | null;
};

export type RetentionTables = { retention_settings: RetentionSettingRow; chores: MaintenanceTaskRow };
