/** Milliseconds of a processor that this thread has taken: unlike the time of a clock, what else the machine does is not in it. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
