import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusBytes, corpusIndex, corpusMissing } from '../fixtures/corpus.ts'
import { parseJson } from '../src/format/json/index.ts'
import type { RmObject } from '../src/rm/index.ts'
import { compileTemplate, jsonSchema } from '../src/template/index.ts'
import { compileValidator } from '../src/validate/index.ts'
import { fits, type Json } from './json-schema.ts'

/** A schema and a validator of an OPT, made once. */
const made = new Map<
  string,
  { readonly schema: Json; readonly validate: ReturnType<typeof compileValidator> }
>()

const madeOf = (file: string) => {
  const known = made.get(file)
  if (known) return known
  const template = compileTemplate(corpusBytes(file))
  const both = { schema: jsonSchema(template), validate: compileValidator(template) }
  made.set(file, both)
  return both
}

test('the JSON Schema of a template accepts what validation accepts', { skip: corpusMissing }, () => {
  const { opts, instances } = corpusIndex()
  const small = new Set(opts.filter(({ size }) => size < 400_000).map(({ file }) => file))
  let accepted = 0
  const rejected: string[] = []
  for (const { file, format, opt } of instances) {
    const [first = ''] = opt
    if (format !== 'canonical-json' || !small.has(first) || first.includes('/invalid_templates/')) continue
    const { schema, validate } = madeOf(first)
    const instance = parsed(file)
    if (instance === undefined || validate(instance).length > 0) continue
    accepted += 1
    if (!fits(instance, schema)) rejected.push(file)
  }
  assert.ok(accepted > 100, `only ${accepted} compositions were valid`)
  assert.deepEqual(rejected, [])
})

/** Some files of the corpus are broken on purpose. */
const parsed = (file: string): RmObject | undefined => {
  try {
    return parseJson(corpusBytes(file)) as RmObject
  } catch {
    return undefined
  }
}
