import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bindParameters, checkAql, parseAql } from '@cairn-ehr/openehr/aql'
import { ehrCountQuery, ehrDetailsQuery, ehrPageQuery, ehrRows } from './ehr-query.ts'
import { readEhrSearch } from './ehr-search.ts'

const id = '7d44b88c-4199-4bad-97dc-d78268e01398'

describe('the search for EHRs', () => {
  const searches = [
    {},
    { q: id },
    { q: 'P00*' },
    { template: 'Vital signs', q: 'x' },
    { from: '2026-01-01', before: '2026-02-01' },
  ]
  for (const search of searches)
    it(`makes queries that can run: ${JSON.stringify(search)}`, () => {
      for (const { q, query_parameters } of [
        ehrPageQuery(search, 0, 100),
        ehrCountQuery(search),
        ehrDetailsQuery([id, id]),
      ])
        assert.deepEqual(checkAql(bindParameters(parseAql(q), query_parameters)), [])
    })

  it('looks for an id exactly, and for a subject id in either case, from its start or anywhere', () => {
    assert.deepEqual(ehrPageQuery({ q: id.toUpperCase() }, 0, 1).query_parameters, { ehr: id })
    assert.deepEqual(ehrPageQuery({ q: ' P0*' }, 0, 1).query_parameters, {
      subject: 'P0\\**',
      subject1: 'p0\\**',
    })
    assert.deepEqual(ehrPageQuery({ q: '007', isPart: true }, 0, 1).query_parameters, { subject: '*007*' })
  })

  it('lists an EHR once, whatever it has of a template', () => {
    assert.match(ehrPageQuery({ template: 'x' }, 0, 1).q, /^SELECT DISTINCT/)
    assert.match(ehrCountQuery({ template: 'x' }).q, /COUNT\(DISTINCT e\/ehr_id\/value\)/)
  })

  it('asks for the columns of a page by its ids, and shows them in the order of the page', () => {
    assert.deepEqual(ehrDetailsQuery(['a', 'b']).query_parameters, { e0: 'a', e1: 'b' })
    assert.deepEqual(ehrRows(['b', 'a'], [['a', 'P1', 'hospital', '2026-01-01T00:00:00Z']]), [
      { ehrId: 'b', subject: '', namespace: '', created: '' },
      { ehrId: 'a', subject: 'P1', namespace: 'hospital', created: '2026-01-01T00:00:00Z' },
    ])
  })

  it('takes from an address what it knows', () => {
    assert.deepEqual(readEhrSearch({ q: 7, from: 'soon', before: '2026-01-01', other: 'x' }), {
      q: '7',
      before: '2026-01-01',
    })
  })
})
