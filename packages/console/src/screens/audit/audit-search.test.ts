import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readAuditFilter } from './audit-search.ts'

it('a filter takes from an address what it knows', () => {
  assert.deepEqual(
    readAuditFilter({ ehr_id: 'x', outcome: 'denied', action: 'Q', client_id: '', other: 1 }),
    {
      ehr_id: 'x',
      outcome: 'denied',
    },
  )
})
