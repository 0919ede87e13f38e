/** The timeline of an EHR with 5,000 records: its first page has as little as that of a new one. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { closeBrowserAfter, inBrowser, visit } from './browser.ts'
import { knownPatient } from './patient.ts'

closeBrowserAfter()

const server = await testServer()

const [RECORDS, TOGETHER] = [5000, 100]

/** Copies of a record, an hour apart, in contributions. */
async function fill(ehrId: string, uid: string): Promise<void> {
  const read = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${encodeURIComponent(uid)}`, {
    scopes: 'api.read',
  })
  const { uid: _, ...record } = read.json()
  const copyAt = (index: number) => ({
    ...record,
    context: {
      ...record.context,
      start_time: {
        _type: 'DV_DATE_TIME',
        value: new Date(Date.UTC(2020, 0, 1, index)).toISOString(),
      },
    },
  })
  const creation = {
    _type: 'DV_CODED_TEXT',
    value: 'creation',
    defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
  }
  const audit = {
    _type: 'AUDIT_DETAILS',
    change_type: creation,
    committer: { _type: 'PARTY_IDENTIFIED', name: 'Nurse Ana' },
  }
  for (let from = 0; from < RECORDS; from += TOGETHER) {
    const versions = Array.from({ length: TOGETHER }, (_each, index) => ({
      _type: 'ORIGINAL_VERSION',
      lifecycle_state: {
        _type: 'DV_CODED_TEXT',
        value: 'complete',
        defining_code: { terminology_id: { value: 'openehr' }, code_string: '532' },
      },
      commit_audit: audit,
      data: copyAt(from + index),
    }))
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      scopes: 'api.read api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ audit, versions }),
    })
    assert.equal(answer.status, 201, answer.text)
  }
}

describe('an EHR with 5,000 records', inBrowser, () => {
  let ehrId: string

  before(async () => {
    const patient = await knownPatient(server)
    ehrId = patient.ehrId
    await fill(ehrId, patient.report)
  })

  it('opens with one page of the timeline, and has the next when it is asked for', async () => {
    const { page, problems, go } = await visit(server, '/ehrs')
    let bytes = 0
    page.on('response', async response => {
      if (response.url().includes('/query/aql')) bytes += (await response.body().catch(() => '')).length
    })
    await go(`/ehrs/${ehrId}?view=records`)
    const records = page.locator('#content').getByRole('listitem').getByRole('link')
    await records.filter({ hasText: 'Potassium 5.8' }).first().waitFor()
    assert.equal(await records.count(), 40)
    // A page of whole documents, and not 5,000 of them.
    assert.ok(bytes > 0 && bytes < 1_500_000, String(bytes))
    await page.getByRole('button', { name: 'Show older records' }).click()
    await page.waitForFunction("document.querySelectorAll('#content li a').length === 80")
    await go(`/ehrs/${ehrId}`)
    await page.getByRole('region', { name: 'Laboratory' }).getByRole('row').nth(1).waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
