import type { FindingActor } from '@byre/contract/herd/findings'

/* What each kind of finding is called, what is wrong, and what settles it, in plain words. */

interface Words {
  title: string
  wrong: string
  settled: string
}

const again = 'take the record back and record it again'

const words: Readonly<Record<string, Words>> = {
  'head count differs': {
    title: 'Head count does not match',
    wrong: 'Somebody counted more or fewer head in this pen than the records say stood there.',
    settled: 'Count again, record the moves that are missing, or take the count back on the page of the pen.',
  },
  'test tag': {
    title: 'Test tag',
    wrong: 'Its number begins with 999, which makers keep for tests.',
    settled: 'Take the tag off and put the right one on, or note that it is right as it is.',
  },
  'cannot be a transponder': {
    title: 'Not an electronic number',
    wrong: 'It has 15 digits, but no electronic tag can have this number. It is kept as a visual tag.',
    settled:
      'Read the tag again: take this one off and put the right one on, or note that it is right as it is.',
  },
  'check digit': {
    title: 'Check digit does not fit',
    wrong: 'One digit of this UK tag does not fit the others. It may be mistyped.',
    settled:
      'Read the tag again: take this one off and put the right one on, or note that it is right as it is.',
  },
  'Greece is EL': {
    title: 'Greek tag with GR',
    wrong: 'Greek tags begin with EL.',
    settled: 'Take the tag off and put it on again with EL, or note that it is right as it is.',
  },
  'one tag on two animals': {
    title: 'One tag on two animals',
    wrong: 'Two animals here have the same electronic number. Neither can ship until this is settled.',
    settled: 'Say that they are the same animal, or take the tag off the animal that does not wear it.',
  },
  'clock cannot be trusted': {
    title: 'A clock was wrong',
    wrong:
      'The device’s clock was wrong. The time the record came in counts instead, so a hold may be longer than it needs to be.',
    settled: `Note that it is right as it is, or ${again} with the right time.`,
  },
  'possible double entry': {
    title: 'Recorded twice?',
    wrong:
      'Two devices recorded the same product within 15 minutes. Both count until somebody says otherwise.',
    settled: 'Take one of the two back, or note that both were given.',
  },
  'recorded after its end': {
    title: 'Recorded after it died or left',
    wrong: 'An earlier record says that the animal had already died or left.',
    settled: 'Take the wrong record back, enter the animal again if it came back, or note what happened.',
  },
  'extra-label without a figure': {
    title: 'Used off label, no figure',
    wrong:
      'The label’s withdrawal does not cover this use, and no veterinarian has given a figure. The animal is held with no end date.',
    settled: `Ask your veterinarian for a figure, then ${again} with it.`,
  },
  'banned use': {
    title: 'A use that is not allowed',
    wrong: 'This product must never be used off label. The animal is held with no end date.',
    settled: 'Talk to your veterinarian and note what was decided. If it was recorded wrongly, take it back.',
  },
  prohibited: {
    title: 'Not for animals like this one',
    wrong: 'The label forbids this product for an animal like this one.',
    settled: 'Talk to your veterinarian and note what was decided. If it was recorded wrongly, take it back.',
  },
  'unread head': {
    title: 'Head not read',
    wrong: 'A group was treated, and some of it could not be read. Nobody knows which animals they are.',
    settled:
      'Find and record them, then note that it is done. If the count was wrong, take it back and record it again.',
  },
  'no approved tag': {
    title: 'No approved tag',
    wrong:
      'It came here without an electronic tag. In Canada every animal that arrives without an approved tag gets one.',
    settled: 'Tag it, or note why it needs none.',
  },
  'tag to retire': {
    title: 'Tag of a dead animal',
    wrong:
      'In Canada the tag number of a dead animal that leaves the site is reported to the CLTS as retired.',
    settled:
      'Retire the number in the CLTS and note that you did, or take the tag off where the animal stays on the site.',
  },
  'tag to cross-reference': {
    title: 'Replaced tag',
    wrong:
      'It got another electronic tag. In Canada the new number is reported to the CLTS together with the old one.',
    settled: 'Cross-reference the two numbers in the CLTS, and note that you did.',
  },
  'late truth': {
    title: 'Known after it had left',
    wrong: 'It was held when its load left, and that became known only later.',
    settled:
      'Tell whoever has it now, by the notice on its ship list, and note that you did. If it was recorded wrongly, take it back.',
  },
}

/** Of one that nobody has described yet, its own name. */
export const findingWords = (kind: string): Words =>
  words[kind] ?? {
    title: kind.charAt(0).toUpperCase() + kind.slice(1),
    wrong: 'Something about this record is odd.',
    settled: 'Look at the record, and note what you found.',
  }

export const isDescribed = (kind: string): boolean => kind in words

export const actorWords: Readonly<Record<FindingActor, string>> = {
  crew: 'Anyone on the crew',
  manager: 'A manager',
  veterinarian: 'Your veterinarian',
}
