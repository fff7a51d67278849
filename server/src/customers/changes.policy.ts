/** The sent fields whose values differ from what is stored, by name. */
export function changedFields<K extends string>(
  stored: { readonly [F in K]?: unknown },
  sent: { readonly [F in K]?: unknown },
): K[] {
  return (Object.keys(sent) as K[]).filter(
    (field) => sent[field] !== undefined && sent[field] !== stored[field],
  )
}
