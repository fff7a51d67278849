/*
 * Tabs  label (what they are tabs of) · tabs [{ id, label ('Operation Sites (2)'), panel }] · chosen? · onChoose? (id)   without chosen it keeps its own
 */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab {
  id: string
  label: string
  panel: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  chosen?: string
  onChoose?: (id: string) => void
}

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  return (
    <Base.Root
      className="tabs"
      value={chosen}
      defaultValue={tabs[0]?.id}
      onValueChange={(id: string) => onChoose?.(id)}
    >
      <Base.List className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} className="tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="tab-panel">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
