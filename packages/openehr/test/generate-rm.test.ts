import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { corpusFile, corpusMissing } from '../fixtures/corpus.ts'
import { generated } from '../scripts/generate-rm.ts'
import { parseOdin } from '../scripts/odin.ts'
import { concreteTypes, rmClass, rmClasses } from '../src/rm/index.ts'

const skip = corpusMissing

test('the ODIN reader takes objects, typed objects, lists, booleans and intervals', () => {
  const text = `-- a comment
    name = <"x -- y">
    classes = <"A", ...>
    many = <"A", "B">
    on = <True>
    inner = (SOME_TYPE) <
      ["k"] = <|>=1|>
    >`
  assert.deepEqual(parseOdin(text), {
    name: 'x -- y',
    classes: ['A'],
    many: ['A', 'B'],
    on: true,
    inner: { '@type': 'SOME_TYPE', k: '>=1' },
  })
})

test('the generated files are what the generator writes', { skip }, () => {
  for (const [file, content] of Object.entries(generated(corpusFile)))
    assert.equal(readFileSync(new URL(`../src/rm/${file}`, import.meta.url), 'utf8'), content, file)
})

interface Schema {
  readonly definitions: Readonly<
    Record<
      string,
      { readonly required?: readonly string[]; readonly properties?: Readonly<Record<string, unknown>> }
    >
  >
}

/** Classes that only the published JSON schema has, and no RM data. */
const SCHEMA_ONLY = new Set([
  'ARCHETYPE_HRID', // an AOM 2 class
  'TERMINOLOGY_CODE', // BASE classes that no RM attribute has for its type
  'TERMINOLOGY_TERM',
  'URI',
  'INTERVAL', // named Interval, and abstract, in the table
  'VALIDITY_KIND', // enumerations
  'VERSION_STATUS',
  'ISO8601_TYPE',
  'DATE',
  'TIME',
  'DATE_TIME',
  'DURATION',
  'ARRAY', // containers
  'LIST',
  'SET',
])
/** Mandatory in the specification; the service gives it on commit. */
const GIVEN = ['uid']
const SCHEMA_DIFFERS: Readonly<Record<string, readonly string[]>> = {
  AGENT: GIVEN,
  GROUP: GIVEN,
  ORGANISATION: GIVEN,
  PERSON: GIVEN,
  ROLE: GIVEN,
  RESOURCE_DESCRIPTION: ['parent_resource'], // the schema demands a reference to the parent, which would nest for ever
  RESOURCE_DESCRIPTION_ITEM: ['other_details'], // 0..1 in the specification
  DV_PARSABLE: ['size'], // of older releases
  VERSIONED_OBJECT: ['versions'],
  DV_URI: ['value'], // 1..1 in the specification
  DV_EHR_URI: ['value'],
  ACTIVITY: ['action_archetype_id'], // 1..1 in the specification
  // mandatory in BASE 1.1.0, optional in every XML schema, absent in real data
  DV_INTERVAL: ['lower_included', 'upper_included'],
}

test('every class of the published JSON schema has its attributes, mandatory where the schema says so', {
  skip,
}, () => {
  const schema = JSON.parse(corpusFile('specs/schema/openehr_rm_1.1.0_all.json')) as Schema
  for (const [name, definition] of Object.entries(schema.definitions)) {
    if (SCHEMA_ONLY.has(name)) continue
    const known = rmClass(name)
    assert.ok(known !== undefined && !known.abstract, name)
    const differs = new Set(SCHEMA_DIFFERS[name])
    const stored = [...known.attributes.values()].filter(attribute => attribute.computed !== true)
    const names = Object.keys(definition.properties ?? {}).filter(key => key !== '_type')
    assert.deepEqual(
      stored
        .map(attribute => attribute.name)
        .filter(key => !differs.has(key))
        .sort(),
      names.filter(key => !differs.has(key)).sort(),
      name,
    )
    const mandatory = stored.filter(attribute => attribute.mandatory).map(attribute => attribute.name)
    assert.deepEqual(
      mandatory.filter(key => !differs.has(key)).sort(),
      (definition.required ?? []).filter(key => !differs.has(key)).sort(),
      name,
    )
  }
})

/** Properties that the second list has and the BMM files have not, or the other way round. */
const SECOND_LIST_DIFFERS = new Set([
  'DV_QUANTITY.property', // of the BMM and older releases; left out of the specification text
  'TRANSLATION_DETAILS.accreditaton', // misspelt there
  'TRANSLATION_DETAILS.accreditation',
  'RESOURCE_DESCRIPTION.parent_resource',
  'GENERIC_CONTENT_ITEM.item', // redefined by the BMM only
  'EXTRACT_REQUEST.uid',
])

test('a second, independent list of stored properties agrees', { skip }, () => {
  const { classes } = JSON.parse(corpusFile('openehr-rust-rm/rm-1.1.0-attributes.json')) as {
    readonly classes: Readonly<Record<string, { readonly properties: readonly string[] }>>
  }
  let compared = 0
  for (const [name, { properties }] of Object.entries(classes)) {
    const known = rmClass(name)
    if (known === undefined) continue
    compared += 1
    for (const property of properties)
      if (!SECOND_LIST_DIFFERS.has(`${name}.${property}`))
        assert.ok(known.attributes.has(property), `${name}.${property}`)
  }
  assert.ok(compared > 110, `${compared} classes compared`)
})

test('every attribute has a type that the table or the list of primitives knows', () => {
  const primitives = ['String', 'Integer', 'Real', 'Boolean', 'Character', 'Byte', 'Iso8601_date_time', 'Any']
  for (const { name, attributes } of rmClasses())
    for (const attribute of attributes.values())
      for (const type of [attribute.type, ...(attribute.generic ?? [])])
        assert.ok(primitives.includes(type) || rmClass(type), `${name}.${attribute.name}: ${type}`)
  assert.ok(concreteTypes('LOCATABLE').length > 25)
})
