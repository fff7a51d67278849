import { spokenHere } from '@byre/contract/words'
import { updateUser } from '@byre/contract/people/users'
import { lazy, Suspense, useEffect } from 'react'
import { watchLive } from '../lib/live/live.ts'
import { adoptLanguage, keepLanguageBy, storedLanguage } from '../lib/languages/language.ts'
import { useMe } from '../lib/me.ts'
import { adoptTheme, keepThemeBy, storedTheme } from '../lib/theme.ts'
import { keepTimeZone } from '../lib/time-zone.ts'
import { prepareToasts } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { authKey } from '../lib/session.ts'

/** Not left out where it is gone: whoever sees this page must know whose it is. */
const VisitBanner = lazy(async () => ({
  default: (await import('../staff/visit-banner.tsx')).VisitBanner,
}))

/**
 * Stands once among the signed-in screens: what the profile says of language, theme and time zone holds here too, and
 * a language or theme that is chosen here is kept with it. One that cannot be kept still holds in this browser. From here on the page
 * hears what others do; it is of use before, and without. A visit of staff keeps and hears nothing: it says that it is one.
 * What draws toasts is fetched here: later than what the first screen needs.
 */
export function PreferencesKept() {
  useEffect(prepareToasts, [])
  return sessionStorage.getItem(authKey) === null ? (
    <Kept />
  ) : (
    <Suspense>
      <VisitBanner />
    </Suspense>
  )
}

function Kept() {
  const me = useMe().data
  const { ask } = useCall(updateUser)
  const id = me?.id
  const language = me?.language
  const theme = me?.theme
  const zone = me?.time_zone

  useEffect(watchLive, [])
  useEffect(() => {
    if (zone !== undefined) keepTimeZone(zone)
  }, [zone])
  useEffect(() => {
    if (id === undefined || language === undefined) return
    const spoken = spokenHere().language
    if (language !== null) adoptLanguage(language)
    // Who reads the portal in their browser's language shall get their mails in it, too.
    else if (storedLanguage() !== null || spoken !== 'en')
      ask({ id, language: spoken }).catch(() => undefined)
  }, [id, language, ask])
  useEffect(() => {
    if (id === undefined) return
    keepLanguageBy((chosen) => ask({ id, language: chosen }))
    return () => keepLanguageBy(undefined)
  }, [id, ask])
  useEffect(() => {
    if (id === undefined || theme === undefined) return
    if (theme !== null) adoptTheme(theme)
    else if (storedTheme() !== 'system') ask({ id, theme: storedTheme() }).catch(() => undefined)
  }, [id, theme, ask])
  useEffect(() => {
    if (id === undefined) return
    keepThemeBy((chosen) => void ask({ id, theme: chosen }).catch(() => undefined))
    return () => keepThemeBy(undefined)
  }, [id, ask])
  return null
}
