declare const proven: unique symbol

/**
 * A value, mostly the id of whose something is, of which a check has proven that the actor has a right to it. A query
 * that changes something asks for one, so that it cannot be called with a bare id; `Right` says what was checked.
 */
export type Proven<Right extends string, Value> = Value & { readonly [proven]: Right }

/** For the checks in `*.policy.ts` alone: `npm run check` refuses it elsewhere. */
export function prove<Right extends string, Value>(_right: Right, value: Value): Proven<Right, Value> {
  return value as Proven<Right, Value>
}
