import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { readIdentifier, type IdentifierKind } from '@byre/rules/identifiers'
import { callApp } from '../../lib/app-call.ts'
import { forAll, said, withKnown, type Drafted } from './drafts.ts'
import { SelectIn, TextIn } from './fields.tsx'
import type { FormInput } from './form-input.ts'

/* A tag that an animal gets. */

const tagKinds: { value: IdentifierKind; label: string }[] = [
  { value: 'eid', label: 'Electronic tag (15 digits)' },
  { value: 'visual', label: 'Visual tag' },
  { value: 'nues', label: 'USA metal tag (NUES)' },
  { value: 'eu_bovine', label: 'EU cattle tag' },
  { value: 'uk_tag', label: 'UK cattle tag' },
  { value: 'nlis_visual', label: 'Australia NLIS visual' },
  { value: 'nait_visual', label: 'New Zealand NAIT visual' },
]

export function TaggedForm() {
  return (
    <>
      <SelectIn name="kind" label="Kind of tag" options={tagKinds} />
      <TextIn name="value" label="Number" maxLength={40} hint="Type it or scan it." />
      <TextIn name="reason" label="Why" maxLength={200} optional />
    </>
  )
}

/** Of a whole number few have a part in theirs. */
const mostAsked = 5

export async function tagged({ values, subjects }: FormInput): Promise<Drafted> {
  const kind = (values['kind'] ?? 'eid') as IdentifierKind
  const value = said(values['value'])
  if (value === undefined) return { problems: { value: 'Please give the number.' } }
  const drafted = forAll(
    'tagged',
    subjects,
    withKnown({ tag: { kind, value }, reason: said(values['reason']) }),
    {
      'tag.value': 'value',
      'tag.kind': 'kind',
      tag: 'value',
    },
  )
  if ('problems' in drafted) return drafted
  const read = readIdentifier(kind, value)
  if ('refused' in read) return drafted
  const { animals } = await callApp(listAnimals, { q: read.value, limit: '50' })
  const others = animals.filter(({ id }) => id !== subjects[0]?.id)
  const isIt = (tag: { kind: string; value: string }) => tag.kind === read.kind && tag.value === read.value
  const bearer = others.find(({ tags }) => tags.some(isIt))
  if (bearer) return { problems: { value: `${bearer.main_tag || 'Another animal'} bears this number.` } }
  // What hangs in an ear may be used again; a number is given once.
  if (read.kind === 'visual') return drafted
  for (const { id } of others.slice(0, mostAsked)) {
    const { animal, identifiers } = await callApp(getAnimal, { id, limit: '1' })
    if (identifiers.some(isIt))
      return {
        problems: {
          value: `${animal.main_tag || 'Another animal'} bore this number before. It is given to no second animal.`,
        },
      }
  }
  return drafted
}
