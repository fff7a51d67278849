import { t } from '@byre/contract/words'
import { planId as planField } from '@byre/contract/billing/choices'
import { proposeClinicPlan, proposeSitePlan } from '@byre/contract/billing/plan-proposals'
import { useState } from 'react'
import * as z from 'zod/mini'
import { inWords } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { problemsOf, textForm } from '../../ui/forms/form-texts.ts'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { usePlansOf } from '../paid.ts'
import { PlanPicker } from './plan-picker.tsx'
import { usePlans } from './use-plans.ts'

interface ProposePlanProps {
  which: { site_id: string } | { clinic_id: string }
  name: string
  planId: string | null
  isPaidFor: boolean
  onClose: () => void
}

const Choice = z.object({ plan_id: planField })
const presentAlready = { field: 'plan_id', message: t`This is the plan already. Please select another one.` }

/** A plan that whoever pays may accept or decline. */
export function ProposePlan({ which, name, planId, isPaidFor, onClose }: ProposePlanProps) {
  const isSite = 'site_id' in which
  const offered = usePlans(isSite ? 'sites' : 'clinics')
  const present = usePlansOf(planId ? [planId] : [])
  const { ask } = useCall(isSite ? proposeSitePlan : proposeClinicPlan)
  const [schema] = useState(() =>
    textForm(['plan_id'], (values) =>
      isPaidFor && values.plan_id === planId ? [presentAlready] : problemsOf(Choice, values),
    ),
  )
  return (
    <Dialog wide title={t`Propose a plan for ${name}`} onClose={onClose}>
      <LoadedAll
        asks={{ offered, present }}
        skeleton={<Skeleton height="20rem" />}
        failed={t`There was an error while loading plans.`}
      >
        {({ offered: { plans }, present: known }) => (
          <FormShell
            schema={schema}
            defaults={{ plan_id: planId ?? '' }}
            guard={false}
            notice={false}
            send={(values) =>
              ask({ id: isSite ? which.site_id : which.clinic_id, plan_id: values['plan_id'] ?? '' }).catch(
                inWords({ 'server.failed': t`There was an error while proposing the plan.` }),
              )
            }
            onDone={() => {
              toast.success(t`The plan was proposed.`)
              onClose()
            }}
            submit={t`Propose`}
            busy={t`Proposing..`}
            aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
          >
            <PlanPicker plans={plans} currency={(planId && known.get(planId)?.currency) || 'cad'} />
            <p className="soft">
              {isPaidFor && planId && <>{t`It is ${known.get(planId)?.name ?? t`a former plan`} now.`} </>}
              {t`Whoever runs the billing information that pays is asked by mail. Nothing is charged unless they accept.`}
            </p>
          </FormShell>
        )}
      </LoadedAll>
    </Dialog>
  )
}
