/** `cairn patient`: people are found, shown, compared, merged and separated from the command line. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uploadPartyTemplates } from '../demographic/parties.ts'
import { newPerson, putDefinition } from '../demographic/people.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await putDefinition(server)
const ada = await newPerson(server, { family: 'Larkspur', given: ['Ada'], born: '1980-05-03' })
const twin = await newPerson(server, { family: 'Larkspor', given: ['Ada'], born: '1980-05-03' })
const cairn = cairnIn(testFolder(), settingsOf(server))

const run = async (...args: string[]) => {
  const { out, err, code } = await cairn(['patient', ...args, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

const uidsOf = ({ data }: { data: readonly { personUid: string }[] }) =>
  data.map(({ personUid }) => personUid).sort()

describe('cairn patient', () => {
  it('finds people by a misspelt name, shows one, and lists who may be the same', async () => {
    assert.deepEqual(uidsOf(await run('find', 'larkspur', '--born', '1980')), [ada, twin].sort())
    assert.equal((await run('show', ada))._type, 'PERSON')
    assert.deepEqual(uidsOf(await run('duplicates', ada)), [twin])
    const { out } = await cairn(['patient', 'show', ada])
    assert.match(out, /name +Ada Larkspur\n/)
  })

  it('merges two people, lists the merge, and separates them again', async () => {
    assert.deepEqual(await run('merge', ada, twin, '--reason', 'same passport'), { into: ada, from: twin })
    assert.deepEqual(uidsOf(await run('find', 'larkspor')), [ada])
    const { data } = await run('merges', twin)
    assert.deepEqual([data.length, data[0].into, data[0].reason], [1, ada, 'same passport'])
    const { out } = await cairn(['patient', 'merges'])
    assert.match(out, new RegExp(`${twin} +Ada Larkspor +${ada} +Ada Larkspur .* same passport`))
    const again = await cairn(['patient', 'merge', ada, twin])
    assert.notEqual(again.code, 0)
    assert.match(again.err, new RegExp(`${twin} was merged into ${ada} already`))
    assert.deepEqual(await run('separate', twin), { separated: twin })
    assert.deepEqual((await run('merges')).data, [])
  })
})
