/** Instances of a template: examples to look at, and random ones for tests of programs that read records. */

import { Problem } from '../../problem.ts'
import { codeSetHas, type RmObject } from '../../rm/index.ts'
import type { Template } from '../model.ts'
import { type Chooser, type Detail, plainChooser, randomChooser } from './chooser.ts'
import type { InstanceContext } from './instance-context.ts'
import { makeObject } from './structure.ts'

export interface ExampleOptions {
  /** `required`: mandatory parts; `medium`: one of each node that the template names; `complete`: two where that is allowed. */
  readonly detail: Detail
  /** ISO 639-1; the template's own unless given. */
  readonly language?: string
  /** ISO 8601 date and time, such as `2024-05-17T10:30:00Z`: this library has no clock. */
  readonly now: string
}

/**
 * An instance that satisfies every constraint of the template and of the reference model. An ELEMENT whose value cannot
 * be made (a pattern with look-around, say) gets the null flavour `unknown`; where the template leaves no such way out,
 * throws `template.unsatisfiable`.
 */
export function exampleOf(template: Template, options: ExampleOptions): RmObject {
  const language = options.language ?? template.language
  return make(template, plainChooser(options.detail), language, options.now)
}

/** Random instances take place before this time, each at a random one. */
const RANDOM_NOW = '2024-05-17T10:30:00Z'

/** A random instance that satisfies every constraint; `random` gives numbers from 0 to 1, as `Math.random` does. */
export function randomInstance(template: Template, random: () => number): RmObject {
  return make(template, randomChooser(random), template.language, RANDOM_NOW)
}

/** A bound against templates that demand endless structures; the largest example of the corpus has some thousands. */
const MOST_OBJECTS = 100_000

function make(template: Template, chooser: Chooser, language: string, now: string): RmObject {
  const making: InstanceContext = {
    chooser,
    now,
    language,
    territory: territoryOf(language),
    templateId: template.templateId,
    budget: { left: MOST_OBJECTS },
  }
  const { definition } = template
  const made = makeObject(definition, { attribute: '', declared: definition.rmType }, making)
  if (made === undefined)
    throw new Problem(
      'template.unsatisfiable',
      `No instance of ${template.templateId} could be made: its constraints contradict each other, or the generator does not support them`,
      template.warnings,
    )
  return made
}

/** `pt-br` → BR, `de` → DE, `en` → GB: some country where the language is spoken. */
export function territoryOf(language: string): string {
  const [code = '', region = ''] = language.toUpperCase().split('-')
  return [region, code].find(country => country !== '' && codeSetHas('countries', country)) ?? 'GB'
}
