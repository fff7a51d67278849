import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from '../breaking.ts'
import { fill, onSmallVolume } from '../volume.ts'
import { judge } from './judge.ts'
import { atPortal } from './portal.ts'

/* Volumes that are full: that of the data and the log, and that of the log alone. */

const backWithinMs = 30_000

/** With its log on the same volume; changes are refused and it is not to be sent any, until there is room again. */
export const dataFull = () =>
  onSmallVolume('400m', (dataDir) =>
    atPortal({ isWithOwn: true, dataDir, log: join(dataDir, 'byre.log') }, async (portal) => {
      const ballast = join(dataDir, 'ballast')
      portal.work.begin(30)
      await delay(2_000)
      const from = performance.now()
      const refused = () => portal.work.answers.filter(({ status }) => status === 503).length
      for (let looks = 0; refused() < 20 && looks < 300; looks++) {
        fill(ballast, dataDir)
        await delay(200)
      }
      if (refused() < 20) portal.complaints.push('nobody heard that the volume is full')
      const readiness = await portal.nodes[0]!.readiness()
      if (readiness !== 503) portal.complaints.push(`/readyz says ${readiness} meanwhile`)
      const countedFrom = performance.now()
      rmSync(ballast)
      const isLate = () => performance.now() - countedFrom > backWithinMs
      while ((await portal.nodes[0]!.readiness()) !== 200 && !isLate()) await delay(100)
      if (isLate()) portal.complaints.push(`/readyz does not say 200 after ${backWithinMs / 1000} s`)
      await delay(2_000)
      await portal.work.rest()
      return judge(portal, {
        fault: 'volume of data and log full',
        times: 1,
        allowed: { away: [{ from, countedFrom, backWithinMs }] },
      })
    }),
  )

/** Nobody notices but who reads the log. */
export const logFull = (size: Size) =>
  onSmallVolume('1m', (folder) =>
    atPortal({ log: join(folder, 'byre.log') }, async (portal) => {
      portal.work.begin(60)
      await delay(1_000)
      fill(join(folder, 'ballast'), folder)
      await delay(size.isShort ? 2_000 : 20_000)
      await portal.work.rest()
      return judge(portal, { fault: 'volume of the log full', times: 1, allowed: {} })
    }),
  )
