/** `cairn fhir`: a folder of mappings is loaded, listed, tried and deleted. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { matchesIn, openHospital } from '../fhir/hospital.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const hospital = await openHospital()
const [patient = ''] = hospital.ehrIds
const folder = testFolder()
const cairn = cairnIn(folder, settingsOf(hospital.server))

const run = async (...args: string[]) => {
  const { out, err, code } = await cairn(['fhir', ...args, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

const PULSE = 'vital-signs.pulse.model.yml'
const SHIPPED = fileURLToPath(new URL('../../packages/fhir/mappings/', import.meta.url))
const mappings = join(folder, 'mappings')
cpSync(join(SHIPPED, 'vital-signs'), join(mappings, 'vital-signs'), { recursive: true })
cpSync(join(SHIPPED, 'concept-maps'), join(mappings, 'concept-maps'), { recursive: true })
const path = join(mappings, 'vital-signs', 'pulse.model.yml')
const pulse = readFileSync(path, 'utf8')
writeFileSync(path, pulse.replace('value: "final"', 'value: "preliminary"'))

describe('cairn fhir', () => {
  it('loads a folder with the folders below it: ConceptMaps and models before contexts, in force at once', async () => {
    const loaded: readonly { name: string; type: string; version: number }[] = await run('load', mappings)
    const types = loaded.map(({ type }) => type)
    assert.deepEqual([...new Set(types)], ['ConceptMap', 'model', 'context'])
    assert.deepEqual(types, [
      ...types.filter(each => each === 'ConceptMap'),
      ...types.filter(each => each === 'model'),
      ...types.filter(each => each === 'context'),
    ])
    assert.ok(loaded.some(({ name, version }) => name === PULSE && version === 1))
    const again: readonly { version: number }[] = await run('load', mappings)
    assert.ok(
      again.every(({ version }) => version === 1),
      'the same texts are no new versions',
    )
    const [found] = matchesIn(await hospital.get(`/Observation?patient=${patient}&code=8867-4&_count=1`))
    assert.equal(found.status, 'preliminary')
    const { text } = await run('get', PULSE)
    assert.match(text, /preliminary/)
  })

  it('tries files on an example, and shows which mapping made which value', async () => {
    const [found] = matchesIn(await hospital.get(`/Observation?patient=${patient}&code=8867-4&_count=1`))
    writeFileSync(join(folder, 'pulse.json'), JSON.stringify(found))
    const [tried] = await run('try', 'pulse.json')
    assert.equal(tried.context, 'Vital_signs.pulse')
    assert.equal(tried.composition._type, 'COMPOSITION')
    const { out, code } = await cairn(['fhir', 'try', 'pulse.json'])
    assert.equal(code, 0)
    assert.match(out, /value \(vital-signs\.pulse\.model\.yml, line \d+\)/)
  })

  it('deletes a file, and that of the server holds again', async () => {
    await run('delete', PULSE)
    const files: readonly { name: string; built_in: boolean }[] = await run('list')
    assert.equal(files.find(({ name }) => name === PULSE)?.built_in, true)
  })

  it('stops at a file that cannot be used, with file and line, and at a folder without files', async () => {
    const wrong = join(folder, 'wrong')
    mkdirSync(wrong)
    const none = await cairn(['fhir', 'load', wrong])
    assert.notEqual(none.code, 0)
    assert.match(none.err, /has no \.yml or \.json files/)
    writeFileSync(join(wrong, 'a.model.yml'), pulse.replace('$resource.value', '$resourc.value'))
    const { code, err } = await cairn(['fhir', 'load', wrong])
    assert.notEqual(code, 0)
    assert.match(err, /a\.model\.yml, line \d+/)
  })
})
