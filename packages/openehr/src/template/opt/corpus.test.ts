import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusBytes, corpusIndex, corpusMissing } from '../../../fixtures/corpus.ts'
import { Problem } from '../../problem.ts'
import { compileTemplate } from './compile.ts'

const INVALID = 'integration-tests/invalid_templates'

/** The templates of the corpus that are refused: each one, and why. All are there to be refused. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  [`${INVALID}/alien_tags/minimal_action.opt`]: ['opt.unknown_element: bullfrog'],
  [`${INVALID}/empty_file/empty_xml_template.opt`]: [
    'opt.missing_element: language',
    'opt.missing_element: template_id',
    'opt.missing_element: concept',
    'opt.missing_element: definition',
  ],
  [`${INVALID}/multiple_elements/minimal_action_concept_twice_1.opt`]: ['opt.repeated_element: concept'],
  [`${INVALID}/multiple_elements/minimal_action_concept_twice_2.opt`]: ['opt.repeated_element: concept'],
  [`${INVALID}/multiple_elements/minimal_action_definition_twice.opt`]: [
    'opt.repeated_element: concept',
    'opt.repeated_element: definition',
  ],
  [`${INVALID}/multiple_elements/minimal_action_template-id_twice_1.opt`]: [
    'opt.repeated_element: template_id',
  ],
  [`${INVALID}/multiple_elements/minimal_action_template-id_twice_2.opt`]: [
    'opt.repeated_element: template_id',
  ],
  [`${INVALID}/multiple_elements/minimal_action_template-id_twice_3.opt`]: [
    'opt.repeated_element: template_id',
  ],
  [`${INVALID}/removed_mandatory_elements/minimal_action_removed_concept.opt`]: [
    'opt.missing_element: concept',
  ],
  [`${INVALID}/removed_mandatory_elements/minimal_action_removed_concept_value.opt`]: ['opt.empty: concept'],
  [`${INVALID}/removed_mandatory_elements/minimal_action_removed_definition.opt`]: [
    'opt.missing_element: definition',
  ],
  [`${INVALID}/removed_mandatory_elements/minimal_action_removed_description_and_concept.opt`]: [
    'opt.missing_element: concept',
  ],
  [`${INVALID}/removed_mandatory_elements/minimal_action_removed_language.opt`]: [
    'opt.missing_element: language',
  ],
  [`${INVALID}/removed_template_id/minimal_admin_invalid_1.opt`]: ['opt.empty: template_id'],
  [`${INVALID}/removed_template_id/minimal_admin_invalid_2.opt`]: ['opt.empty: template_id'],
  [`${INVALID}/removed_template_id/minimal_admin_invalid_3.opt`]: ['opt.empty: template_id'],
  [`${INVALID}/removed_template_id/minimal_admin_invalid_4.opt`]: ['opt.missing_element: template_id'],
}

test('all 277 templates of the corpus compile, but for those that are wrong on purpose', {
  skip: corpusMissing,
}, () => {
  const refused: Record<string, readonly string[]> = {}
  const { opts } = corpusIndex()
  assert.equal(opts.length, 277)
  for (const { file, template_id } of opts) {
    try {
      assert.equal(compileTemplate(corpusBytes(file)).templateId, template_id, file)
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'template.invalid') throw problem
      refused[file] = problem.findings.map(
        ({ code, message }) => `${code}: ${/<(\w+)>/.exec(message)?.[1] ?? message}`,
      )
      for (const { line } of problem.findings) assert.ok(line && line > 0, file)
    }
  }
  assert.deepEqual(refused, REFUSED)
})

test('files without a template are refused', { skip: corpusMissing }, () => {
  for (const name of ['empty_file.opt', 'empty_xml.opt'])
    assert.throws(() => compileTemplate(corpusBytes(`${INVALID}/empty_file/${name}`)), {
      code: 'template.invalid',
    })
})
