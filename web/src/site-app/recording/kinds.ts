import {
  IconArrowsExchange,
  IconArrowsJoin,
  IconBabyCarriage,
  IconEye,
  IconGrave,
  IconHandStop,
  IconHeart,
  IconListDetails,
  IconLogin2,
  IconMessage,
  IconMilk,
  IconMilkOff,
  IconNote,
  IconScaleOutline,
  IconStethoscope,
  IconTag,
  IconTagOff,
  IconTruck,
  IconUsersGroup,
  IconVaccine,
  IconVaccineBottle,
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
  | 'dose'
  | 'milked'
  | 'hold_set'
  | 'history_declared'
  | 'described'
  | 'lot_joined'
  | 'tag_removed'
  | 'same_animal'
  | 'entered'

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
  dose: { title: 'Dose of a course', icon: IconVaccineBottle, isAlwaysKept: true },
  weighed: { title: 'Weighed', icon: IconScaleOutline },
  observed: { title: 'Observed', icon: IconEye },
  moved: { title: 'Moved', icon: IconArrowsExchange },
  noted: { title: 'Noted', icon: IconNote },
  tagged: { title: 'Tagged', icon: IconTag, isOfOne: true },
  tag_removed: { title: 'Tag taken off', icon: IconTagOff, isOfOne: true },
  described: { title: 'Described', icon: IconListDetails },
  lot_joined: { title: 'Joined a lot', icon: IconUsersGroup },
  bred: { title: 'Bred', icon: IconHeart },
  preg_checked: { title: 'Pregnancy checked', icon: IconStethoscope },
  calved: { title: 'Calved', icon: IconBabyCarriage, isOfOne: true },
  weaned: { title: 'Weaned', icon: IconMilkOff },
  milked: { title: 'Milked', icon: IconMilk },
  hold_set: { title: 'Hold set', icon: IconHandStop, isAlwaysKept: true },
  history_declared: { title: 'Seller’s word', icon: IconMessage, isAlwaysKept: true },
  same_animal: { title: 'Same animal twice', icon: IconArrowsJoin, isOfOne: true },
  died: { title: 'Died', icon: IconGrave, isAlwaysKept: true },
  left: { title: 'Left the site', icon: IconTruck },
  entered: { title: 'Came back', icon: IconLogin2, isOfOne: true },
}
