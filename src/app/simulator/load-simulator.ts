/** Loads the simulator, and with it the engine, when the first test run starts. */

import type { Simulator } from './test-run-store.ts';

export async function loadSimulator(): Promise<Simulator> {
  const [{ startSimulation }, { perform }, { possibleInputs }, scenario, record] = await Promise.all([
    import('#simulator/start.ts'),
    import('#simulator/perform.ts'),
    import('#simulator/possible-inputs.ts'),
    import('#simulator/flow-test/scenario.ts'),
    import('#simulator/flow-test/record.ts'),
  ]);
  const { startOfTest, mocksOfTest, stepsOfTest } = scenario;
  const { flowTestOf, writeFlowTest } = record;
  return {
    ...{ startSimulation, perform, possibleInputs },
    ...{ startOfTest, mocksOfTest, stepsOfTest, flowTestOf, writeFlowTest },
  };
}
