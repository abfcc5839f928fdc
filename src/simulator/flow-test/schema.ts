/** The format of flow tests: one definition for the types, the check of a file, and the published JSON Schema. */

import { type Static, type TSchema, Type } from 'typebox';
import type { JsonObject } from '#flow/json/json.ts';
import { faults } from '../mock.ts';
import { durationPattern } from './duration.ts';

const object = <P extends Record<string, TSchema>>(properties: P, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

const optional = Type.Optional;
const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const duration = (description: string) => Type.String({ pattern: durationPattern, description });
const values = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const yes = (description: string) => Type.Union([Type.Literal(true), Type.Null()], { description });

const mockSchema = object(
  {
    status: optional(
      Type.Integer({ minimum: 100, maximum: 599, description: 'HTTP status; 200 by default' }),
    ),
    body: optional(
      Type.Unknown({ description: 'An object or a list is compact JSON; a text is sent as it is' }),
    ),
    content_type: optional(text('application/json for an object or a list, text/plain for a text')),
    delay: optional(duration('After which time the response is there')),
    fault: optional(Type.Enum([...faults], { description: 'Why there is no response' })),
    open: optional(Type.Boolean({ description: 'The task of a caller waits until a person completes it' })),
  },
  'What another system answers',
);

const startSchema = object(
  {
    trigger: Type.Enum(
      ['incomingMessage', 'incomingCall', 'incomingRequest', 'incomingConversationMessage', 'incomingParent'],
      { description: 'The event of the trigger' },
    ),
    contact: optional(text('Address of the contact')),
    channel: optional(text('Address of the flow, or SID of the conversation')),
    body: optional(text('Text of the message that starts the flow')),
    media: optional(texts('URLs of its media')),
    parameters: optional(values('Parameters of the request, or of the parent flow')),
    fields: optional(values('What the carrier reports besides the usual fields')),
    widget: optional(text('The widget at which the run begins, instead of the trigger')),
    context: optional(
      object(
        {
          flow: optional(values('flow.variables and flow.data')),
          widgets: optional(values('Variables of widgets')),
          trigger: optional(values('Data of the trigger')),
        },
        'Variables that earlier widgets would have set',
      ),
    ),
  },
  'How the run starts',
);

const expectSchema = object(
  {
    waits: optional(text('The widget that waits')),
    sent: optional(texts('Texts of all messages since the expectation before')),
    said: optional(texts('What was said and played on the call since the expectation before')),
    path: optional(texts('Widgets that were left since the expectation before, in order')),
    variables: optional(values('Values of variables, by their path')),
    ended: optional(Type.Boolean({ description: 'Whether the flow has ended' })),
  },
  'What must hold now',
);

const sendSchema = object(
  {
    body: optional(text('Its text')),
    media: optional(texts('URLs of its media')),
    fields: optional(values('What the carrier reports besides the usual fields')),
  },
  'A message with media or further fields',
);

const eventSchema = object(
  { name: text('The event'), data: optional(values('What the carrier or the other system reports')) },
  'An event of the widget that waits, with its data',
);

const stepSchema = Type.Object(
  {
    expect: optional(expectSchema),
    advance: optional(duration('Moves the clock on')),
    send: optional(Type.Union([text('A message of the contact'), sendSchema])),
    press: optional(text('Keys that the contact presses')),
    say: optional(text('What the contact says')),
    silence: optional(yes('The contact neither presses a key nor says anything')),
    hangup: optional(yes('The contact hangs up')),
    event: optional(Type.Union([text('An event of the widget that waits'), eventSchema])),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'One input or expectation',
  },
);

const commonProperties = {
  $schema: optional(text('The address of this schema')),
  name: optional(text('What the test is about')),
  flow: optional(text('File of the flow, relative to this file')),
  start: startSchema,
  clock: optional(text('Time at which the run starts: ISO 8601 with a time zone')),
  time_zone: optional(text('IANA name of the zone in which templates format dates; UTC by default')),
  mocks: optional(
    Type.Record(Type.String(), Type.Union([mockSchema, Type.Array(mockSchema, { minItems: 1 })]), {
      description: 'Responses by the name of the widget; of a list each request gets the next one',
    }),
  ),
};

/** Steps that one test may have. */
const maxSteps = 2_000;

export const flowTestSchema = Type.Object(
  {
    ...commonProperties,
    steps: Type.Array(Type.Union([Type.Enum(['silence', 'hangup']), stepSchema]), {
      maxItems: maxSteps,
      description: 'Inputs and expectations, in order',
    }),
  },
  { additionalProperties: false },
);

/** A flow test as its file has it. */
export type FlowTest = Static<typeof flowTestSchema>;

/** The published JSON Schema; `base` is the URL at which the schemas are served, without a trailing slash. */
export function publishedFlowTestSchema(base: string): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: `${base}/flowtest`,
    title: 'Flow test',
    ...(JSON.parse(JSON.stringify(flowTestSchema)) as JsonObject),
  };
}
