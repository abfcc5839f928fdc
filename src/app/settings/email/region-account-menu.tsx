/** Chooses the region, and the account that one acts for. */

import { useNavigate } from '@tanstack/react-router';
import { Building2, Globe } from 'lucide-react';
import { regions } from '#api/email/regions.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuAction } from '../../ui/overlays/menu-action.ts';
import { useWords } from '../../words/use-words.ts';
import type { EmailSearch } from './region-account-search.ts';
import { useActingAccountName, useEmailHome, useEmailTarget } from './use-email-target.ts';

export function RegionAccountMenu() {
  const t = useWords('email');
  const navigate = useNavigate();
  const { region, actingAs } = useEmailTarget();
  const { data: accounts = [] } = useSubaccounts();
  const acting = useActingAccountName();
  const home = useEmailHome();
  const go = (search: EmailSearch) => void navigate({ to: home, search });
  const regionItems = regions.map(
    (each): MenuAction => ({
      id: each,
      label: t(`target.${each}`),
      icon: Globe,
      isChosen: region === each,
      onAction: () => go({ region: each === 'eu' ? each : undefined }),
    }),
  );
  const own: MenuAction = {
    id: 'own',
    label: t('target.own'),
    icon: Building2,
    isChosen: actingAs === null,
    separated: true,
    onAction: () => go({ as: undefined }),
  };
  const others = accounts
    .filter(({ status }) => status === 'active')
    .map(({ sid, username, friendly_name }): MenuAction => {
      const as = username ?? sid;
      return {
        id: sid,
        label: friendly_name,
        icon: Building2,
        isChosen: actingAs === as || actingAs === sid,
        onAction: () => go({ as }),
      };
    });
  const shown = `${t(`target.${region}`)} · ${acting ?? t('target.own')}`;
  return (
    <Menu
      label={t('target.choose')}
      placement="bottom end"
      trigger={
        <Button icon={Globe} aria-label={`${t('target.choose')}: ${shown}`}>
          <span className="where">{shown}</span>
        </Button>
      }
      items={others.length === 0 ? regionItems : [...regionItems, own, ...others]}
    />
  );
}
