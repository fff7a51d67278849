import {
  IconArrowsExchange,
  IconBabyCarriage,
  IconEye,
  IconGrave,
  IconNote,
  IconScaleOutline,
  IconTag,
  IconTruck,
  IconVaccine,
  type Icon,
} from '@tabler/icons-react'

export type RecordedKind =
  'treated' | 'weighed' | 'observed' | 'moved' | 'died' | 'left' | 'noted' | 'tagged' | 'calved'

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
  calved: { title: 'Calved', icon: IconBabyCarriage, isOfOne: true },
  died: { title: 'Died', icon: IconGrave, isAlwaysKept: true },
  left: { title: 'Left the site', icon: IconTruck },
}
