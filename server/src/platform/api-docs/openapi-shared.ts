import { compare, nameOfRefusal, type Refusal } from './openapi-refusals.ts'

type Json = Record<string, unknown>

/** A place in the document where a part stands, and by what to refer to it. */
interface Place {
  name: string
  part: Json
  put(part: Json): void
}

/**
 * Parameters and refusals that stand in two operations or more, by their names; in `paths` each becomes a reference. Of
 * different ones by one name the one that stands most often has it, the next is `query.sort.2`.
 */
export function sharedParts(paths: Record<string, Record<string, Json>>): {
  parameters: Json
  responses: Json
} {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  return {
    parameters: share('parameters', operations.flatMap(parametersOf)),
    responses: share('responses', operations.flatMap(refusalsIn)),
  }
}

function parametersOf(operation: Json): Place[] {
  const parameters = operation['parameters'] as { name: string; in: string }[]
  return parameters.map((part, at) => ({
    name: `${part.in}.${part.name}`,
    part: part as unknown as Json,
    put: (reference) => (parameters[at] = reference as unknown as { name: string; in: string }),
  }))
}

function refusalsIn(operation: Json): Place[] {
  const responses = operation['responses'] as Record<string, Json>
  return Object.entries(responses).flatMap(([status, part]) =>
    status.startsWith('2')
      ? []
      : [
          {
            name: nameOfRefusal(status, part as unknown as Refusal),
            part,
            put: (reference: Json) => (responses[status] = reference),
          },
        ],
  )
}

function share(shelf: string, places: Place[]): Json {
  const kept: [string, Json][] = []
  for (const [name, sameName] of Map.groupBy(places, ({ name }) => name)) {
    const variants = [...Map.groupBy(sameName, ({ part }) => JSON.stringify(part)).values()]
      .filter(({ length }) => length > 1)
      .toSorted((one, other) => other.length - one.length)
    for (const [at, variant] of variants.entries()) {
      const own = at === 0 ? name : `${name}.${at + 1}`
      kept.push([own, variant[0]!.part])
      for (const { put } of variant) put({ $ref: `#/components/${shelf}/${own}` })
    }
  }
  return Object.fromEntries(kept.toSorted(([a], [b]) => compare(a, b)))
}
