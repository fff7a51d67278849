import {
  IconArrowsExchange,
  IconBabyCarriage,
  IconEye,
  IconGrave,
  IconHeart,
  IconMilkOff,
  IconNote,
  IconScaleOutline,
  IconStethoscope,
  IconTag,
  IconTruck,
  IconVaccine,
  type Icon,
} from '@tabler/icons-react'

export type RecordedKind =
  | 'treated'
  | 'weighed'
  | 'observed'
  | 'moved'
  | 'died'
  | 'left'
  | 'noted'
  | 'tagged'
  | 'bred'
  | 'preg_checked'
  | 'calved'
  | 'weaned'

interface KindWords {
  title: string
  icon: Icon
  /** Of one animal at a time. */
  isOfOne?: boolean
  /** Recorded also where payment is wanting. */
  isAlwaysKept?: boolean
}

export const kinds: Record<RecordedKind, KindWords> = {
  treated: { title: 'Treated', icon: IconVaccine, isAlwaysKept: true },
  weighed: { title: 'Weighed', icon: IconScaleOutline },
  observed: { title: 'Observed', icon: IconEye },
  moved: { title: 'Moved', icon: IconArrowsExchange },
  noted: { title: 'Noted', icon: IconNote },
  tagged: { title: 'Tagged', icon: IconTag, isOfOne: true },
  bred: { title: 'Bred', icon: IconHeart },
  preg_checked: { title: 'Pregnancy checked', icon: IconStethoscope },
  calved: { title: 'Calved', icon: IconBabyCarriage, isOfOne: true },
  weaned: { title: 'Weaned', icon: IconMilkOff },
  died: { title: 'Died', icon: IconGrave, isAlwaysKept: true },
  left: { title: 'Left the site', icon: IconTruck },
}
