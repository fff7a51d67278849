import type { getClearanceSheet, getLateNotice } from '@byre/contract/herd/ship-lists'
import { Readable } from 'node:stream'
import type { Branding } from '../../platform/branding.ts'
import { drawApart } from '../../platform/documents/document-thread.ts'
import type { DocumentParts } from '../../platform/documents/document.ts'
import { refuse } from '../../platform/errors.ts'
import { Download } from '../../platform/reply.ts'
import type { SiteCall } from '../../tenants/index.ts'
import { wholeList } from './reads.actions.ts'
import { noticeOf, numberOf, sheetOf } from './sheets.policy.ts'

type Reading = Pick<
  SiteCall<typeof getClearanceSheet | typeof getLateNotice, 'herd'>,
  'db' | 'caller' | 'params'
>

/** What was cleared: of a list that is locked or has left alone. */
export async function drawSheet({ db, caller, params }: Reading, branding: Branding): Promise<Download> {
  const whole = await wholeList(db, caller, params.id)
  const { state } = whole.list
  if (state !== 'locked' && state !== 'departed') refuse('ship_list.not_locked')
  return drawn(branding, sheetOf(whole), `clearance-sheet-${numberOf(whole.list)}.pdf`)
}

/** Where nothing became known late there is nothing to tell. */
export async function drawNotice({ db, caller, params }: Reading, branding: Branding): Promise<Download> {
  const whole = await wholeList(db, caller, params.id)
  if (whole.list.late.every(({ taken_back }) => taken_back)) refuse('not_found')
  return drawn(branding, noticeOf(whole), `late-record-notice-${numberOf(whole.list)}.pdf`)
}

const drawn = async (branding: Branding, parts: DocumentParts, name: string) =>
  new Download(name, Readable.from([await drawApart(branding, parts)]))
