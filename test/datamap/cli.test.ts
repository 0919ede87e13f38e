/** `cairn datamap suggest` as a person types it. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
before(() => uploadTemplate(server))

const typed = cairnIn(testFolder(), settingsOf(server))
const cairn = (...args: string[]) => typed(['datamap', ...args])

it('prints a definition that can be saved, as XML or JSON, and what is wrong', async () => {
  const [xml, json, unknown, none] = await Promise.all([
    cairn('suggest', 'Blood pressure.v1'),
    cairn('suggest', 'Blood pressure.v1', '--json'),
    cairn('suggest', 'Blood.v1'),
    cairn('suggest'),
  ])
  for (const { out, type } of [
    { ...xml, type: 'application/xml' },
    { ...json, type: 'application/json' },
  ]) {
    const saved = await server.call('PUT /extra/v1/definition/datamap/typed', {
      scopes: 'api.write',
      headers: { 'Content-Type': type },
      body: out,
    })
    assert.ok(saved.status < 300, saved.text)
  }
  assert.deepEqual([unknown.code, none.code], [1, 2])
  assert.match(unknown.err, /no template "Blood\.v1"/)
  assert.match(none.err, /<template> is missing/)
})
