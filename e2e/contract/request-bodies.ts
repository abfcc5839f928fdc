/** What cannot be guessed from a schema: the values with which an operation does its work. */

import { emailPaths } from '#api/email/paths.ts';
import type { Operation } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import { samples } from '#flow/samples/samples.ts';
import type { TestAccount } from './conformance.ts';
import { trackedEmail } from './email-fixtures.ts';
import { type KnownResources, unknownSid } from './known-resources.ts';
import { joining } from './people-fixtures.ts';
import { scimForms } from './scim-fixtures.ts';
import { signInForms } from './sign-in-forms.ts';

type Wanted = {
  query?: string;
  params?: Record<string, string>;
  fields?: Record<string, string | string[] | object | boolean>;
};

/** What one request alone cannot bring about, and why. */
export const unreachableOperations: Readonly<Record<string, string>> = {
  FetchTask: 'no flow of the test creates a task',
  UpdateTask: 'no flow of the test creates a task',
  FetchJob: 'no job of the test fails',
  UpdateJob: 'no job of the test fails',
  FetchChatChannel: 'no flow of the tour opens a channel',
  DeleteChatChannel: 'no flow of the tour opens a channel',
  FetchSyncObject: 'no flow of the tour writes an object',
  DeleteSyncObject: 'no flow of the tour writes an object',
  DeleteUnsubscribe: 'the same list was emptied by its other name before',
  FollowShortLink: 'no message of the tests has a short link',
  CheckCarrier: 'the carrier is not there',
  FetchAlert: 'an alert opens when something is not well for two minutes (src/server/alerts/stories.test.ts)',
  UpdateAlert: 'as above',
  TestAlertRule: 'the rules of the test have no targets (src/server/alerts/delivery.test.ts)',
  VerifySenderToken: 'no link of the test was sent',
  FetchSenderVerification: 'no link of the test was sent',
  ConfirmSender: 'no link of the test was sent',
  RotateSendingDomain: 'no DNS server has the records of the test',
  ReportStatus: 'the carrier is not there',
  RunExecutionAgain: 'the executions of the test are active or without their inputs',
  FetchWorkingCopyRepair: 'the working copies of the test can be opened',
  RepairWorkingCopy: 'the working copies of the test can be opened',
  CreateFirstOwner: 'the account of the test has a member',
  LogOutByProvider: 'no identity provider signs a token for the test',
  CreateTestRun: 'the newest revision of the flow is published',
  ...Object.fromEntries(
    [
      ...[
        'UpdateMe',
        'SwitchAccount',
        'CreateExecutionReveal',
        'ListMySession',
        'DeleteMySession',
        'ConfirmMe',
        'FetchSecondFactor',
        'CreateToken',
        'SetMyPicture',
        'DeleteMyPicture',
      ],
      ...['CreateSecondFactor', 'ConfirmSecondFactor', 'DeleteSecondFactor', 'CreateRecoveryCodes'],
      ...['ListPasskey', 'CreatePasskeyOptions', 'CreatePasskey', 'DeletePasskey'],
    ].map((id) => [id, 'the credentials of the test are those of an account, which is no person']),
  ),
  AskPasswordLink: 'the server of the test has no relay',
  CompleteSignIn: 'nobody in the test has a second factor',
  CreatePasskeySignIn: 'there are no passkeys for addresses of numbers',
  SignInByPasskey: 'there are no passkeys for addresses of numbers',
  DeleteSignInRule: 'its provider was removed just before, and with it its rules',
  UpdateInboundMail: 'all failed emails were resent just before',
};

const address = '+15005550006';
const hook = 'https://hooks.example.org/events';
const carrier = {
  FriendlyName: 'Carrier',
  BaseUrl: 'https://api.carrier.example/2010-04-01',
  CarrierAccountSid: 'AC1',
  AuthToken: 'secret of the carrier',
  CheckSignatures: 'false',
};

/** The form of the operation, and parameters of its address that are not the newest of their kind. */
export function formsOf({ id, method, path }: Operation, { known, marker }: TestAccount): Wanted {
  const definition = JSON.stringify({ ...surveyDefinition(), description: marker });
  const flow = { FriendlyName: marker, Status: 'published', Definition: definition, CommitMessage: marker };
  const contact = `+1500${String(contacts()).padStart(7, '0')}`;
  const start = { To: contact, From: address, Parameters: JSON.stringify({ name: marker }) };
  const own = known.values.get('own account') ?? '';
  const forms: Record<string, Wanted> = {
    CreateFlow: { fields: flow },
    UpdateFlowValidate: { fields: flow },
    UpdateFlow: { fields: flow },
    FetchFlowRevision: { params: { Revision: 'LatestRevision' } },
    SearchFlows: { query: '?Query=type:send-message' },
    FetchFlowDiff: { query: '?From=1&To=LatestRevision' },
    FetchPublishImpact: { query: '?Revision=LatestRevision' },
    CreateFlowEdit: { fields: { Base: '0', Client: 'contract', Commands: describing(marker) } },
    AnnouncePresence: { fields: { Client: 'contract', State: '{"name":"Ann"}' } },
    UpdateFlowPublishing: { fields: { NeedsApproval: false } },
    CreatePublishRequest: { fields: { Revision: 'LatestRevision', PublishAt: inAnHour() } },
    UpdatePublishRequest: { fields: { Status: 'canceled', Note: marker } },
    CreateFlowTest: {
      fields: { Name: marker, Test: 'start: {trigger: incomingMessage, body: hi}\nsteps:\n  - hangup\n' },
    },
    CreateTestRequest: { fields: { Method: 'GET', Url: 'http://127.0.0.1:9/none' } },
    CreateFlowComment: { fields: { Text: marker, AuthorName: 'Ann', Client: 'contract' } },
    UpdateFlowComment: { fields: { Status: 'resolved' } },
    CreateExecutionEnding: { fields: { Executions: 'affected' } },
    CreateExecution: { fields: start },
    CreateExecutionV1: { fields: start },
    CreateTestRun: { fields: { ...start, To: '+15005550001' } },
    UpdateExecution: { fields: { Status: 'active' } },
    CreateExecutionBatch: { fields: { Action: 'end', Contact: contact } },
    UpdateExecutionBatch: { fields: { Status: 'canceled' } },
    UpdateTestUser: { fields: { TestUsers: [marker, address] } },
    CreateAddress: { fields: { FlowSid: known.newest('FW'), Address: address } },
    CreateMessage: { fields: { From: contact, To: address, Body: marker } },
    CreateSpeech: { fields: { Text: marker, Voice: 'alice', Language: 'en-US' } },
    FetchPlayedAudio: { fields: { Url: 'http://127.0.0.1:9/none.wav' } },
    CreateCall: { fields: { From: contact, To: address } },
    CreateAccount: { fields: { FriendlyName: marker, Username: `u${contact.slice(1)}` } },
    FetchAccount: { params: { Sid: own } },
    UpdateAccount: { params: { Sid: own }, fields: { FriendlyName: marker } },
    CreateSession: { fields: { AccountSid: own, AuthToken: known.values.get('own token') ?? '' } },
    SearchContact: { fields: { Values: '["+15005559876"]' } },
    ExportContact: { fields: { Values: '["+15005559876"]', Reason: 'Request 2' } },
    CreateErasure: { fields: { Values: '["+15005559876"]', Reason: 'Request 1' } },
    UpdateAlert: { fields: { Action: 'acknowledge' } },
    FetchAlertRule: { params: { Key: 'failures' } },
    FetchAlertRuleGaps: { params: { Key: `no-starts.${known.newest('FW')}` } },
    UpdateAlertRule: { params: { Key: 'failures' }, fields: { Enabled: 'true', Threshold: '5' } },
    TestAlertRule: { params: { Key: 'failures' } },
    DeleteAlertRule: { params: { Key: 'failures' } },
    CreateSink: { fields: { Destination: hook, Kinds: ['flow.execution.started'] } },
    UpdateSink: { fields: { Destination: hook, Kinds: ['flow.execution.ended'] } },
    CreateCarrier: { fields: carrier },
    UpdateCarrier: { fields: carrier },
    UpdateRetention: { fields: { Days: '10' } },
    UpdateServiceEndpoint: { fields: { Endpoint: hook } },
    FetchCall: { params: { Sid: known.newest('CA') } },
    UpdateCall: { params: { Sid: known.newest('CA') } },
    UpdateMessage: { params: { Sid: known.newest('SM') } },
    UpdateApiKey: { fields: { name: marker, scopes: ['mail.send'] } },
    CountAuditEvent: { query: '?Starts=2026-11-01T00:00:00Z,2026-11-02T00:00:00Z' },
    FetchParseStats: { query: '?start_date=2026-11-01' },
    FetchEmailStats: { query: '?start_date=2026-11-01' },
    FetchCategoryStats: { query: '?start_date=2026-11-01&categories=news' },
    FetchCategorySums: { query: '?start_date=2026-11-01' },
    FetchMailboxProviderStats: { query: '?start_date=2026-11-01' },
    ExplainError: { params: { Code: '20404' } },
    PostToFlow: { params: { AccountSid: own }, fields: { From: contact, To: address, Body: marker } },
    TellFlow: { params: { AccountSid: own }, query: `?From=%2B1500&To=%2B1501&Body=${marker}` },
    // Its own would be lost; it may have a subaccount.
    RotateAuthToken: {
      params: { Sid: known.sids.get('AC')?.findLast((sid) => sid !== own) ?? unknownSid('AC') },
    },
    FollowSignInLink: { query: '?token=x' },
    ...peopleForms(known, contact),
    ...signInForms(known, `${marker} ${contact}`),
    ...scimForms(known, `${marker} ${contact}`),
    ...mailForms(known),
  };
  // Each list of suppressed addresses is emptied the same way.
  if (method === 'DELETE' && /^\/v3\/suppression\/\w+$/.test(path)) return { fields: { delete_all: true } };
  return forms[id] ?? {};
}

/** The others have no members, and ask in vain. */
function peopleForms({ values }: KnownResources, unused: string): Record<string, Wanted> {
  const member = { params: { Sid: values.get('member') ?? unknownSid('US') } };
  const token = { Token: values.get('link token') ?? 'none' };
  const email = `c${unused.slice(1)}@example.org`;
  return {
    CreateFirstOwner: { fields: { ...joining, Email: email } },
    CreateInvitation: { fields: { Email: email, Role: 'viewer' } },
    FetchMember: member,
    FetchPicture: member,
    UpdateMember: { ...member, fields: { Role: 'publisher' } },
    SignOutMember: member,
    ResetSecondFactor: member,
    CreatePasswordLink: member,
    DeleteMember: member,
    ListToken: { query: '?All=true' },
    DeleteToken: { params: { Sid: values.get('token') ?? unknownSid('SK') } },
    FetchPersonLink: { fields: token },
    UsePersonLink: { fields: { ...token, ...joining } },
  };
}

/** What was made for the main account; the others have no mail, and ask in vain. */
function mailForms({ values }: KnownResources): Record<string, Wanted> {
  const called = (name: string) => values.get(name) ?? '0';
  const link = (path: string) => `?t=${called(path)}`;
  const hostname = called('hostname');
  const webhook = { WebhookId: called('webhook') };
  const mail = { Id: called('inbound mail') };
  const delivery = { Id: called('delivery') };
  const outbound = { Sid: called('outbound mail') };
  return {
    SendMail: { fields: trackedEmail },
    CreateEmailTemplate: { fields: { name: 'Plan', generation: 'dynamic' } },
    ImportSuppressions: { fields: { Csv: 'someone@example.org' } },
    CreateVerifiedSender: {
      fields: { nickname: 'Desk', from_email: 'tour@example.org', reply_to: 'tour@example.org' },
    },
    UpdateVerifiedSender: { fields: { nickname: 'Front desk' } },
    CreateEmailAlert: {
      fields: { type: 'stats_notification', email_to: 'tour@example.org', frequency: 'weekly' },
    },
    UpdateEmailAlert: { fields: { frequency: 'monthly' } },
    UpdateSenderRule: { fields: { known_only: false } },
    CreateLinkDomain: { fields: { domain: 'tour.example.org' } },
    CreateSendingDomain: { fields: { domain: 'tour.example.org' } },
    CreateScheduledSend: { fields: { batch_id: called(`${emailPaths.batches}/batch_id`), status: 'pause' } },
    UpdateScheduledSend: { fields: { status: 'cancel' } },
    OpenMail: { query: link(paths.trackingPixel) },
    FollowMailLink: { query: link(paths.trackingClick) },
    FetchMailSubscriptions: { query: link(paths.emailSubscriptions) },
    ChangeMailSubscriptions: { query: link(paths.emailSubscriptions), fields: { Change: 'leave:all' } },
    ListMailDelivery: { query: `?WebhookId=${webhook.WebhookId}` },
    FetchMailDelivery: { params: delivery },
    ReplayMailDelivery: { params: delivery },
    ListMailDeliveryEvents: { params: delivery },
    ResumeMailEvents: { params: webhook },
    FetchMailEventLane: { params: webhook },
    RecoverMailEvents: { params: webhook, fields: { Since: '2026-11-01T00:00:00Z' } },
    TestMailEvents: { params: webhook },
    FetchInboundMail: { params: mail },
    UpdateInboundMail: { params: mail, fields: { Action: 'replay' } },
    ListInboundAttempt: { params: mail },
    FetchInboundChecklist: { query: `?hostname=${hostname}` },
    TryInbound: { fields: { hostname } },
    FetchOutboundMail: { params: outbound },
    UpdateOutboundMail: { params: outbound, fields: { Action: 'send' } },
    FetchOutboundMailHtml: { params: outbound },
    FetchOutboundMailSource: { params: outbound },
  };
}

function surveyDefinition(): object {
  const survey = samples.find(({ id }) => id === 'survey');
  if (survey === undefined) throw new Error('There is no sample "survey".');
  return survey.definition;
}

/** A command that gives the flow another description. */
function describing(description: string): string {
  const operations = [{ kind: 'set', widget: null, path: ['definition', 'description'], to: description }];
  return JSON.stringify([{ id: `contract-${contacts()}`, label: { name: 'describe' }, operations }]);
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

let count = 0;

/** Each contact is another, so that none stands in the way of the next. */
function contacts(): number {
  count += 1;
  return count;
}
