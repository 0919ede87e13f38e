/** Work of the openEHR library alone, for `npm run bench cost`: formats and templates. */
import { readXml, writeFlat, writeXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import { corpusFile, corpusMissing } from '../packages/openehr/fixtures/corpus.ts'
import { bloodPressure, bloodPressureOpt } from '../test/records.ts'
import { generatedOpt } from './core-data.ts'

export interface LibraryWork {
  readonly name: string
  /** Milliseconds of processor time, at most. */
  readonly goal: number
  readonly work: () => unknown
}

const LARGE_OPT = 'integration-tests/valid_templates/all_types/International_Patient_Summary.opt'

const readings = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    systolic: 100 + (at % 80),
    diastolic: 60 + (at % 40),
    time: `2026-11-14T${String(at % 24).padStart(2, '0')}:00:00Z`,
  }))

/** A document with as many readings as bring it to this size in its form. */
function sized(bytes: number, print: (document: RmObject) => string): RmObject {
  const make = (count: number) => bloodPressure(readings(count)) as unknown as RmObject
  const one = print(make(1)).length
  const each = print(make(2)).length - one
  return make(Math.max(1, Math.round((bytes - one) / each) + 1))
}

export function libraryWork(): readonly LibraryWork[] {
  const opt = corpusMissing === false ? corpusFile(LARGE_OPT) : generatedOpt(1_900_000)
  const template = compileTemplate(bloodPressureOpt())
  const asJson = (document: RmObject) => JSON.stringify(document)
  const [smallXml, largeXml] = [10_000, 290_000].map(bytes => writeXml(sized(bytes, writeXml)))
  const [small, middle] = [4_000, 10_000].map(bytes => sized(bytes, asJson))
  return [
    { name: 'read canonical XML, 10 KB', goal: 0.1, work: () => readXml(smallXml ?? '') },
    { name: 'read canonical XML, 290 KB', goal: 4, work: () => readXml(largeXml ?? '') },
    { name: 'compile an OPT of 1.9 MB', goal: 45, work: () => compileTemplate(opt) },
    { name: 'canonical to FLAT, 4 KB', goal: 0.05, work: () => small && writeFlat(template, small) },
    { name: 'canonical to FLAT, 10 KB', goal: 0.05, work: () => middle && writeFlat(template, middle) },
  ]
}
