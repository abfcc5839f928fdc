/** /schemas/flow-execution-event and /schemas/flow-step-event: the schemas that events name as theirs. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import type { ServiceContext } from '../platform/service-context.ts';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;

const about = {
  account_sid: text,
  flow_sid: text,
  execution_sid: text,
  flow_revision: { type: ['integer', 'null'] },
  parent_execution_sid: textOrNull,
  parent_step_sid: textOrNull,
} as const;

const schemas = {
  [paths.executionEventSchema]: {
    title: 'The data of flow.execution.started and flow.execution.ended',
    properties: {
      ...about,
      status: { enum: ['active', 'ended'] },
      contact_channel_address: textOrNull,
      initiated_by: textOrNull,
    },
  },
  [paths.stepEventSchema]: {
    title: 'The data of flow.step.ended',
    properties: {
      ...about,
      step_sid: text,
      seq: { type: 'integer', minimum: 1 },
      name: text,
      type: text,
      transitioned_from: text,
      transitioned_to: text,
    },
  },
};

export function eventSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  for (const [path, { title, properties }] of Object.entries(schemas)) {
    app.get(path, (request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .type('application/schema+json')
        .send({
          $schema: 'https://json-schema.org/draft/2019-09/schema',
          $id: baseUrl(ctx, request) + path,
          title,
          type: 'object',
          properties,
          required: Object.keys(properties),
        }),
    );
  }
}
