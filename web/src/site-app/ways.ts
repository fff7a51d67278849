import {
  IconFence,
  IconHourglass,
  IconMedicineSyrup,
  IconSettings,
  IconSun,
  IconTag,
  IconTruck,
  type Icon,
} from '@tabler/icons-react'
import { paths } from './paths.ts'

interface Way {
  label: string
  /** Of a screen, and of all below it. */
  path: string
  icon: Icon
}

/**
 * The way around, in this order: Today, Animals, Holds, Ship lists, Pens, Cabinet, Settings. A screen has its line once it
 * exists; on a phone's foot the first four stand, and the others behind 'More'.
 */
export const ways: readonly Way[] = [
  { label: 'Today', path: paths.today(), icon: IconSun },
  { label: 'Animals', path: paths.animals(), icon: IconTag },
  { label: 'Holds', path: paths.holds(), icon: IconHourglass },
  { label: 'Ship lists', path: paths.shipLists(), icon: IconTruck },
  { label: 'Pens', path: paths.pens(), icon: IconFence },
  { label: 'Cabinet', path: paths.cabinet(), icon: IconMedicineSyrup },
  { label: 'Settings', path: paths.settings(), icon: IconSettings },
]
