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

const foreign = () => {
  const uid = `${randomUUID()}::old.example::4`
  return { uid, composition: { ...bloodPressure(), uid: { _type: 'OBJECT_VERSION_ID', value: uid } } }
}

const put = (composition: object) =>
  cairn(['composition', 'put', '-', '--ehr', ehr, '--lenient', '--json'], {
    input: JSON.stringify(composition),
  })

describe('cairn composition put', { skip: notBuilt }, () => {
  it('tells what was stored otherwise than it was given', async () => {
    const { uid, composition } = foreign()
    const { code, out, err } = await put(composition)
    assert.equal(code, 0, err)
    assert.match(err, new RegExp(`^Warning: .*${uid}.*\n$`))
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

describe('cairn post', { skip: notBuilt }, () => {
  it('tells the warnings, unless the headers are printed anyway', async () => {
    const post = async (...options: readonly string[]) => {
      const { uid, composition } = foreign()
      const lenient = ['-H', 'Prefer: handling=lenient', '--scope', 'api.write api.lenient']
      const sent = ['post', `/openehr/v1/ehr/${ehr}/composition`, '-d', '@-', ...lenient]
      return { uid, ...(await cairn([...sent, ...options], { input: JSON.stringify(composition) })) }
    }
    const plain = await post()
    assert.match(plain.err, new RegExp(`^Warning: .*${plain.uid}.*\n$`))
    const whole = await post('-i')
    assert.deepEqual([whole.code, whole.err], [0, ''])
    assert.match(whole.out, /^cairn-warnings: \[/m)
  })
})
