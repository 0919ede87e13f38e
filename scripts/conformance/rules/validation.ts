/** Tests that have the tables of the specifications as data: each of their tests is a rule. */
import type { TableOfRules } from '../derive.ts'

export const VALIDATION_TABLES: readonly TableOfRules[] = [
  {
    file: 'packages/openehr/test/conformance/schedule.test.ts',
    title: /^openEHR conformance schedule, (.*): \d+ rows get their verdict by their rule$/,
    prefix: 'validation-table',
    source: 'openEHR conformance, platform test schedule, data validation',
  },
  {
    file: 'packages/openehr/src/validate/rm.test.ts',
    title: /^the invariants of the reference model > (.*) is broken by that alone$/,
    prefix: 'validation-invariant',
    source: 'openEHR reference model 1.1.0, invariants',
  },
  {
    file: 'packages/openehr/src/validate/rm.test.ts',
    title: /^the structure of the reference model > (.*)$/,
    prefix: 'validation-structure',
    source: 'openEHR reference model 1.1.0',
  },
  {
    file: 'packages/openehr/src/validate/template.test.ts',
    title: /^([^>]+ > .*)$/,
    prefix: 'validation-template',
    source: 'Archetype object model 1.4, constraints of templates',
  },
]
