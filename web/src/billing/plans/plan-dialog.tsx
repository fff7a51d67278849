import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { chosenBillingEntityId, planId } from '@byre/contract/billing/choices'
import type { Plan } from '@byre/contract/billing/plans'
import type { ChangePreview } from '@byre/contract/billing/subscriptions'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { FailureBanner } from '../../ui/failure-banner.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormShell, useFormValue, type Texts } from '../../ui/forms/form-shell.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { ChangeOutlook } from './change-outlook.tsx'
import { problemsOf, textForm } from '../../ui/forms/form-texts.ts'
import { currencyOf } from '../billing-entities.ts'
import type { PlanChoice } from './place-change.ts'
import { PlanPicker } from './plan-picker.tsx'

interface PlanDialogProps {
  title: string
  /** In every currency. */
  plans: readonly Plan[]
  /** Who may pay; with one there is nothing to choose. */
  billingEntities: readonly BillingEntity[]
  /** What is chosen to begin with; choosing it again changes nothing. */
  present: PlanChoice
  isNews: (choice: PlanChoice) => boolean
  look: (choice: PlanChoice) => Promise<ChangePreview>
  go: (choice: PlanChoice) => Promise<unknown>
  onClose: () => void
}

const Choice = z.object({ plan_id: planId, billing_entity_id: chosenBillingEntityId })

interface Judged {
  choice: PlanChoice
  preview: ChangePreview
}

/** First what is wanted, then what that costs to the cent; only then it is done. */
export function PlanDialog({
  title,
  plans,
  billingEntities,
  present,
  isNews,
  look,
  go,
  onClose,
}: PlanDialogProps) {
  const [judged, setJudged] = useState<Judged | null>(null)
  const [begun, setBegun] = useState(present)
  const [schema] = useState(() =>
    textForm(['plan_id', 'billing_entity_id'], (values) => problemsOf(Choice, values)),
  )
  const plan = judged && plans.find(({ id }) => id === judged.choice.plan_id)
  const billingEntity = judged && billingEntities.find(({ id }) => id === judged.choice.billing_entity_id)
  return (
    <Dialog wide title={title} onClose={onClose}>
      {judged && plan && billingEntity ? (
        <Confirm
          plan={plan}
          billingEntity={billingEntity}
          isAlone={billingEntities.length === 1}
          isMove={plan.id === present.plan_id}
          preview={judged.preview}
          go={() => go(judged.choice)}
          onBack={() => setJudged(null)}
        />
      ) : (
        <FormShell
          schema={schema}
          defaults={{ ...begun }}
          guard={false}
          notice={false}
          send={async (values: Texts) => {
            const choice = {
              plan_id: values['plan_id'] ?? '',
              billing_entity_id: values['billing_entity_id'] ?? '',
            }
            return isNews(choice) ? { choice, preview: await look(choice) } : null
          }}
          onDone={(quote) => {
            if (!quote) return onClose()
            setBegun(quote.choice)
            setJudged(quote)
          }}
          submit={t`Continue`}
          busy={t`Reckoning..`}
          aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
        >
          <Plans plans={plans} billingEntities={billingEntities} />
          {billingEntities.length > 1 && <BillingEntityChoice billingEntities={billingEntities} />}
        </FormShell>
      )}
    </Dialog>
  )
}

const BillingEntityChoice = ({ billingEntities }: { billingEntities: readonly BillingEntity[] }) => (
  <SelectField
    name="billing_entity_id"
    label={t`Paid by`}
    options={billingEntities.map((billingEntity) => ({
      value: billingEntity.id,
      label: withCard(billingEntity),
    }))}
  />
)

const withCard = ({ name, last_four: lastFour }: BillingEntity) =>
  lastFour === null ? t`${name}, no card yet` : t`${name}, card ending in ${lastFour}`

function Plans({ plans, billingEntities }: Pick<PlanDialogProps, 'plans' | 'billingEntities'>) {
  const chosen = useFormValue('billing_entity_id')
  const billingEntity = billingEntities.find(({ id }) => id === chosen) ?? billingEntities[0]
  if (!billingEntity) return null
  const currency = currencyOf(billingEntity)
  return (
    <>
      <PlanPicker plans={plans} currency={currency} />
      <p className="soft">
        {currency === 'usd'
          ? t`Prices are in US dollars, without tax. What it comes to is shown before anything is charged.`
          : t`Prices are in Canadian dollars, without tax. What it comes to is shown before anything is charged.`}
      </p>
    </>
  )
}

interface ConfirmProps {
  plan: Plan
  billingEntity: BillingEntity
  /** There was no other payer to choose. */
  isAlone: boolean
  /** The plan stays, somebody else pays. */
  isMove: boolean
  preview: ChangePreview
  go: () => Promise<unknown>
  onBack: () => void
}

function Confirm({ plan, billingEntity, isAlone, isMove, preview, go, onBack }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    await go().catch(setFailure)
    setBusy(false)
  }
  const sum = preview.total > 0 ? formatMoney(preview.total, preview.currency) : null
  const [payer, name] = [billingEntity.name, plan.name]
  const move = sum === null ? t`Let ${payer} pay` : t`Let ${payer} pay and pay ${sum}`
  const choose = sum === null ? t`Choose ${name}` : t`Choose ${name} and pay ${sum}`
  const deed = isMove ? move : choose
  return (
    <div className="stack">
      <ChangeOutlook plan={plan} preview={preview} />
      {!isAlone && <p>{t`Paid by ${withCard(billingEntity)}.`}</p>}
      <FailureBanner failure={failure} />
      <div className="dialog-buttons">
        <Button onClick={onBack}>{t`Back`}</Button>
        <Button kind="primary" busy={busy} busyLabel={t`Changing..`} onClick={() => void confirm()}>
          {deed}
        </Button>
      </div>
    </div>
  )
}
