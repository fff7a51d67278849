import { Page } from '../ui/page.tsx'
import { useMe } from './me.ts'
import { SettingsForm } from './settings-form.tsx'

/** Asked once, before anything else; each question has a good answer already. */
export function FirstLaunch() {
  const { place, suggested } = useMe()
  return (
    <Page title={`Set up ${place.name}`} narrow>
      <p className="soft">Three questions. You can change the answers later.</p>
      <SettingsForm begin={suggested} submit="Begin" busyLabel="Setting up.." />
    </Page>
  )
}
