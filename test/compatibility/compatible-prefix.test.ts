/** Habits of clients of other servers that compatible prefixes accept. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEhr, TEMPLATE_ID } from '../records.ts'
import { flatWithoutUid, openProgram } from './ehrscape-program.ts'

const { server, records } = await openProgram()
const ehrId = await newEhr(server)
const first = await records.composition(ehrId, 'first')
const FLAT = await flatWithoutUid(records, ehrId, first)

describe('on compatible prefixes', () => {
  it('tags are always sent', async () => {
    const tags = { 'openehr-item-tag': 'key="ward",value="3"' }
    const uid = await records.composition(ehrId, 'tagged', tags)
    const at = (prefix: string) =>
      records.callAt(`GET ${prefix}/ehr/${ehrId}/composition/${uid}`).then(answer => answer.headers)
    assert.equal((await at('/rest/openehr/v1')).get('openehr-item-tag'), 'key="ward",value="3"')
    assert.equal((await at('/openehr/v1')).get('openehr-item-tag'), null)
  })

  it('format=CANONICAL is canonical JSON, or XML to those who accept it', async () => {
    const at = (accept: string) =>
      records.callAt(`GET /rest/openehr/v1/ehr/${ehrId}/composition/${first}?format=CANONICAL`, undefined, {
        Accept: accept,
      })
    assert.equal((await at('application/json')).json()._type, 'COMPOSITION')
    assert.match((await at('application/xml')).text, /^<\?xml|^<composition/)
  })

  it('templateId in the query string names the template', async () => {
    const answer = await records.callAt(
      `POST /rest/openehr/v1/ehr/${ehrId}/composition?format=FLAT&templateId=${encodeURIComponent(TEMPLATE_ID)}`,
      FLAT,
    )
    assert.equal(answer.status, 201, answer.text)
  })
})
