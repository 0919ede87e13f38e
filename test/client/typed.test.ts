/** Types of answers that the caller gives: records of datamaps and in FLAT, cells of AQL. The compiler checks most of it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { aqlCellsTypescript } from '../../packages/cli/src/types/aql-cells.ts'
import { type AqlCells, createClient } from '../../packages/client/src/index.ts'
import { bloodPressureOpt, newEhr, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const options = { baseUrl: server.url, clientId: server.client.id, clientSecret: server.client.secret }
const OBSERVATION = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const SYSTOLIC = 'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'
const FLAT = 'application/openehr.wt.flat+json'

/** As `cairn generate types` writes them. */
type Pressure = {
  [key: `ctx/${string}`]: string | undefined
  [key: `encounter/blood_pressure:${number}/any_event:${number}/systolic|magnitude`]: number | undefined
  [key: `encounter/blood_pressure:${number}/any_event:${number}/systolic|unit`]: 'mm[Hg]' | undefined
}
type PressureCells = {
  'openEHR-EHR-OBSERVATION.blood_pressure.v2': {
    'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude': number
    'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/units': string
  }
}
type PressureRow = { readonly uid: string; Systolic?: number | null }

describe('typed answers', () => {
  const cairn = createClient<PressureCells>(options)
  const body: Pressure = {
    'ctx/language': 'en',
    'ctx/territory': 'NL',
    'ctx/composer_name': 'Dr A',
    'encounter/blood_pressure:0/any_event:0/systolic|magnitude': 120,
    'encounter/blood_pressure:0/any_event:0/systolic|unit': 'mm[Hg]',
  }
  let made = { ehr_id: '', uid_based_id: '' }

  before(async () => {
    await uploadTemplate(server)
    const ehr_id = await newEhr(server)
    const parameters = { ehr_id, body, contentType: FLAT, openehrTemplateId: TEMPLATE_ID } as const
    const { version } = await cairn.composition.create(parameters)
    made = { ehr_id, uid_based_id: version }
  })

  it('in FLAT have the type of the template', async () => {
    const { value } = await cairn.composition.get<Pressure>(made, { accept: FLAT })
    const systolic: number | undefined = value?.['encounter/blood_pressure:0/any_event:0/systolic|magnitude']
    assert.equal(systolic, 120)
    // @ts-expect-error: no such key in the template
    assert.equal(value?.['encounter/blood_pressure:0/any_event:0/systole|magnitude'], undefined)
    const untyped = await cairn.composition.get(made, { accept: FLAT })
    assert.equal(untyped.value?.['encounter/blood_pressure:0/any_event:0/systolic|magnitude'], 120)
  })

  it('of a datamap have the type of its records', async () => {
    const path = `/content[${OBSERVATION}]/${SYSTOLIC}`
    const definition = { template: TEMPLATE_ID, paths: [{ add: 'Systolic', path }] }
    await cairn.datamapDefinitions.put({ datamapName: 'pressure', body: definition })
    const { data } = await cairn.datamap.list<PressureRow>({ datamapName: 'pressure' })
    const systolic: number | null | undefined = data[0]?.Systolic
    assert.equal(systolic, 120)
    for await (const row of cairn.datamap.listEach<PressureRow>({ datamapName: 'pressure' })) {
      // @ts-expect-error: no such column
      assert.equal(row.Diastolic, undefined)
    }
  })

  it('of AQL have cells of the type that the template gives their path', async () => {
    const rows =
      cairn.aql(`SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude AS systolic,
      o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/units AS units, c/uid/value AS uid
      FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`)
    let seen = 0
    for await (const { systolic, units, uid } of rows) {
      const magnitude: number | null = systolic
      // @ts-expect-error: a text, or nothing
      const wrong: number = units
      // Nothing tells the type of this one.
      const any: unknown = uid
      assert.deepEqual([magnitude, wrong as unknown, any], [120, 'mm[Hg]', made.uid_based_id])
      seen++
    }
    assert.equal(seen, 1)
  })

  it('of AQL are written for a template by archetype and path', () => {
    const text = aqlCellsTypescript('Pressure', compileTemplate(bloodPressureOpt()))
    const cells = { [OBSERVATION]: { [`${SYSTOLIC}/magnitude`]: 0 } } satisfies AqlCells
    for (const [archetype, paths] of Object.entries(cells)) {
      assert.ok(text.includes(`  '${archetype}': {\n`), text)
      for (const path of Object.keys(paths)) assert.ok(text.includes(`    '${path}': number\n`), text)
    }
    assert.match(text, /'openEHR-EHR-COMPOSITION.encounter.v1': \{\n {4}'context\/start_time\/value': string/)
  })
})
