import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isUuid } from '@cairn-ehr/openehr/rm'
import { flatPaths } from '@cairn-ehr/openehr/template'
import { compileValidator, validateRm } from '@cairn-ehr/openehr/validate'
import fc from 'fast-check'
import { demoTemplates } from '../../../../scripts/demo-templates.ts'
import { END, START, YEAR } from './calendar.ts'
import { compositionOf, statusOf } from './contribution.ts'
import { vitalsAt } from './course.ts'
import { type Life, lifeOf, recordsIn } from './load.ts'
import { diagnosed } from './patient.ts'
import { readTemplates } from './template-files.ts'

const templates = readTemplates()
const validators = new Map([...templates].map(([id, { template }]) => [id, compileValidator(template)]))
const lives = Array.from({ length: 200 }, (_, index) => lifeOf(index + 1))

function faultsOf({ patient, visits }: Life): readonly unknown[] {
  const faults: unknown[] = [...validateRm(statusOf(patient), 'EHR_STATUS')]
  for (const record of visits.flatMap(({ records }) => records))
    faults.push(...(validators.get(record.template)?.(compositionOf(record, templates)) ?? ['no validator']))
  return faults
}

test('the OPT files are what the script writes', () => {
  const folder = new URL('../../demo/', import.meta.url)
  const files = Object.fromEntries(
    readdirSync(folder).map(name => [name, readFileSync(new URL(name, folder), 'utf8')]),
  )
  assert.deepEqual(files, demoTemplates())
})

test('templates have paths that a person can read', () => {
  const paths = [...templates.values()].flatMap(({ template }) => flatPaths(template).map(({ path }) => path))
  for (const path of [
    'vital_signs/blood_pressure/any_event:0/systolic|magnitude',
    'laboratory_report/laboratory_test/analyte:0/result|magnitude',
    'problem_list/problem:0/name|code',
    'medication_list/medication_order:0/order/dose|magnitude',
    'discharge_summary/stay/admitted',
  ])
    assert.ok(paths.includes(path), path)
})

test('every record of whichever patient is valid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), number => {
      assert.deepEqual(faultsOf(lifeOf(number)), [])
    }),
    { numRuns: 40 },
  )
})

test('a patient is the same each time, whoever else is made', () => {
  assert.deepEqual(lifeOf(17), lives[16])
  assert.equal(lives[0]?.patient.ehrId, 'd20bd04e-3184-5f1e-8f1d-a20d9420b97c')
})

test('ids are UUIDs, and nobody else has them', () => {
  const ids = lives.flatMap(({ patient, visits }) => [
    patient.ehrId,
    ...visits.map(each => each.contribution),
  ])
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every(isUuid))
})

test('there are 4,000 to 6,000 records, in order, within five years', () => {
  const total = recordsIn(lives)
  assert.ok(total >= 4000 && total <= 6000, String(total))
  for (const { visits } of lives) {
    const days = visits.map(({ records }) => Math.max(...records.map(({ time }) => time)))
    assert.deepEqual(
      days,
      [...days].sort((a, b) => a - b),
    )
    for (const { records } of visits) {
      assert.ok(records.length > 0)
      for (const { time } of records) assert.ok(time >= START && time < END)
    }
  }
})

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('blood pressure falls under treatment', () => {
  const found = lives.flatMap(({ patient }) => {
    const onset = patient.diagnoses.find(({ problem }) => problem === 'hypertension')?.onset
    return onset !== undefined && onset > START && onset < END - 2 * YEAR ? [{ patient, onset }] : []
  })
  assert.ok(found.length > 10)
  const systolic = (years: number) =>
    mean(found.map(({ patient, onset }) => vitalsAt(patient, onset + years * YEAR).systolic))
  assert.ok(systolic(-2) < 130)
  assert.ok(systolic(0) > 145)
  assert.ok(systolic(2) < systolic(0) - 12)
})

test('whoever has COPD has less oxygen', () => {
  const spo2 = (ill: boolean) =>
    mean(
      lives.flatMap(({ patient }) =>
        (diagnosed(patient, 'copd', END) !== undefined) === ill ? [vitalsAt(patient, END).spo2] : [],
      ),
    )
  assert.ok(spo2(true) < spo2(false) - 2)
})

test('lists get new versions as problems are found, and stays end with a summary', () => {
  const all = lives.flatMap(({ visits }) => visits.flatMap(({ records }) => records))
  const count = (template: string) => all.filter(each => each.template === template).length
  const stays = lives.flatMap(({ patient }) => patient.stays)
  assert.equal(count('Discharge summary'), stays.length)
  assert.ok(stays.length > 50)
  const withProblems = lives.filter(({ patient }) => patient.diagnoses.length > 0).length
  assert.ok(count('Problem list') > withProblems)
})
