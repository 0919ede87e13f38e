/** `cairn tail`: changes as lines, and as CloudEvents. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
const uid = idOf(await postComposition(server, ehrId))
const cairn = cairnIn(testFolder(), settingsOf(server))

describe('cairn tail', () => {
  const wanted = ['tail', '--after', 'start', '--type', 'composition.created', '--template', TEMPLATE_ID]

  it('prints a line for each event, and ends after as many as are asked for', async () => {
    const { out, err, code } = await cairn([...wanted, '--times', '1'])
    assert.equal(code, 0, err)
    assert.match(
      out,
      new RegExp(`^\\S+ {2}composition\\.created +${uid} {2}ehr ${ehrId} {2}${TEMPLATE_ID}\n$`),
    )
  })

  it('prints events as JSON, with the content of records', async () => {
    const { out, err, code } = await cairn([...wanted, '--times', '1', '--json', '--data'])
    assert.equal(code, 0, err)
    const { type, subject, data } = JSON.parse(out)
    assert.deepEqual([type, subject], ['composition.created', uid])
    assert.equal(data.content._type, 'COMPOSITION')
  })

  it('says which types there are', async () => {
    const { err, code } = await cairn(['tail', '--type', 'composition.invented'])
    assert.notEqual(code, 0)
    assert.match(err, /composition\.created/)
  })
})
