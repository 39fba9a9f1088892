'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One tab and its panel. */
export interface TabDefinition<V extends string> {
  value: V;
  label: ReactNode;
  /** The panel's content. Only the selected tab's panel is rendered. */
  panel: ReactNode;
}

export interface TabsProps<V extends string> {
  /** The accessible name of the tab list. */
  label: string;
  tabs: ReadonlyArray<TabDefinition<V>>;
  value: V;
  onValueChange: (value: V) => void;
  className?: string | undefined;
}

/** Tabs following the ARIA Authoring Practices: arrow keys move the focus, Enter or Space selects. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
}: TabsProps<V>): ReactNode {
  return (
    <Base.Root
      className={classNames('ob-tabs', className)}
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      <Base.List className="ob-tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="ob-tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="ob-tab-panel">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
