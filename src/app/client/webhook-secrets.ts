/** The webhook URL with the secret of a flow, for its test carrier. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from './api.ts';

const secretKey = (flowSid: string) => ['webhook-secret', flowSid] as const;

export function useWebhookSecret(flowSid: string) {
  return useQuery({
    queryKey: secretKey(flowSid),
    queryFn: ({ signal }) =>
      callApi('GET /v1/WebhookSecrets/{FlowSid}', { params: { FlowSid: flowSid }, signal }),
  });
}

/** The URL with the old secret stops working at once. */
export function useRotateWebhookSecret(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('POST /v1/WebhookSecrets/{FlowSid}', { params: { FlowSid: flowSid } }),
    onSuccess: (made) => cache.setQueryData(secretKey(flowSid), made),
  });
}
