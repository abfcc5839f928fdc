/** Leases: a job belongs to the process that claimed it while its heartbeat renews the lease. */

/** How long after the last heartbeat of a process other processes claim its jobs. */
export const leaseMs = 15_000;

/** Two heartbeats may fail before a lease expires. */
export const heartbeatIntervalMs = leaseMs / 3;
