/** Warnings of the server about a commit: on standard error, beside a result that a program can read. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { notBuilt } from '../http/program.ts'
import { bloodPressure, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
await uploadTemplate(server)
const ehr = await newEhr(server)
const cairn = cairnIn(testFolder(), settingsOf(server))

const put = (composition: object) =>
  cairn(['composition', 'put', '-', '--ehr', ehr, '--lenient', '--json'], {
    input: JSON.stringify(composition),
  })

describe('cairn composition put', { skip: notBuilt }, () => {
  it('tells what was stored otherwise than it was given', async () => {
    const original = `${randomUUID()}::old.example::4`
    const uid = { _type: 'OBJECT_VERSION_ID', value: original }
    const { code, out, err } = await put({ ...bloodPressure(), uid })
    assert.equal(code, 0, err)
    assert.match(err, new RegExp(`^Warning: .*${original}.*\n$`))
    assert.deepEqual(Object.keys(JSON.parse(out)), ['ehr_id', 'uid'])
  })

  it('tells how many rules of the template the data break', async () => {
    const { code, err } = await put(bloodPressure([{ systolic: 5000 }]))
    assert.equal(code, 0)
    const lists = `"cairn findings --ehr ${ehr}" lists them`
    assert.equal(err, `Warning: The data break one rule of their template. ${lists}.\n`)
  })

  it('says nothing if there is nothing to tell', async () => {
    assert.equal((await put(bloodPressure())).err, '')
  })
})
