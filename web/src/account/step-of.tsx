/** Where one is in the welcome flow. */
export function StepOf({ step }: { step: 1 | 2 | 3 }) {
  return <p className="soft figures">Step {step} of 3</p>
}
