import { listAnimals } from '@byre/contract/herd/animals'
import { listProducts } from '@byre/contract/herd/products'
import type { Feeding } from '@byre/contract/herd/pens'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAppAsk } from '../asks.ts'
import { Loaded } from '../loaded.tsx'
import { useMe } from '../me.ts'
import { CommandForm } from '../recording/command-form.tsx'
import { said, withKnown } from '../recording/drafts.ts'
import { OneOf, TextIn, TickIn, useForm } from '../recording/fields.tsx'
import { FormDialog } from '../recording/form-dialog.tsx'
import { VetFields } from '../recording/vet-fields.tsx'
import { When } from '../recording/when-fields.tsx'
import { whereOf } from '../recording/where.ts'
import { feedOf, readFeed, type FeedInput } from './feed-draft.ts'
import { fieldIn, names, usePenEvent, type Pen } from './pen-events.ts'
import { withWord } from '../words.ts'

/** What is fed from now on, or since a day: whoever stands in the pen eats of it. */
export function StartFeed({ pen, onClose }: { pen: Pen; onClose: () => void }) {
  const ask = useAppAsk(listProducts, {})
  const record = usePenEvent('feed_started')
  const eaters = useEaters(pen)
  return (
    <FormDialog title={`Start medicated feed: ${withWord('pen', pen.name)}`} onClose={onClose}>
      <Loaded ask={ask} skeleton={<Skeleton height="16rem" />} failed="The cabinet could not be loaded.">
        {({ products }) => (
          <CommandForm
            submit="Start"
            busyLabel="Recording.."
            nameOf={fieldIn}
            onSend={async (values) => {
              const drafted = feedOf(pen, values, { products, ...eaters })
              if ('problems' in drafted) return drafted.problems
              const problems = await record(values, drafted.body, names)
              if (problems) return problems
              toast.success(`${drafted.name} is fed in ${withWord('pen', pen.name)}.`)
              onClose()
            }}
          >
            <FeedFields products={products} {...eaters} />
            <When />
          </CommandForm>
        )}
      </Loaded>
    </FormDialog>
  )
}

/** What the animals of a pen are, by one that stands there. */
function useEaters({ id }: Pen): Omit<FeedInput, 'products'> {
  const me = useMe()
  const one = useAppAsk(listAnimals, { pen: id, limit: '1' }).data?.animals[0]
  return {
    where: whereOf(me, one ? [{ id: one.id, name: one.main_tag, card: one }] : []),
    species: one?.species,
  }
}

function FeedFields(input: FeedInput) {
  const { products, where } = input
  const { values, set } = useForm()
  const { days } = readFeed(values, input)
  return (
    <>
      <TextIn
        name="product"
        label="Medicated feed"
        maxLength={60}
        choices={products.map(({ name }) => name)}
        hint="As it is called in the cabinet. Animals that eat anything else are held until somebody acts."
        // What the label of the product before said is said anew by this one.
        onTyped={() => set({ days: undefined })}
      />
      <TextIn
        name="rate"
        label="How much"
        maxLength={200}
        hint="As it is ordered: 10 g per head per day."
        optional
      />
      <TextIn
        name="days"
        label="Ordered for"
        inputMode="numeric"
        maxLength={3}
        suggested={days}
        unit="days"
        hint="It counts as fed until you record that it stopped."
        optional
      />
      <TextIn name="reason" label="For what" maxLength={200} optional />
      <TextIn name="batch" label="Lot number" maxLength={60} optional />
      <TickIn name="as_label" label="It is fed as its label or order says" />
      <VetFields {...where} />
      {where.home === 'US' && (
        <p className="hint">
          In the United States no veterinarian’s figure clears feed that is fed off its label.
        </p>
      )}
    </>
  )
}

/** When it was fed last. Before it began it cannot have stopped. */
export function StopFeed({ of, pen, onClose }: { of: Feeding; pen: Pen; onClose: () => void }) {
  const record = usePenEvent('feed_stopped')
  return (
    <FormDialog title={`Stop feeding ${of.product_name}: ${withWord('pen', pen.name)}`} onClose={onClose}>
      <CommandForm
        submit="Stop"
        busyLabel="Recording.."
        nameOf={fieldIn}
        onSend={async (values) => {
          const day = values['when'] === 'earlier' ? said(values['day']) : undefined
          const first = of.started.day ?? of.started.at.slice(0, 10)
          if (day !== undefined && day < first) return { day: 'That is before it began.' }
          const problems = await record(
            values,
            withKnown({ feed: of.event_id, reason: said(values['reason']) }),
          )
          if (problems) return problems
          toast.success(`${of.product_name} is no longer fed in ${withWord('pen', pen.name)}.`)
          onClose()
        }}
      >
        <p>Its withdrawal counts from the last feeding.</p>
        <TextIn name="reason" label="Why" maxLength={200} optional />
        <When />
      </CommandForm>
    </FormDialog>
  )
}

/** It was recorded wrongly: as if it had never been fed, or never stopped. */
export function TakeFeedBack({ of, onClose }: { of: Feeding; onClose: () => void }) {
  const { stopped } = of
  const record = usePenEvent('void')
  return (
    <FormDialog title={`Take back: ${of.product_name}`} onClose={onClose}>
      <CommandForm
        submit="Take back"
        busyLabel="Taking back.."
        nameOf={fieldIn}
        onSend={async (values) => {
          const reason = said(values['reason'])
          if (reason === undefined) return { reason: 'Please say why.' }
          const isStop = stopped !== null && values['what'] === 'stop'
          const problems = await record({}, { event: isStop ? stopped.event_id : of.event_id, reason })
          if (problems) return problems
          toast.success('Taken back.')
          onClose()
        }}
      >
        {stopped !== null && (
          <OneOf
            name="what"
            legend="What was wrong?"
            options={[
              { value: 'all', label: 'It was not fed here' },
              { value: 'stop', label: 'It did not stop then' },
            ]}
          />
        )}
        <p>What holds the animals of the pen is worked out again.</p>
        <TextIn name="reason" label="Why?" maxLength={200} />
      </CommandForm>
    </FormDialog>
  )
}
