let known: ReadonlySet<string> | undefined

/** The list is long: it is fetched when somebody opens the field it is for. Until it is there, the server judges. */
export async function fetchTopLevelDomains(): Promise<ReadonlySet<string>> {
  known = (await import('@byre/contract/places/top-level-domains')).topLevelDomains
  return known
}

export const knownTopLevelDomains = () => known
