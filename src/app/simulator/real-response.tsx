/** Sends the request of a widget through the server, where its author asks for it; its response becomes the mock. */

import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { Fault, Mock } from '#simulator/mock.ts';
import { faultOf, mockOfResponse } from '#simulator/recorded/recorded-mock.ts';
import type { MissingMock } from '#simulator/simulation.ts';
import { sendTestRequest } from '../client/test-requests.ts';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';

export type RealResponseProps = {
  /** The flow on the server. */
  sid: string;
  command: Extract<MissingMock['command'], { kind: 'http' }>;
  onResponse(mock: Mock): void;
  /** The request was sent, and got no response. */
  onFault(fault: Fault): void;
};

export function RealResponse({ sid, command, onResponse, onFault }: RealResponseProps) {
  const t = useWords('simulator');
  const { method, url, headers, body } = command;
  const sending = useMutation({
    mutationFn: () =>
      sendTestRequest(sid, {
        Method: method,
        Url: url,
        ...(headers['content-type'] !== undefined && { ContentType: headers['content-type'] }),
        ...(body !== null && { Body: body }),
      }),
    onSuccess({ status, content_type: contentType, body: text, problem }) {
      if (status === null) onFault(faultOf(problem ?? ''));
      else onResponse(mockOfResponse({ status, contentType, body: text }));
    },
  });
  const problem = sending.error?.message ?? sending.data?.problem;
  return (
    <div className="real-response">
      <Button icon={Send} onPress={() => sending.mutate()} isBusy={sending.isPending}>
        {t('mock.send')}
      </Button>
      <p className="mut">{t('mock.sendHelp')}</p>
      {problem != null && (
        <p className="fault" role="alert">
          {t('mock.noResponse', { reason: problem })}
        </p>
      )}
    </div>
  );
}
