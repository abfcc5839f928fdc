/** URL paths of all routes, relative to the base URL. */

import { at } from './operation/path-template.ts';

export const paths = {
  flows: '/v2/Flows',
  validate: '/v2/Flows/Validate',
  flow: at('/v2/Flows/{Sid}'),
  revisions: at('/v2/Flows/{Sid}/Revisions'),
  revision: at('/v2/Flows/{Sid}/Revisions/{Revision}'),
  testUsers: at('/v2/Flows/{Sid}/TestUsers'),
  executions: at('/v2/Flows/{FlowSid}/Executions'),
  execution: at('/v2/Flows/{FlowSid}/Executions/{Sid}'),
  executionContext: at('/v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Context'),
  steps: at('/v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps'),
  step: at('/v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps/{Sid}'),
  stepContext: at('/v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps/{StepSid}/Context'),
  /** Live streams: Server-Sent Events of all executions of a flow, and of one. */
  flowEvents: at('/v2/Flows/{FlowSid}/Events'),
  accountEvents: '/v1/Events',
  executionEvents: at('/v2/Flows/{FlowSid}/Executions/{Sid}/Events'),
  /** Webhook of carriers for messages and calls at an address of the flow. */
  webhook: at('/v1/Accounts/{AccountSid}/Flows/{FlowSid}'),

  /** Version 1 of the same: create returns the active execution instead of a conflict. */
  executionsV1: at('/v1/Flows/{FlowSid}/Executions'),
  executionV1: at('/v1/Flows/{FlowSid}/Executions/{Sid}'),
  /** The OpenAPI document, and the API reference. */
  openapi: '/openapi.json',
  docs: '/docs',

  accounts: '/v1/Accounts',
  account: at('/v1/Accounts/{Sid}'),
  authToken: at('/v1/Accounts/{Sid}/AuthToken'),
  apiKeys: '/v1/ApiKeys',
  apiKey: at('/v1/ApiKeys/{Sid}'),

  /** People: who is signed in, who belongs to the account with which role, and who is invited. */
  me: '/v1/Me',
  mySessions: '/v1/Me/Sessions',
  mySession: at('/v1/Me/Sessions/{Id}'),
  myPicture: '/v1/Me/Picture',
  myAccounts: '/v1/Me/Accounts',
  myAccount: '/v1/Me/Account',
  /** What one may see in all of them. */
  myFlows: '/v1/Me/Flows',
  myExecutions: '/v1/Me/Executions',
  myFailingWebhooks: '/v1/Me/FailingWebhooks',
  myConfirmation: '/v1/Me/Confirmation',
  mySecondFactor: '/v1/Me/SecondFactor',
  mySecondFactorConfirmation: '/v1/Me/SecondFactor/Confirmation',
  myRecoveryCodes: '/v1/Me/RecoveryCodes',
  myPasskeys: '/v1/Me/Passkeys',
  myPasskeyOptions: '/v1/Me/Passkeys/Options',
  myPasskey: at('/v1/Me/Passkeys/{Sid}'),
  /** Credentials of members for their own programs. */
  tokens: '/v1/Tokens',
  token: at('/v1/Tokens/{Sid}'),
  firstOwner: '/v1/FirstOwner',
  roles: '/v1/Roles',
  members: '/v1/Members',
  member: at('/v1/Members/{Sid}'),
  pictures: '/v1/Pictures',
  memberPicture: at('/v1/Members/{Sid}/Picture'),
  memberSignOut: at('/v1/Members/{Sid}/SignOut'),
  memberSecondFactorReset: at('/v1/Members/{Sid}/SecondFactorReset'),
  memberPasswordLink: at('/v1/Members/{Sid}/PasswordLink'),
  /** Who changed or saw what, the same as files, and whether its hash chain is whole. */
  auditEvents: '/v1/AuditEvents',
  auditCounts: '/v1/AuditEvents/Counts',
  auditEvent: at('/v1/AuditEvents/{Sid}'),
  auditVerification: '/v1/AuditEvents/Verification',
  auditEventsCsv: '/v1/AuditEvents.csv',
  auditEventsLines: '/v1/AuditEvents.jsonl',
  invitations: '/v1/Invitations',
  invitation: at('/v1/Invitations/{Sid}'),
  /** Sets of people who have the same memberships. */
  groups: '/v1/Groups',
  group: at('/v1/Groups/{Sid}'),
  /** Signing in by identity providers: the providers, what their claims give, and other ways. */
  identityProviders: '/v1/IdentityProviders',
  identityProvider: at('/v1/IdentityProviders/{Sid}'),
  identityProviderCheck: at('/v1/IdentityProviders/{Sid}/Check'),
  scimToken: at('/v1/IdentityProviders/{Sid}/ScimToken'),
  /** SCIM 2.0: what identity providers push. */
  scim: '/scim/v2',
  scimConfig: '/scim/v2/ServiceProviderConfig',
  scimResourceTypes: '/scim/v2/ResourceTypes',
  scimResourceType: at('/scim/v2/ResourceTypes/{Name}'),
  scimSchemas: '/scim/v2/Schemas',
  scimSchema: at('/scim/v2/Schemas/{Urn}'),
  scimUsers: '/scim/v2/Users',
  scimUser: at('/scim/v2/Users/{Id}'),
  scimGroups: '/scim/v2/Groups',
  scimGroup: at('/scim/v2/Groups/{Id}'),
  signInRules: '/v1/SignInRules',
  signInRule: at('/v1/SignInRules/{Sid}'),
  signInSettings: '/v1/SignInSettings',

  /** The one copy of a flow that everybody edits, its edits, a live stream of them, and who edits. */
  workingCopy: at('/v1/Flows/{Sid}/WorkingCopy'),
  edits: at('/v1/Flows/{Sid}/WorkingCopy/Edits'),
  workingCopyRepair: at('/v1/Flows/{Sid}/WorkingCopy/Repair'),
  workingCopyEvents: at('/v1/Flows/{Sid}/WorkingCopy/Events'),
  presence: at('/v1/Flows/{Sid}/WorkingCopy/Presence'),

  /** What differs between two revisions of a flow. */
  flowDiff: at('/v1/Flows/{Sid}/Diff'),

  /** The revisions of a flow with who made each of them and how. */
  flowHistory: at('/v1/Flows/{Sid}/History'),

  /** The tags of a flow. */
  flowTags: at('/v1/Flows/{Sid}/Tags'),

  /** The tests that are kept with a flow. */
  flowTests: at('/v1/Flows/{Sid}/Tests'),
  flowTest: at('/v1/Flows/{Sid}/Tests/{TestSid}'),
  /** Requests of a flow's test runs. */
  testRequests: at('/v1/Flows/{Sid}/TestRequests'),

  /** What people say about a flow, apart from its definition. */
  flowComments: at('/v1/Flows/{Sid}/Comments'),
  flowComment: at('/v1/Flows/{Sid}/Comments/{CommentSid}'),

  /** Whether publishing needs a second person; requests to publish; ending executions with a publish. */
  flowPublishing: at('/v1/Flows/{Sid}/Publishing'),
  publishRequests: at('/v1/Flows/{Sid}/PublishRequests'),
  publishRequest: at('/v1/Flows/{Sid}/PublishRequests/{RequestSid}'),
  executionEndings: at('/v1/Flows/{Sid}/ExecutionEndings'),

  /** Whom publishing a revision would affect. */
  recordedRuns: at('/v1/Flows/{Sid}/RecordedRuns'),
  publishImpact: at('/v1/Flows/{Sid}/PublishImpact'),

  /** The search over the newest revisions of all flows. */
  flowSearch: '/v1/FlowSearch',

  // Beyond the documented API: for the app and the built-in test carrier.
  flowSummaries: '/v1/FlowSummaries',
  executionView: at('/v1/ExecutionViews/{FlowSid}/{Sid}'),
  executionAlone: at('/v1/Executions/{Sid}'),
  /** Executions of all flows of the account, by filters, and the same as a file. */
  accountExecutions: '/v1/Executions',
  accountExecutionsCsv: '/v1/Executions.csv',
  /** Where the executions of a flow are and go, and how often flows were started. */
  traffic: at('/v1/Flows/{Sid}/Traffic'),
  flowStarts: '/v1/FlowStarts',
  executionCounts: '/v1/ExecutionCounts',
  /** Executions that are ended or deleted by a filter. */
  executionBatches: '/v1/ExecutionBatches',
  executionBatch: at('/v1/ExecutionBatches/{Sid}'),
  executionContact: at('/v1/Executions/{Sid}/Contact'),
  /** What is masked in an execution, shown to one person for a while. */
  executionReveals: at('/v1/Executions/{Sid}/Reveals'),
  executionRunAgain: at('/v1/Executions/{Sid}/RunAgain'),
  operations: '/v1/Operations',
  retention: '/v1/Retention',
  jobs: '/v1/Jobs',
  /** The key comes percent-encoded. */
  job: at('/v1/Jobs/{Key}'),
  testRuns: at('/v1/TestRuns/{FlowSid}'),
  metrics: '/metrics',
  tasks: '/v1/Tasks',
  task: at('/v1/Tasks/{Sid}'),
  serviceEndpoints: '/v1/Services/Endpoints',
  serviceEndpoint: at('/v1/Services/Endpoints/{Kind}'),
  serviceTrials: at('/v1/Services/Endpoints/{Kind}/Trials'),
  chatChannels: '/v1/ChatChannels',
  chatChannel: at('/v1/ChatChannels/{Sid}'),
  syncObjects: '/v1/SyncObjects',
  syncObject: at('/v1/SyncObjects/{Sid}'),
  conversationMessages: '/v1/Carrier/ConversationMessages',
  addresses: '/v1/Carrier/Addresses',
  address: at('/v1/Carrier/Addresses/{Sid}'),
  messages: '/v1/Carrier/Messages',
  calls: '/v1/Carrier/Calls',
  call: at('/v1/Carrier/Calls/{Sid}'),
  speech: '/v1/Carrier/Speech',
  playedAudio: '/v1/Carrier/PlayedAudio',
  message: at('/v1/Carrier/Messages/{Sid}'),
  carriers: '/v1/Carriers',
  carrier: at('/v1/Carriers/{Sid}'),
  carrierCheck: at('/v1/Carriers/{Sid}/Check'),
  webhookSecret: at('/v1/WebhookSecrets/{FlowSid}'),
  /** Status callbacks of messages and calls. */
  carrierStatus: at('/v1/Accounts/{AccountSid}/Carrier/Status'),
  /** What is not well, and by which rules. */
  alerts: '/v1/Alerts',
  alert: at('/v1/Alerts/{Sid}'),
  alertSummary: '/v1/AlertSummary',
  alertRules: '/v1/AlertRules',
  alertRule: at('/v1/AlertRules/{Key}'),
  alertRuleTest: at('/v1/AlertRules/{Key}/Test'),
  alertRuleGaps: at('/v1/AlertRules/{Key}/Gaps'),
  /** Webhooks for the account's events. */
  sinks: '/v1/Sinks',
  sink: at('/v1/Sinks/{Sid}'),
  sinkTest: at('/v1/Sinks/{Sid}/Test'),
  /** Mail that went out, one resource for each recipient. */
  outboundEmails: '/v1/Mail/Outbound',
  outboundEmail: at('/v1/Mail/Outbound/{Sid}'),
  outboundEmailHtml: at('/v1/Mail/Outbound/{Sid}/Html'),
  outboundEmailSource: at('/v1/Mail/Outbound/{Sid}/Source'),
  /** Where the links of mails lead; each bears a signed `t`. */
  trackingPixel: '/e/open.gif',
  trackingClick: '/e/click',
  emailSubscriptions: '/e/subscriptions',
  senderVerification: '/e/sender',
  emailPageStyle: '/e/style.css',
  /** What became of posts to event webhooks, one way to look at it and three to have events posted. */
  scheduledEmails: '/v1/Mail/Scheduled',
  templatePreview: '/v1/Mail/TemplatePreview',
  /** Mail that came in. */
  inboundEmails: '/v1/Mail/Inbound',
  inboundEmail: at('/v1/Mail/Inbound/{Id}'),
  inboundAttempts: at('/v1/Mail/Inbound/{Id}/Attempts'),
  inboundReplay: '/v1/Mail/Inbound/Replay',
  inboundChecklist: '/v1/Mail/Inbound/Checklist',
  suppressionImport: at('/v1/Mail/Suppressions/{List}/Import'),
  suppressionExport: at('/v1/Mail/Suppressions/{List}/Export'),
  /** Redirects to the target of a link in a message. */
  shortLink: at('/l/{Id}'),
  session: '/session',
  /** What a link of an invitation, or to a new password, is for; and its use. */
  secondFactor: '/session/second-factor',
  passkeyOptions: '/session/passkey/options',
  passkeySignIn: '/session/passkey',
  personLink: '/session/link',
  personLinkUse: '/session/link/use',
  passwordLinks: '/session/password-links',
  /** Signing in by a provider: which there are, the way to one, and the way back. */
  sessionProviders: '/session/providers',
  oidcStart: at('/session/oidc/{Sid}'),
  oidcLogout: at('/session/oidc/{Sid}/logout'),
  oidcCallback: '/session/oidc/callback',
  definitionSchema: '/schemas/flow-definition',
  triggerSchema: '/schemas/trigger',
  flowTestSchema: '/schemas/flowtest',
  capturePaymentsSchema: '/schemas/capture-payments',
  executionEventSchema: '/schemas/flow-execution-event',
  stepEventSchema: '/schemas/flow-step-event',
} as const;
