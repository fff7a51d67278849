import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'

export const exportHerd = appCall({
  name: 'exportHerd',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/export',
  summary:
    'Everything of the site as one archive: a table (CSV) for each part, and all events with their hashes, from which the same herd can be made again',
  right: 'export',
  reply: z.string(),
  produces: 'application/zip',
})
