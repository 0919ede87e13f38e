/** `cairn generate types`: what it writes compiles, and takes the records that the server takes. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fits } from '../../packages/openehr/test/json-schema.ts'
import { notBuilt } from '../http/program.ts'
import { bloodPressureOpt, newEhr, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { cairnIn, settingsOf, testFolder } from './program.ts'

const server = await testServer()
const folder = testFolder()
const run = cairnIn(folder, settingsOf(server))
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

async function generate(...args: string[]): Promise<string> {
  const { code, out, err } = await run(['generate', 'types', ...args])
  assert.equal(code, 0, err)
  return out
}

/** The faults that the compiler finds in a module; none: an empty text. */
function compile(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  try {
    execFileSync(process.execPath, [TSC, '--noEmit', '--strict', '--target', 'es2022', name], { cwd: folder })
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  }
}

const EVENT = 'encounter/blood_pressure:0/any_event:0'
const FLAT = {
  'ctx/language': 'en',
  'ctx/territory': 'NL',
  'ctx/composer_name': 'Dr A',
  [`${EVENT}/systolic|magnitude`]: 120,
  [`${EVENT}/systolic|unit`]: 'mm[Hg]',
}

describe('cairn generate types', { skip: notBuilt }, () => {
  before(() => uploadTemplate(server))

  it('writes TypeScript that takes a FLAT record, and refuses a wrong key, unit and kind', async () => {
    const types = await generate(TEMPLATE_ID)
    // The client takes any record in FLAT.
    const record = (members: string) =>
      `${types}\nexport const record: BloodPressureV1 = { ${members} }\nexport const body: Readonly<Record<string, unknown>> = record\n`
    assert.equal(compile('good.ts', record(JSON.stringify(FLAT).slice(1, -1))), '')
    assert.match(compile('key.ts', record(`'${EVENT}/systole|magnitude': 1`)), /systole/)
    assert.match(compile('unit.ts', record(`'${EVENT}/systolic|unit': 'kPa'`)), /kPa/)
    assert.match(compile('kind.ts', record(`'${EVENT}/systolic|magnitude': '120'`)), /not assignable/)
  })

  it('writes a JSON Schema that takes the same', async () => {
    const opt = join(folder, 'bp.opt')
    writeFileSync(opt, bloodPressureOpt())
    const schema = JSON.parse(await generate(opt, '--language', 'json-schema'))
    const patterns = Object.entries<Record<string, unknown>>(schema.patternProperties)
    const takes = (record: Record<string, unknown>) =>
      Object.entries(record).every(([key, value]) => {
        const own =
          schema.properties[key] ?? patterns.find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1]
        return (
          own !== undefined &&
          ('oneOf' in own
            ? own.oneOf.some((each: { const: unknown }) => each.const === value)
            : fits(value, own, schema))
        )
      })
    assert.ok(takes(FLAT))
    assert.ok(!takes({ [`${EVENT}/systole|magnitude`]: 1 }))
    assert.ok(!takes({ [`${EVENT}/systolic|magnitude`]: '1' }))
    assert.ok(!takes({ [`${EVENT}/systolic|unit`]: 'kPa' }))
  })

  it('writes Python dataclasses whose record the server takes', async t => {
    const out = await run([
      'generate',
      'types',
      TEMPLATE_ID,
      '-l',
      'python',
      '--name',
      'Pressure',
      '-o',
      'pressure.py',
    ])
    assert.equal(out.code, 0, out.err)
    assert.match(readFileSync(join(folder, 'pressure.py'), 'utf8'), /^class Pressure:$/m)
    const program = `
import json
from pressure import *
event = PressureBloodPressureAnyEvent(systolic_magnitude=131.0, systolic_unit="mm[Hg]")
record = Pressure(blood_pressure=[PressureBloodPressure(any_event=[event])])
print(json.dumps(to_flat(record, language="en", territory="NL", composer_name="Dr A")))
`
    let flat: string
    try {
      flat = execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return t.skip('there is no Python')
      throw error
    }
    const answer = await server.call(`POST /openehr/v1/ehr/${await newEhr(server)}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/openehr.wt.flat+json', 'openehr-template-id': TEMPLATE_ID },
      body: flat,
    })
    assert.equal(answer.status, 201, answer.text)
  })

  it('writes types of the records of a datamap', async () => {
    const definition = await run(['datamap', 'suggest', TEMPLATE_ID])
    writeFileSync(join(folder, 'map.xml'), definition.out)
    assert.equal((await run(['datamap', 'put', 'bp', 'map.xml'])).code, 0)
    const types = await generate('--datamap', 'bp', '--name', 'Reading')
    assert.equal(
      compile(
        'datamap.ts',
        `${types}\nexport const uidOf = (record: Reading): string => record.uid
        export const bodyOf = (record: Reading): Readonly<Record<string, unknown>> => record\n`,
      ),
      '',
    )
    const python = await generate('--datamap', 'bp', '--language', 'python')
    writeFileSync(join(folder, 'bp.py'), python)
    execFileSync('python3', ['-c', 'import bp; print(bp.to_json)'], { cwd: folder })
    assert.equal(JSON.parse(await generate('--datamap', 'bp', '-l', 'json-schema')).type, 'object')
  })

  it('says what it cannot write', async () => {
    assert.equal((await run(['generate', 'types'])).code, 2)
    assert.equal((await run(['generate', 'types', TEMPLATE_ID, '--datamap', 'bp'])).code, 2)
    assert.equal((await run(['generate', 'types', TEMPLATE_ID, '--name', 'not a name'])).code, 2)
    assert.equal((await run(['generate', 'types', TEMPLATE_ID, '-l', 'cobol'])).code, 2)
    assert.equal((await run(['generate', 'types', 'Nothing.v1'])).code, 1)
    assert.equal((await run(['generate', 'types', '--datamap', 'nothing'])).code, 1)
  })
})
