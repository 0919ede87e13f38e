import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangeEvent } from '@cairn-ehr/client'
import { eventRowOf } from './event-row.ts'

const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398'
const UID = '8849182c-82ad-4088-a07f-48ead4180515::cairn.local::1'

const event = (type: string, subject: string, data: ChangeEvent['data']): ChangeEvent => ({
  specversion: '1.0',
  id: '1042-1-9f2c1a7b',
  source: 'http://localhost:8080',
  type,
  subject,
  time: '2026-11-18T12:00:00Z',
  datacontenttype: 'application/json',
  data,
})

describe('a line of the tail', () => {
  it('leads to the composition that was committed, and names its committer', () => {
    const data = {
      ehr_id: EHR,
      uid: UID,
      template_id: 'Vital signs',
      committer: { _type: 'PARTY_IDENTIFIED', name: 'Ana' },
    }
    const { record, committer, templateId } = eventRowOf(event('composition.created', UID, data))
    assert.deepEqual([record, committer, templateId], [{ ehrId: EHR, uid: UID }, 'Ana', 'Vital signs'])
  })

  it('leads nowhere if the record is deleted, and to the EHR alone otherwise', () => {
    const deleted = eventRowOf(event('composition.deleted', UID, { ehr_id: EHR, uid: UID }))
    assert.deepEqual([deleted.record, deleted.ehrId], [undefined, EHR])
    const made = eventRowOf(
      event('template.created', 'Vital signs', { template_id: 'Vital signs', client_id: 'loader' }),
    )
    assert.deepEqual([made.record, made.templateId, made.committer], [undefined, undefined, 'loader'])
  })
})
