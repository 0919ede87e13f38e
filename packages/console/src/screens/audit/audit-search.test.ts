import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextPageIn, readAuditFilter } from './audit-search.ts'

it('a filter takes from an address what it knows', () => {
  assert.deepEqual(
    readAuditFilter({ ehr_id: 'x', outcome: 'denied', action: 'Q', client_id: '', other: 1 }),
    {
      ehr_id: 'x',
      outcome: 'denied',
    },
  )
})

it('the next page begins where the link of an answer says', () => {
  const link = '<https://cairn.example.org/admin/v1/audit?limit=100&after=WyIy>; rel="next"'
  assert.equal(nextPageIn(link), 'WyIy')
  assert.equal(nextPageIn(null), undefined)
})
