/** Whether an operation is recorded in the audit log, and what its event says. Decided where the operation is declared. */

/** The kinds of what an event is about. */
export const auditedObjects = [
  'account',
  'account_key',
  'address',
  'alert',
  'alert_rule',
  'audit_log',
  'carrier',
  'chat_channel',
  'contact',
  'directory_user',
  'email',
  'email_alert',
  'email_batch',
  'email_delivery',
  'email_domain',
  'email_group',
  'email_key',
  'email_link',
  'email_parse_setting',
  'email_policy',
  'email_sender',
  'email_settings',
  'email_suppressions',
  'email_template',
  'email_webhook',
  'erasure',
  'execution',
  'execution_batch',
  'flow',
  'flow_test',
  'group',
  'identity_provider',
  'invitation',
  'job',
  'member',
  'person',
  'personal_token',
  'retention',
  'service_endpoint',
  'session',
  'sign_in_rule',
  'sign_in_settings',
  'sink',
  'sync_object',
  'task',
] as const;

export type AuditedObject = (typeof auditedObjects)[number];

/** What an event says besides who did it, when and from where. Nothing of it may hold data of a contact. */
export type Recorded = {
  /** Its name and state are read before and after, in the transaction of the change. */
  object: AuditedObject;
  /** Fields of the request that the event has as they were sent, cut short. */
  shows?: readonly string[];
  /** Fields of which it has that they were sent, and never the value. */
  secrets?: readonly string[];
  /** Fields of which it has the number of items. */
  counts?: readonly string[];
  /** Recorded when a person does it: programs do it all the time. */
  only?: 'people';
  /** One event an hour for each actor and object: there is a finer record elsewhere. */
  every?: 'hour';
};

/** `none` says why there is nothing to record. */
export type Audit = Recorded | { none: string };

/** What changes something has a decided answer; what reads may have one. */
export type Audited =
  | { method: 'GET'; audit?: Audit }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; audit: Audit };

/** The field of a request that says why, of any operation that has it. */
export const reasonField = 'Reason';

/** What the server records besides operations. */
export const serverEvents = [
  'SignInLimited',
  'PasswordLinkAsked',
  'PublishScheduled',
  'EventWebhookFailing',
  'EventWebhookPaused',
] as const;
