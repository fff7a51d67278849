import type { Reading } from './metrics.ts'
import type { Standby } from '../database/standby.ts'

/** What operators' machines watch of the standby that answers lists. */
export async function standbyReadings(standby: Standby): Promise<Reading[]> {
  const { answered, isUsed, behindBytes } = await standby.state()
  return [
    {
      name: 'byre_list_reads',
      about:
        'Lists since the start, by what answered: the standby; or the database, since the standby was behind, or away.',
      label: 'answered',
      counts: answered,
    },
    {
      name: 'byre_standby_used',
      about: '1 while lists are read from the standby, 0 while it is left alone.',
      label: 'of',
      counts: { process: isUsed ? 1 : 0 },
    },
    {
      name: 'byre_standby_behind_bytes',
      about: 'Bytes of the log that the standby has not replayed; not there while that is not known.',
      label: 'of',
      counts: behindBytes === null ? {} : { process: behindBytes },
    },
  ]
}
