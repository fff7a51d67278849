/* TabsInAddress  label · tabs     as Tabs, with the chosen one in the address (`?tab=`): Back, a reload and a link keep it */
import { useNavigate, useSearchParams } from 'react-router'
import { Tabs, type Tab } from './tabs.tsx'

interface TabsInAddressProps {
  label: string
  tabs: readonly Tab[]
}

export function TabsInAddress({ label, tabs }: TabsInAddressProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const chosen = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]
  return (
    <Tabs
      label={label}
      tabs={tabs}
      chosen={chosen?.id ?? ''}
      onChoose={(id) => void navigate(`?tab=${id}`, { preventScrollReset: true })}
    />
  )
}
