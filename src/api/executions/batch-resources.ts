/** Wire types of batches of executions. */

import type { Static } from 'typebox';
import type { Page } from '../pagination.ts';
import type { createExecutionBatch } from './batches.ts';

export type ExecutionBatch = Static<(typeof createExecutionBatch)['responses'][202]['schema']>;
export type ExecutionBatchPage = Page<'execution_batches', ExecutionBatch>;
