/** URL paths of all routes, relative to the base URL. */

const flow = (sid: string) => `/v2/Flows/${sid}`;
const execution = (flowSid: string, sid: string) => `${flow(flowSid)}/Executions/${sid}`;
const step = (flowSid: string, executionSid: string, sid: string) =>
  `${execution(flowSid, executionSid)}/Steps/${sid}`;

export const paths = {
  flows: '/v2/Flows',
  validate: '/v2/Flows/Validate',
  flow,
  revisions: (flowSid: string) => `${flow(flowSid)}/Revisions`,
  revision: (flowSid: string, revision: number | string) => `${flow(flowSid)}/Revisions/${revision}`,
  testUsers: (flowSid: string) => `${flow(flowSid)}/TestUsers`,
  executions: (flowSid: string) => `${flow(flowSid)}/Executions`,
  execution,
  executionContext: (flowSid: string, sid: string) => `${execution(flowSid, sid)}/Context`,
  steps: (flowSid: string, sid: string) => `${execution(flowSid, sid)}/Steps`,
  step,
  stepContext: (flowSid: string, executionSid: string, sid: string) =>
    `${step(flowSid, executionSid, sid)}/Context`,
  /** Live streams: Server-Sent Events of all executions of a flow, and of one. */
  flowEvents: (flowSid: string) => `${flow(flowSid)}/Events`,
  accountEvents: '/v1/Events',
  executionEvents: (flowSid: string, sid: string) => `${execution(flowSid, sid)}/Events`,
  /** Webhook of carriers for messages and calls at an address of the flow. */
  webhook: (accountSid: string, flowSid: string) => `/v1/Accounts/${accountSid}/Flows/${flowSid}`,

  /** Version 1 of the same: create returns the active execution instead of a conflict. */
  executionsV1: (flowSid: string) => `/v1/Flows/${flowSid}/Executions`,
  executionV1: (flowSid: string, sid: string) => `/v1/Flows/${flowSid}/Executions/${sid}`,
  /** The OpenAPI document, and the API reference. */
  openapi: '/openapi.json',
  docs: '/docs',

  accounts: '/v1/Accounts',
  account: (sid: string) => `/v1/Accounts/${sid}`,
  authToken: (sid: string) => `/v1/Accounts/${sid}/AuthToken`,
  apiKeys: '/v1/ApiKeys',
  apiKey: (sid: string) => `/v1/ApiKeys/${sid}`,

  /** The one copy of a flow that everybody edits, its edits, a live stream of them, and who edits. */
  workingCopy: (flowSid: string) => `/v1/Flows/${flowSid}/WorkingCopy`,
  edits: (flowSid: string) => `/v1/Flows/${flowSid}/WorkingCopy/Edits`,
  workingCopyRepair: (flowSid: string) => `/v1/Flows/${flowSid}/WorkingCopy/Repair`,
  workingCopyEvents: (flowSid: string) => `/v1/Flows/${flowSid}/WorkingCopy/Events`,
  presence: (flowSid: string) => `/v1/Flows/${flowSid}/WorkingCopy/Presence`,

  /** What differs between two revisions of a flow. */
  flowDiff: (flowSid: string) => `/v1/Flows/${flowSid}/Diff`,

  /** The revisions of a flow with who made each of them and how. */
  flowHistory: (flowSid: string) => `/v1/Flows/${flowSid}/History`,

  /** The tags of a flow. */
  flowTags: (flowSid: string) => `/v1/Flows/${flowSid}/Tags`,

  /** The tests that are kept with a flow. */
  flowTests: (flowSid: string) => `/v1/Flows/${flowSid}/Tests`,
  flowTest: (flowSid: string, sid: string) => `/v1/Flows/${flowSid}/Tests/${sid}`,
  /** Requests of a flow's test runs. */
  testRequests: (flowSid: string) => `/v1/Flows/${flowSid}/TestRequests`,

  /** What people say about a flow, beside its definition. */
  flowComments: (flowSid: string) => `/v1/Flows/${flowSid}/Comments`,
  flowComment: (flowSid: string, sid: string) => `/v1/Flows/${flowSid}/Comments/${sid}`,

  /** Whether publishing needs a second person; requests to publish; ending executions with a publish. */
  flowPublishing: (flowSid: string) => `/v1/Flows/${flowSid}/Publishing`,
  publishRequests: (flowSid: string) => `/v1/Flows/${flowSid}/PublishRequests`,
  publishRequest: (flowSid: string, sid: string) => `/v1/Flows/${flowSid}/PublishRequests/${sid}`,
  executionEndings: (flowSid: string) => `/v1/Flows/${flowSid}/ExecutionEndings`,

  /** Whom publishing a revision would affect. */
  recordedRuns: (flowSid: string) => `/v1/Flows/${flowSid}/RecordedRuns`,
  publishImpact: (flowSid: string) => `/v1/Flows/${flowSid}/PublishImpact`,

  /** The search over the newest revisions of all flows. */
  flowSearch: '/v1/FlowSearch',

  // Beyond the documented API: for the app and the built-in test carrier.
  flowSummaries: '/v1/FlowSummaries',
  executionView: (flowSid: string, sid: string) => `/v1/ExecutionViews/${flowSid}/${sid}`,
  executionAlone: (sid: string) => `/v1/Executions/${sid}`,
  /** Executions of all flows of the account, by filters, and the same as a file. */
  accountExecutions: '/v1/Executions',
  accountExecutionsCsv: '/v1/Executions.csv',
  /** Where the executions of a flow are and go, and how often flows were started. */
  traffic: (flowSid: string) => `/v1/Flows/${flowSid}/Traffic`,
  flowStarts: '/v1/FlowStarts',
  executionCounts: '/v1/ExecutionCounts',
  /** Executions that are ended or deleted by a filter. */
  executionBatches: '/v1/ExecutionBatches',
  executionBatch: (sid: string) => `/v1/ExecutionBatches/${sid}`,
  executionContact: (sid: string) => `/v1/Executions/${sid}/Contact`,
  executionRunAgain: (sid: string) => `/v1/Executions/${sid}/RunAgain`,
  operations: '/v1/Operations',
  retention: '/v1/Retention',
  jobs: '/v1/Jobs',
  /** The key comes percent-encoded. */
  job: (key: string) => `/v1/Jobs/${key}`,
  testRuns: (flowSid: string) => `/v1/TestRuns/${flowSid}`,
  metrics: '/metrics',
  tasks: '/v1/Tasks',
  task: (sid: string) => `/v1/Tasks/${sid}`,
  serviceEndpoints: '/v1/Services/Endpoints',
  serviceEndpoint: (kind: string) => `/v1/Services/Endpoints/${kind}`,
  serviceTrials: (kind: string) => `/v1/Services/Endpoints/${kind}/Trials`,
  chatChannels: '/v1/ChatChannels',
  chatChannel: (sid: string) => `/v1/ChatChannels/${sid}`,
  syncObjects: '/v1/SyncObjects',
  syncObject: (sid: string) => `/v1/SyncObjects/${sid}`,
  conversationMessages: '/v1/Carrier/ConversationMessages',
  addresses: '/v1/Carrier/Addresses',
  address: (sid: string) => `/v1/Carrier/Addresses/${sid}`,
  messages: '/v1/Carrier/Messages',
  calls: '/v1/Carrier/Calls',
  call: (sid: string) => `/v1/Carrier/Calls/${sid}`,
  message: (sid: string) => `/v1/Carrier/Messages/${sid}`,
  carriers: '/v1/Carriers',
  carrier: (sid: string) => `/v1/Carriers/${sid}`,
  carrierCheck: (sid: string) => `/v1/Carriers/${sid}/Check`,
  webhookSecret: (flowSid: string) => `/v1/WebhookSecrets/${flowSid}`,
  /** Status callbacks of messages and calls. */
  carrierStatus: (accountSid: string) => `/v1/Accounts/${accountSid}/Carrier/Status`,
  /** Webhooks for the account's events. */
  sinks: '/v1/Sinks',
  sink: (sid: string) => `/v1/Sinks/${sid}`,
  sinkTest: (sid: string) => `/v1/Sinks/${sid}/Test`,
  /** Mail that went out, one resource for each recipient. */
  outboundEmails: '/v1/Mail/Outbound',
  outboundEmail: (sid: string) => `/v1/Mail/Outbound/${sid}`,
  outboundEmailHtml: (sid: string) => `/v1/Mail/Outbound/${sid}/Html`,
  outboundEmailSource: (sid: string) => `/v1/Mail/Outbound/${sid}/Source`,
  /** Where the links of mails lead; each bears a signed `t`. */
  trackingPixel: '/e/open.gif',
  trackingClick: '/e/click',
  emailSubscriptions: '/e/subscriptions',
  emailPageStyle: '/e/style.css',
  /** What became of posts to event webhooks, one way to look at it and three to have events posted. */
  /** Mail that came in. */
  inboundEmails: '/v1/Mail/Inbound',
  inboundEmail: (id: string) => `/v1/Mail/Inbound/${id}`,
  inboundAttempts: (id: string) => `/v1/Mail/Inbound/${id}/Attempts`,
  inboundReplay: '/v1/Mail/Inbound/Replay',
  inboundChecklist: '/v1/Mail/Inbound/Checklist',
  eventDeliveries: '/v1/Mail/Deliveries',
  eventDelivery: (id: string) => `/v1/Mail/Deliveries/${id}`,
  eventDeliveryReplay: (id: string) => `/v1/Mail/Deliveries/${id}/Replay`,
  eventQueue: (webhook: string) => `/v1/Mail/Deliveries/Webhooks/${webhook}`,
  eventRecovery: (webhook: string) => `/v1/Mail/Deliveries/Webhooks/${webhook}/Recover`,
  eventTest: (webhook: string) => `/v1/Mail/Deliveries/Webhooks/${webhook}/Test`,
  /** Redirects to the target of a link in a message. */
  shortLink: (id: string) => `/l/${id}`,
  session: '/session',
  definitionSchema: '/schemas/flow-definition',
  triggerSchema: '/schemas/trigger',
  flowTestSchema: '/schemas/flowtest',
  capturePaymentsSchema: '/schemas/capture-payments',
  executionEventSchema: '/schemas/flow-execution-event',
  stepEventSchema: '/schemas/flow-step-event',
} as const;
