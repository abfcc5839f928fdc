/** SIDs of a simulation: counted, so that the same run has the same ones. */

/** The account of every simulation. */
export const simulationAccount = simulationSid('AC', 0);

/** The flow that a simulation runs. */
export const simulationFlow = simulationSid('FW', 0);

/** The SID with that number. */
export function simulationSid(prefix: string, number: number): string {
  return prefix + number.toString(16).padStart(32, '0');
}
