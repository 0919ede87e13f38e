/**
 * Writes `src/rm/terminology.generated.ts`: codes and short rubrics of the openEHR terminology, its code sets, and the
 * units of each property. Run: `node --import tsx packages/openehr/scripts/generate-terminology.ts`.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../fixtures/corpus.ts'

type Element = { readonly tag: string; readonly attributes: Readonly<Record<string, string>> }

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Start tags in document order: these files are ours to trust and hold no text. */
function* startTags(xml: string): Generator<Element> {
  for (const [, tag = '', rest = ''] of xml.matchAll(/<(\w+)((?:\s+[\w:]+="[^"]*")*)\s*\/?>/g)) {
    const attributes: Record<string, string> = {}
    for (const [, name = '', value = ''] of rest.matchAll(/([\w:]+)="([^"]*)"/g))
      attributes[name] = value.replace(/&(\w+);/g, (all, entity: string) => ENTITIES[entity] ?? all)
    yield { tag, attributes }
  }
}

function readGroups(xml: string): Record<string, Record<string, string>> {
  const groups: Record<string, Record<string, string>> = {}
  let current: Record<string, string> = {}
  for (const { tag, attributes } of startTags(xml)) {
    if (tag === 'group') {
      current = {}
      groups[attributes['name'] ?? ''] = current
    } else if (tag === 'concept') current[attributes['id'] ?? ''] = attributes['rubric'] ?? ''
  }
  return groups
}

function readCodeSets(xml: string): Record<string, string[]> {
  const sets: Record<string, string[]> = {}
  let current: string[] = []
  for (const { tag, attributes } of startTags(xml)) {
    if (tag === 'codeset') {
      current = []
      sets[attributes['name'] ?? ''] = current
    } else if (tag === 'code') current.push(attributes['value'] ?? '')
  }
  return sets
}

/** Both spellings of each unit, the table's own and UCUM's: data hold either. */
function readUnits(xml: string): Record<string, string[]> {
  const codes = new Map<string, string>()
  const units: Record<string, string[]> = {}
  for (const { tag, attributes } of startTags(xml)) {
    if (tag === 'Property') codes.set(attributes['id'] ?? '', attributes['openEHR'] ?? '')
    if (tag !== 'Unit') continue
    const property = codes.get(attributes['property_id'] ?? '')
    if (property === undefined) continue
    const known = units[property] ?? []
    units[property] = known
    for (const spelling of [attributes['UCUM'], attributes['Text']])
      if (spelling && !known.includes(spelling)) known.push(spelling)
  }
  return units
}

const render = (name: string, type: string, value: object): string =>
  `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)}\n`

export function generated(read: (relative: string) => string): string {
  const terminology = read('specs/terminology/openehr_terminology.xml')
  const external = read('specs/terminology/openehr_external_terminologies.xml')
  const joined = (sets: Record<string, string[]>): Record<string, string> =>
    Object.fromEntries(Object.entries(sets).map(([name, codes]) => [name, codes.join(' ')]))
  const lists = (units: Record<string, string[]>): Record<string, string> =>
    Object.fromEntries(Object.entries(units).map(([name, spellings]) => [name, spellings.join('|')]))
  return `/** Codes of the openEHR terminology 3.1.0. Written by scripts/generate-terminology.ts: change that, not this. */

${render('GROUPS', 'Readonly<Record<string, Readonly<Record<string, string>>>>', readGroups(terminology))}
/** Codes, a blank between them. */
${render('CODE_SETS', 'Readonly<Record<string, string>>', joined({ ...readCodeSets(terminology), ...readCodeSets(external) }))}
/** Property → its units, a bar between them. */
${render('PROPERTY_UNITS', 'Readonly<Record<string, string>>', lists(readUnits(read('specs/terminology/PropertyUnitData.xml'))))}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(
    fileURLToPath(new URL('../src/rm/terminology.generated.ts', import.meta.url)),
    generated(corpusFile),
  )
