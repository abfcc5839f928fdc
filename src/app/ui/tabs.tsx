/** Tabs: several views of one thing in the same place. */

import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { Count } from './marks/count.tsx';
import './tabs.css';

export type TabView<Id extends string = string> = {
  id: Id;
  label: string;
  count?: number;
  countTone?: 'neutral' | 'danger' | 'live';
  content: ReactNode;
};

export type TabsProps<Id extends string> = {
  /** Accessible name of the list of tabs. */
  label: string;
  tabs: readonly TabView<Id>[];
  selected: Id;
  onSelect(id: Id): void;
};

export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      className="tabbed"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.id === key);
        if (chosen) onSelect(chosen.id);
      }}
    >
      <TabList className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id}>
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} tone={tab.countTone ?? 'neutral'} />}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
