/** Physical deletion of templates: not while any record, old versions included, was made by one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { note, openRecords } from './records.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records

const remove = (templateId: string) => call(`DELETE /admin/template/${encodeURIComponent(templateId)}`)
const read = (templateId: string) =>
  call(`GET /definition/template/adl1.4/${encodeURIComponent(templateId)}`, undefined, {
    Accept: 'application/xml',
  })

describe('DELETE /admin/template/{template_id}', () => {
  it('deletes a template that no record uses, and it can be uploaded again', async () => {
    await uploadTemplate(server, 'Unused template.v1')
    assert.equal((await remove('Unused template.v1')).status, 204)
    assert.equal((await read('Unused template.v1')).status, 404)
    await uploadTemplate(server, 'Unused template.v1')
    assert.equal((await read('Unused template.v1')).status, 200)
  })

  it('is 404 for a template that is not there', async () => {
    const answer = await remove('nothing')
    assert.equal(answer.status, 404)
    assert.equal(answer.json().code, 'template.not_found')
  })

  it('is 409 while records use it, be it a deleted one, and works once they are physically gone', async () => {
    await uploadTemplate(server, 'used')
    const ehrId = await records.ehr()
    const made = await call(`POST /ehr/${ehrId}/composition`, note('x', 'used'))
    assert.equal(made.status, 201, made.text)
    const inUse = await remove('used')
    assert.equal(inUse.status, 409)
    assert.equal(inUse.json().code, 'template.in_use')
    const uid = made.headers.get('etag')?.replaceAll('"', '')
    assert.equal((await call(`DELETE /ehr/${ehrId}/composition/${uid}`)).status, 204)
    assert.equal((await remove('used')).status, 409)
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
    assert.equal((await remove('used')).status, 204)
    const late = await call(`POST /ehr/${await records.ehr()}/composition`, note('x', 'used'))
    assert.equal(late.status, 422)
  })

  it('needs api.admin', async () => {
    const options = { scopes: 'api.read api.write' }
    assert.equal((await server.call('DELETE /openehr/v1/admin/template/x', options)).status, 403)
  })
})
