import { t } from '@byre/contract/words'
import { keyLimits, type ApiKey } from '@byre/contract/accounts/api-keys'
import { Folded } from '../ui/forms/folded.tsx'
import { FieldRow } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'

/* What every key's form and list have in common, whether it belongs to a person or a place. */

export const missingScope = t`Please choose what this key may do.`

const seeing = (area: string) => ({ value: `${area}:read`, label: t`See` })
const changing = (area: string) => ({ value: `${area}:write`, label: t`See and change` })

interface AreaFieldProps {
  name: string
  label: string
  isToSeeAlone?: boolean
}

/** What a key may do in one area. */
export const AreaField = ({ name, label, isToSeeAlone = false }: AreaFieldProps) => (
  <SelectField
    name={name}
    label={label}
    placeholder={t`Nothing`}
    options={isToSeeAlone ? [seeing(name)] : [seeing(name), changing(name)]}
  />
)

const dayWords: Record<(typeof keyLimits.days)[number], string> = {
  '7': t`7 days`,
  '30': t`30 days`,
  '90': t`90 days`,
  '180': t`180 days`,
  '365': t`A year`,
}
const paces = ['30', '60', '120', '300']

/** How long it works, how often it may call, and from where. */
export function BoundsFields() {
  return (
    <>
      <FieldRow>
        <SelectField
          name="days"
          label={t`Works for`}
          options={keyLimits.days.map((value) => ({ value, label: dayWords[value] }))}
        />
        <SelectField
          name="calls_per_minute"
          label={t`Calls a minute, at most`}
          options={paces.map((value) => ({ value, label: value }))}
        />
      </FieldRow>
      <Folded title={t`Only from these networks`} fields={['networks']}>
        <TextArea
          name="networks"
          label={t`Networks`}
          hint={t`One a line, such as 192.0.2.7 or 192.0.2.0/24. Left empty, the key works from anywhere.`}
        />
      </Folded>
    </>
  )
}

/** 'See and change sites and clinics, see people' by the words for each area; who may change something may see it. */
export function scopesInWords(scopes: ApiKey['scopes'], areas: Readonly<Record<string, string>>): string {
  const parts = Object.entries(areas).flatMap(([area, words]) => {
    const [reads, writes] = ['read', 'write'].map((what) =>
      scopes.some((scope) => scope === `${area}:${what}`),
    )
    return writes ? [t`see and change ${words}`] : reads ? [t`see ${words}`] : []
  })
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
