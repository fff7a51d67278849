import { updateUser } from '@byre/contract/people/users'
import { useEffect } from 'react'
import { watchLive } from '../lib/live.ts'
import { useMe } from '../lib/me.ts'
import { adoptTheme, keepThemeBy, storedTheme } from '../lib/theme.ts'
import { keepTimeZone } from '../lib/time-zone.ts'
import { useCall } from '../lib/use-call.ts'
import { shownVisit } from '../staff/support-visit.ts'
import { VisitBanner } from '../staff/visit-banner.tsx'

/**
 * Stands once among the signed-in screens: what the profile says of theme and time zone holds here too, and
 * a theme that is chosen here is kept with it. One that cannot be kept still holds in this browser. From here on the page
 * hears what others do; it is of use before, and without. A visit of staff keeps and hears nothing: it says that it is one.
 */
export function PreferencesKept() {
  const visit = shownVisit()
  return visit ? <VisitBanner visit={visit} /> : <Kept />
}

function Kept() {
  const me = useMe().data
  const { ask } = useCall(updateUser)
  const id = me?.id
  const theme = me?.theme
  const zone = me?.time_zone

  useEffect(watchLive, [])
  useEffect(() => {
    if (zone !== undefined) keepTimeZone(zone)
  }, [zone])
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
