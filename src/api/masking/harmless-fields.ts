/**
 * Texts of responses that are about no contact: names and identifiers that members or the server gave, by the title of the
 * resource. Everything that is neither here nor annotated is masked; a test goes over all operations.
 */

const harmless: Readonly<Record<string, readonly string[]>> = {
  AccountExecution: ['contact_masked', 'channel', 'widget', 'event'],
  AccountExecutionPage: ['widget'],
  ActingKey: ['friendly_name'],
  ActingPerson: ['name'],
  Address: ['address'],
  BounceClassificationCounts: ['date'],
  BounceDomainCounts: ['date'],
  Call: ['sid', 'execution_sid'],
  Carrier: ['friendly_name', 'carrier_account_sid', 'application_sid'],
  CarrierConnection: ['problem'],
  CloudEvent: ['id', 'source', 'subject', 'dataschema'],
  CategoryStatsEntry: ['date', 'type', 'name'],
  CategorySums: ['date', 'type', 'name'],
  DkimKey: ['selector'],
  EmailCategory: ['category'],
  EmailStatsEntry: ['date'],
  EmailTemplate: ['id', 'name', 'updated_at'],
  EmailTemplateList: ['self', 'prev', 'next'],
  EmailTemplateVersion: [
    'id',
    'template_id',
    'name',
    'subject',
    'updated_at',
    'html_content',
    'plain_content',
  ],
  EmailTemplateVersionSummary: ['id', 'template_id', 'name', 'subject', 'updated_at'],
  EventWebhook: [
    ...['id', 'url', 'friendly_name', 'oauth_client_id', 'oauth_token_url', 'public_key'],
    ...['created_date', 'updated_date', 'created_at', 'updated_at'],
  ],
  EventWebhookSignature: ['id', 'public_key'],
  ExecutionEventData: ['name', 'type', 'transitioned_from', 'transitioned_to'],
  ExecutionView: ['at'],
  GroupSuppression: ['group_name'],
  InboundAttempts: ['mail_id'],
  InboundCheck: ['text'],
  InboundChecklist: ['hostname'],
  InboundMail: ['id', 'hostname', 'spf'],
  InboundProofRecord: ['name', 'value'],
  MailAttachment: ['type'],
  MailBatch: ['batch_id'],
  MailDelivery: ['webhook_id', 'problem'],
  MailEvent: ['event', 'sg_event_id'],
  MailEventLane: ['webhook_id'],
  MailEventPost: ['webhook_id', 'event_ids', 'problem'],
  MailHeader: ['name'],
  Message: ['sid', 'error_code'],
  MessageContent: ['sid'],
  MyExecution: ['account_name', 'flow_name', 'contact_masked', 'channel', 'widget', 'event'],
  MyFailingWebhook: ['account_name', 'id', 'friendly_name'],
  OutboundMail: ['message_id', 'sg_message_id'],
  OutboundMailTemplate: ['id', 'name', 'version_id'],
  OutboundMailView: ['message_id', 'sg_message_id', 'categories'],
  PageMeta: ['key'],
  ParseSetting: ['hostname', 'url', 'security_policy'],
  LinkDomain: ['domain', 'subdomain', 'username'],
  ParseStatsEntry: ['date'],
  ScheduledSend: ['batch_id', 'status'],
  ScopeList: ['scopes'],
  SendingDomain: ['subdomain', 'domain', 'username', 'ips'],
  SendingDomainRecord: ['host', 'data', 'reason', 'found'],
  ServiceEndpoint: ['endpoint'],
  ServiceTrial: ['problem'],
  Sink: ['problem', 'test_problem'],
  Step: ['name', 'transitioned_from', 'transitioned_to', 'type'],
  StepView: ['name', 'type', 'transitioned_from', 'transitioned_to'],
  Suppression: ['status'],
  Task: ['widget'],
  TestRun: ['widget'],
  UnsubscribeGroup: ['name', 'description'],
  WebhookPolicy: ['id', 'name', 'client_id', 'token_url', 'scopes', 'public_key'],
  VerifiedSender: [
    ...['nickname', 'from_email', 'from_name', 'reply_to', 'reply_to_name', 'address', 'address2'],
    ...['state', 'city', 'zip', 'country', 'problem'],
  ],
  VerifiedSenderDomains: ['soft_failures', 'hard_failures'],
};

export function isHarmless({ owner, field }: { owner: string; field: string }): boolean {
  return harmless[owner]?.includes(field) ?? false;
}

/** All of them, as `owner.field`. */
export const harmlessFields: readonly string[] = Object.entries(harmless).flatMap(([owner, fields]) =>
  fields.map((field) => `${owner}.${field}`),
);
