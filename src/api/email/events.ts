/** What the event webhook posts: a JSON array of these. */

export type BounceClassification =
  | 'Invalid Address'
  | 'Technical'
  | 'Content'
  | 'Reputation'
  | 'Frequency or Volume Too High'
  | 'Mailbox Unavailable'
  | 'Unclassified';

/** Fields of every event. Custom arguments of the message are added and never override them. */
export type EmailEventBase = {
  email: string;
  /** Unix seconds. */
  timestamp: number;
  'smtp-id'?: string;
  category?: string | string[];
  /** The same whenever this event is posted again. */
  sg_event_id: string;
  sg_message_id: string;
  asm_group_id?: number;
  marketing_campaign_id?: string;
  marketing_campaign_name?: string;
};

type Tls = { ip?: string; tls?: 0 | 1 };
type Reader = { useragent?: string; ip?: string };

export type EmailEvent = EmailEventBase &
  (
    | { event: 'processed'; pool?: { name: string; id: number }; send_at?: number }
    | ({ event: 'deferred'; response: string; attempt: string } & Tls)
    | ({ event: 'delivered'; response: string; cert_err?: 0 | 1 } & Tls)
    | ({
        event: 'bounce';
        reason: string;
        status: string;
        type: 'bounce' | 'blocked';
        bounce_classification: BounceClassification;
      } & Tls)
    | { event: 'dropped'; reason: string; status: string }
    | ({ event: 'open'; sg_machine_open: boolean; sg_content_type: 'html' | 'amp' } & Reader)
    | ({ event: 'click'; url: string; url_offset: { index: number; type: 'html' | 'text' } } & Reader)
    | { event: 'spamreport' }
    | { event: 'unsubscribe' }
    | ({ event: 'group_unsubscribe' | 'group_resubscribe'; url?: string; asm_group_id: number } & Reader)
  );
