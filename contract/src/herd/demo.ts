import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'

/* Demo animals: invented ones to look around with, which are taken away again. */

const Demo = z.object({ animals: z.number() })

export const getDemo = appCall({
  name: 'getDemo',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/demo',
  summary: 'How many demo animals there are',
  right: 'see',
  reply: Demo,
})

export const addDemo = appCall({
  name: 'addDemo',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/demo',
  summary: 'Add demo animals with pens, weights and treatments; where there are some, nothing is added',
  right: 'import',
  reply: Demo,
  status: 201,
  refusals: ['list.full'],
})

export const removeDemo = appCall({
  name: 'removeDemo',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/demo/removal',
  summary:
    'Take the demo animals away: all that was recorded of them is voided, and their pens and medicines go',
  right: 'import',
  reply: Demo,
})
