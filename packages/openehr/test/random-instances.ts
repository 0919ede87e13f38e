/** Shared by tests of made instances: a template of the corpus, its validator, and its findings about an instance. */

import { corpusBytes, corpusIndex } from '../fixtures/corpus.ts'
import type { RmObject } from '../src/rm/index.ts'
import { compileTemplate, type Template } from '../src/template/index.ts'
import { compileValidator } from '../src/validate/index.ts'

export interface Checked {
  readonly file: string
  readonly template: Template
  /** The violations of an instance, as lines. */
  readonly faultsOf: (instance: RmObject) => readonly string[]
  /** The paths of the violations. */
  readonly pathsOf: (instance: RmObject) => readonly string[]
}

/** Templates up to that many bytes, the deliberately invalid ones left out. */
export const corpusTemplates = (largest = Number.POSITIVE_INFINITY): readonly Checked[] =>
  corpusIndex()
    .opts.filter(({ file, size }) => size <= largest && !file.includes('/invalid_templates/'))
    .map(({ file }) => checked(file, compileTemplate(corpusBytes(file))))

export const checked = (file: string, template: Template): Checked => {
  const validate = compileValidator(template)
  return {
    file,
    template,
    pathsOf: instance => validate(instance).map(({ path }) => path),
    faultsOf: instance => validate(instance).map(({ path, code, message }) => `${path} ${code}: ${message}`),
  }
}

/** Templates of the corpus that contradict themselves, and how. */
export const UNSATISFIABLE: Readonly<Record<string, string>> = {
  'integration-tests/valid_templates/all_types/dv_coded_text_default_error.opt':
    'its content must be an OBSERVATION that is no archetype root, which the RM forbids',
  'integration-tests/valid_templates/validation/cardinality_of_section.opt':
    'content takes one member and has eight that must be there',
  'sdk-test-data/operationaltemplate/section_cardinality.opt':
    'content takes one member and has eight that must be there',
}

/** The others. */
export const satisfiable = (largest?: number): readonly Checked[] =>
  corpusTemplates(largest).filter(({ file }) => !Object.hasOwn(UNSATISFIABLE, file))
