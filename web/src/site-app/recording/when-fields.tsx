import { OneOf, TextIn, useForm } from './fields.tsx'

/** Now, or a day with or without its time. */
export function When() {
  const { values } = useForm()
  return (
    <>
      <OneOf
        name="when"
        legend="When"
        options={[
          { value: 'now', label: 'Now' },
          { value: 'earlier', label: 'Earlier' },
        ]}
      />
      {values['when'] === 'earlier' && (
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
