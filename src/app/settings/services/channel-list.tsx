/** The channels of the built-in chat, newest first, each with who is in it. */

import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import type { ChatChannelResource } from '#api/services/operations.ts';
import { isObject } from '#flow/json/json.ts';
import { useChatChannels } from '../../client/services.ts';
import { JsonTree } from '../../ui/display/json-tree.tsx';
import { Masked } from '../../ui/marks/masked.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { useWords } from '../../words/use-words.ts';
import { PanelList } from './panel-list.tsx';

export function ChannelList() {
  const t = useWords('services');
  const list = useChatChannels();
  const channels = list.data?.pages.flatMap((page) => page.chat_channels) ?? [];
  return (
    <PanelList
      list={list}
      failedTitle={t('channelsFailed')}
      empty={{ icon: MessagesSquare, title: t('noChannelsTitle'), text: t('noChannelsText') }}
      toFlows={t('toFlows')}
    >
      {channels.map((channel) => (
        <ChannelPanel key={channel.sid} channel={channel} />
      ))}
    </PanelList>
  );
}

function ChannelPanel({ channel }: { channel: ChatChannelResource }) {
  const t = useWords('services');
  const { attributes, members } = channel;
  return (
    <article className="panel" aria-label={channel.friendly_name}>
      <header>
        <h2 className="clip">
          <Masked text={channel.friendly_name} />
        </h2>
        {channel.unique_name !== null && <code className="small">{channel.unique_name}</code>}
        <RelativeTime at={channel.date_created} className="small mut" />
        <span className="grow" />
        <Link
          to="/flows/$sid/executions/$executionSid"
          params={{ sid: channel.flow_sid, executionSid: channel.execution_sid }}
          className="link small"
        >
          {t('execution')}
        </Link>
      </header>
      <div className="inside stacked">
        {members.length === 0 ? (
          <p className="mut small">{t('noMembers')}</p>
        ) : (
          <>
            <h3>{t('members', { count: members.length })}</h3>
            <ul>
              {members.map(({ sid, identity, friendly_name: name, role }) => (
                <li key={sid}>
                  <Masked text={name === identity ? identity : `${name} (${identity})`} />{' '}
                  <span className="mut">
                    <Masked text={role} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        {isObject(attributes) && Object.keys(attributes).length > 0 && (
          <JsonTree label={t('attributesOf', { name: channel.friendly_name })} value={attributes} />
        )}
      </div>
    </article>
  );
}
