import { OneOf, TextIn, useForm } from './fields.tsx'

/** Now, or a day with or without its time. `isBefore`: of an animal that has died or left since, it was earlier. */
export function When({ isBefore = false }: { isBefore?: boolean }) {
  const { values } = useForm()
  return (
    <>
      {isBefore ? (
        <p className="hint">
          It has died or left since. Say when it was; of the day it died or left, the time as well.
        </p>
      ) : (
        <OneOf
          name="when"
          legend="When"
          options={[
            { value: 'now', label: 'Now' },
            { value: 'earlier', label: 'Earlier' },
          ]}
        />
      )}
      {(isBefore || values['when'] === 'earlier') && (
        <div className="field-row">
          <TextIn name="day" label="Day" type="date" />
          <TextIn
            name="time"
            label="Time"
            type="time"
            hint="Without one, the whole day counts as before it."
            optional
          />
        </div>
      )}
    </>
  )
}
