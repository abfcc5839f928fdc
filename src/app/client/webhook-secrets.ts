/** The webhook URL with the secret of a flow, for its test carrier. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookSecretResource } from '#api/messaging/resources.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

const secretKey = (flowSid: string) => ['webhook-secret', flowSid] as const;

export function useWebhookSecret(flowSid: string) {
  return useQuery({
    queryKey: secretKey(flowSid),
    queryFn: ({ signal }) => request<WebhookSecretResource>(paths.webhookSecret(flowSid), { signal }),
  });
}

/** The URL with the old secret stops working at once. */
export function useRotateWebhookSecret(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => request<WebhookSecretResource>(paths.webhookSecret(flowSid), { form: {} }),
    onSuccess: (made) => cache.setQueryData(secretKey(flowSid), made),
  });
}
