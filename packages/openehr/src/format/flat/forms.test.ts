/** Forms made of our own web templates: every field that they offer is read, and a form that is filled in is valid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { templateOf } from '../../../test/flat/corpus-templates.ts'
import { FORM_CONTEXT, type FormNode, fieldOf, fieldsOf, filledForm } from '../../../test/flat/form.ts'
import { Problem } from '../../problem.ts'
import { type Template, webTemplate, webTemplateJson } from '../../template/index.ts'
import { compileValidator } from '../../validate/index.ts'
import { readFlat } from './index.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }

/** Templates that no form can satisfy: by file, the rules that are left, and why. */
const NOT_VALID: readonly (readonly [file: string, rules: readonly string[], why: string])[] = [
  [
    'cardinality_of_section',
    ['cardinality.lower', 'occurrences.lower'],
    'a mandatory section has slots only',
  ],
  ['section_cardinality', ['cardinality.lower', 'occurrences.lower'], 'a mandatory section has slots only'],
  ['UK AoMRC Outpatient Letter', ['existence.lower'], 'a protocol must have items, and has slots only'],
  ['Generic Laboratory Test Report', ['existence.lower'], 'a list must have items, and has slots only'],
  [
    'action test',
    ['C_OBJECT.rm_type_name'],
    'a name must be a code of a value set that the template does not list',
  ],
  ['wordwithandin', ['C_OBJECT.rm_type_name'], 'a name must be a code, and the template names none'],
  ['D4L_questionnaire', ['occurrences.upper'], 'a mandatory node with five names is five nodes'],
  ['clinical_content_validation', ['rm.mandatory'], 'says nothing of the data of an entry'],
  ['dv_coded_text_default_error', ['ENTRY.Is_archetype_root'], 'has an entry that is no archetype'],
]

function formOf(template: Template): FormNode {
  const document = JSON.stringify(webTemplateJson(webTemplate(template)))
  return (JSON.parse(document) as { readonly tree: FormNode }).tree
}

const templates = corpusMissing
  ? []
  : corpusIndex().opts.flatMap(({ file }) => {
      const template = templateOf(file)
      return template?.definition.rmType === 'COMPOSITION' ? [{ file, template }] : []
    })

test('every field that a web template of the corpus offers is read', { skip: corpusMissing }, () => {
  let fields = 0
  const refused: string[] = []
  for (const { file, template } of templates)
    for (const [node, path] of fieldsOf(formOf(template))) {
      fields++
      try {
        readFlat(template, { ...FORM_CONTEXT, ...fieldOf(node, path) }, NOW)
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown
        refused.push(`${file}: ${thrown.message}`)
      }
    }
  assert.deepEqual(refused, [])
  assert.equal(fields, 9255)
})

test('a form that is filled in gives a valid composition, or the template has a reason', {
  skip: corpusMissing,
}, () => {
  let valid = 0
  for (const { file, template } of templates) {
    const composition = readFlat(template, { ...FORM_CONTEXT, ...filledForm(formOf(template)) }, NOW)
    const rules = [...new Set(compileValidator(template)(composition).map(({ code }) => code))].sort()
    const reason = NOT_VALID.find(([name]) => file.includes(name))
    assert.deepEqual(rules, reason?.[1] ?? [], file)
    if (rules.length === 0) valid++
  }
  assert.deepEqual({ templates: templates.length, valid }, { templates: 257, valid: 248 })
})
