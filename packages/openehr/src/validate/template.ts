/** Validation by a template: compiled once into closures, then run over any number of compositions. */
import { attributesOf, type Rm, type RmObject, typeOf } from '../rm/index.ts'
import type { Template } from '../template/index.ts'
import { compileAttribute } from './constraint/attribute.ts'
import type { Compiler } from './constraint/compiler.ts'
import { compileObject } from './constraint/object.ts'
import { textOf } from './invariants/index.ts'
import type { OwnedAttribute } from './plan.ts'
import type { ValidateOptions, Violation } from './violation.ts'
import { reportBelow, show, startVisit } from './visit.ts'

/** Returns every rule of the reference model and of the template that an object breaks; an empty list for a valid one. */
export type Validator = (object: RmObject, options?: ValidateOptions) => Violation[]

/**
 * The validator of a template. Each node becomes a closure with its sets, patterns and class plans prepared; what a
 * node needs for one more class is prepared when data of that class first arrive.
 */
export function compileValidator(template: Template): Validator {
  const root: OwnedAttribute = {
    name: '',
    type: template.definition.rmType,
    implied: typeOf({}, template.definition.rmType),
    container: false,
    mandatory: true,
    lower: 1,
    upper: 1,
  }
  const compiler: Compiler = {
    object: (node, attribute) => compileObject(node, attribute, compiler),
    attribute: (constraint, attribute) => compileAttribute(constraint, attribute, compiler),
  }
  const check = compiler.object(template.definition, root)
  return (object, options = {}) => {
    const visit = startVisit(options.lifecycle === 'incomplete')
    check(object, visit)
    const { archetype_details } = attributesOf<Rm.Locatable>(object)
    const named = textOf(attributesOf<Rm.Archetyped>(archetype_details).template_id)
    if (named !== undefined && named !== template.templateId) {
      reportBelow(visit, '/archetype_details/template_id', {
        code: 'template.id',
        expected: template.templateId,
        found: show(named),
      })
    }
    return visit.violations
  }
}
