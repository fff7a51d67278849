import { marketName } from '@byre/contract/herd/market-names'
import { toast } from '../lib/toast.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Page } from '../ui/page.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { TakeAlong } from './export.tsx'
import { PlanSizeNotice } from './plan-size.tsx'
import { useMay, useMe } from './me.ts'
import { People } from './people.tsx'
import { SettingsForm } from './settings-form.tsx'
import { kindWords } from './words.ts'

/** How the site is set up: changed by its managers, seen by everyone. */
export function Component() {
  const { settings, suggested, unit, rights } = useMe()
  const may = useMay('changeSettings')
  const shown = settings ?? suggested
  const isBeside = rights.includes('editPeople') || rights.includes('export')
  return (
    <Page title="Settings">
      <DemoNotice />
      <PlanSizeNotice />
      <div className="settings">
        <div className="settings-part">
          {may ? (
            <SettingsForm
              begin={shown}
              submit="Save"
              busyLabel="Saving.."
              hasMore
              onDone={() => toast.success('Saved.')}
            />
          ) : (
            <>
              <Facts>
                <Fact name="Kind of operation">{kindWords[shown.kind].title}</Fact>
                <Fact name="Time zone">{shown.zone.replaceAll('_', ' ')}</Fact>
                <Fact name="Ships to">{shown.markets.map(marketName).join(', ')}</Fact>
                <Fact name="Arrivals with no known history are held">{shown.arrival_days} days</Fact>
                <Fact name="Largest dose per injection site">{shown.injection_ml} mL</Fact>
                {shown.tag_days > 0 && (
                  <Fact name="Replaced tags and tags of dead animals are reported within">
                    {shown.tag_days} days
                  </Fact>
                )}
                <Fact name="Unit">{unit === 'metric' ? 'Metric' : 'Imperial'}</Fact>
              </Facts>
              <p className="soft">
                {rights.includes('changeSettings')
                  ? 'This can be changed again once the payment is settled.'
                  : 'Only an owner or a manager can change this.'}
              </p>
            </>
          )}
        </div>
        {isBeside && (
          <div className="settings-part in-order">
            {rights.includes('editPeople') && <People />}
            {rights.includes('export') && <TakeAlong />}
          </div>
        )}
      </div>
    </Page>
  )
}
