import { t } from '@byre/contract/words'
import {
  getMailPreferences,
  mailTopicNames,
  mailTopics,
  updateMailPreferences,
  type MailPreferences,
  type MailTopic,
} from '@byre/contract/people/mail-preferences'
import { getUser, updateUser, type Theme, type User } from '@byre/contract/people/users'
import { useId } from 'react'
import { remember, useAsk } from '../lib/query.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { keepTimeZone } from '../lib/time-zone.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { LanguageSelect } from '../ui/language-select.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './account.css'

/** What holds wherever this person signs in; each is kept as it is chosen. */
export function Preferences({ user: { id, time_zone } }: { user: User }) {
  const { ask, busy } = useCall(updateUser)
  const theme = useTheme()
  const [languageId, themeId, zoneId] = [useId(), useId(), useId()]

  const chooseZone = async (zone: string) => {
    try {
      const saved = await ask({ id, time_zone: zone })
      keepTimeZone(saved.time_zone)
      remember(getUser, { id }, saved)
      toast.success(t`Your time zone was updated.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <FormSection title={t`Preferences`} hint={t`Saved with your account, and the same wherever you sign in.`}>
      <div className="field">
        <label className="label" htmlFor={languageId}>{t`Language`}</label>
        <LanguageSelect id={languageId} />
        <p className="hint">{t`Mails to you and your documents are in it, too.`}</p>
      </div>
      <div className="field">
        <label className="label" htmlFor={themeId}>{t`Theme`}</label>
        <select
          id={themeId}
          className="input"
          value={theme}
          onChange={({ target }) => chooseTheme(target.value as Theme)}
        >
          <option value="system">{t`As on this device`}</option>
          <option value="light">{t`Light`}</option>
          <option value="dark">{t`Dark`}</option>
        </select>
      </div>
      <div className="field">
        <label className="label" htmlFor={zoneId}>{t`Time zone`}</label>
        <select
          id={zoneId}
          className="input"
          value={time_zone ?? ''}
          disabled={busy}
          onChange={({ target }) => void chooseZone(target.value)}
        >
          <option value="">{t`As on this device (${shown(deviceZone)})`}</option>
          {zonesWith(time_zone).map((zone) => (
            <option key={zone} value={zone}>
              {shown(zone)}
            </option>
          ))}
        </select>
        <p className="hint">{t`Dates and times are shown in this zone.`}</p>
      </div>
    </FormSection>
  )
}

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = Intl.supportedValuesOf('timeZone')

/** Also one that this browser does not list. */
const zonesWith = (zone: string | null) => (zone === null || zones.includes(zone) ? zones : [zone, ...zones])
const shown = (zone: string) => zone.replaceAll('_', ' ')

/** Which news are mailed; each choice is kept as it is made. */
export function MailTab({ userId: id }: { userId: string }) {
  const preferences = useAsk(getMailPreferences, { id })
  return (
    <FormSection
      title={t`News by mail`}
      hint={t`News that you switch off is still shown in the portal. Codes, invitations, bills and whatever concerns the security of your account are always mailed.`}
    >
      <Loaded
        ask={preferences}
        skeleton={<Skeleton height="14rem" />}
        failed={t`An error occurred while loading what is mailed to you.`}
      >
        {(chosen) => (
          <div>
            {mailTopicNames.map((topic) => (
              <Topic key={topic} topic={topic} userId={id} chosen={chosen} />
            ))}
          </div>
        )}
      </Loaded>
    </FormSection>
  )
}

function Topic({ topic, userId, chosen }: { topic: MailTopic; userId: string; chosen: MailPreferences }) {
  const { ask, busy } = useCall(updateMailPreferences)
  const id = useId()
  const { label, hint } = mailTopics[topic]
  const isOn = chosen[topic]

  const choose = async () => {
    try {
      remember(getMailPreferences, { id: userId }, await ask({ id: userId, [topic]: isOn ? '0' : '1' }))
      toast.success(isOn ? t`“${label}” is no longer mailed.` : t`“${label}” is mailed from now on.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div className="mail-topic">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={`${id}-hint`}
        aria-busy={busy}
        onChange={() => (busy ? undefined : void choose())}
      />
      <div className="mail-topic-words">
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      </div>
    </div>
  )
}
