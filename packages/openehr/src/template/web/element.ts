/** ELEMENT in a web template: one with its value, or a choice between values. */

import type { ComplexObject, ObjectConstraint } from '../model.ts'
import { childrenAt, type NodeName } from '../names.ts'
import type { BuildPosition } from './build-position.ts'
import { withOther } from './coded-inputs.ts'
import { describe } from './describe.ts'
import { inputsOf, proportionTypes } from './inputs.ts'
import type { RmStep } from './model.ts'
import { countOf, type NodeDraft } from './node-draft.ts'
import { ANY_VALUE, choiceAliases, choiceId } from './rm-attributes.ts'

interface Alternative {
  readonly rmType: string
  readonly constraint?: ObjectConstraint
}

/** The children of a value: the ends of an interval. */
type ChildrenOf = (
  value: ObjectConstraint | undefined,
  rmType: string,
  at: BuildPosition,
) => readonly NodeDraft[]

export function elementDraft(
  element: ComplexObject,
  name: NodeName,
  at: BuildPosition,
  childrenOf: ChildrenOf,
): NodeDraft {
  const parts = (value: Alternative, before: readonly RmStep[]): ValueParts =>
    valueParts(value, at, before, childrenOf)
  const alternatives = alternativesOf(element)
  const [first, second] = alternatives
  const about = describe(element, name, at.languages)
  const common = {
    ...about,
    ...countOf(element),
    scope: element.scope,
    dependsOn: at.dependsOn,
    cardinalities: [],
  }
  if (first && alternatives.length === 1)
    return { ...common, ...parts(first, at.steps), constraint: first.constraint ?? element }
  if (first && second && alternatives.length === 2 && isCodedOrText(first, second)) {
    const coded = parts(first, at.steps)
    const other = second.constraint ? { other: second.constraint } : {}
    return {
      ...common,
      ...coded,
      inputs: withOther(coded.inputs),
      constraint: first.constraint ?? element,
      ...other,
    }
  }
  return {
    ...common,
    rmType: 'ELEMENT',
    aqlPath: at.path,
    inputs: [],
    steps: at.steps,
    constraint: element,
    children: alternatives.map((alternative, index) => {
      const { termBindings: _, ...names } = about
      return {
        ...names,
        min: 0,
        max: 1,
        scope: element.scope,
        dependsOn: [],
        cardinalities: [],
        ...parts(alternative, []),
        ...(alternative.constraint ? { constraint: alternative.constraint } : {}),
        ...(alternative.constraint ? {} : { nodeId: '', inContext: true }),
        givenId: choiceId(alternative.rmType),
        aliases: choiceAliases(alternative.rmType, index),
      }
    }),
  }
}

/** The types that the value may have, coded text before text; any data value where the template leaves it open. */
function alternativesOf(element: ComplexObject): readonly Alternative[] {
  const given = childrenAt(element, 'value').map(constraint => ({ rmType: constraint.rmType, constraint }))
  if (given.length === 0) return ANY_VALUE.map(rmType => ({ rmType }))
  const coded = given.findIndex(({ rmType }) => rmType === 'DV_CODED_TEXT')
  const text = given.findIndex(({ rmType }) => rmType === 'DV_TEXT')
  if (text < 0 || coded < text) return given
  const moved = given[coded]
  const rest = given.filter((_, index) => index !== coded)
  return moved ? [...rest.slice(0, text), moved, ...rest.slice(text)] : given
}

const isCodedOrText = (first: Alternative, second: Alternative): boolean =>
  first.rmType === 'DV_CODED_TEXT' && second.rmType === 'DV_TEXT'

type ValueParts = Pick<NodeDraft, 'rmType' | 'aqlPath' | 'inputs' | 'steps' | 'children' | 'proportionTypes'>

function valueParts(
  { rmType, constraint }: Alternative,
  at: BuildPosition,
  before: readonly RmStep[],
  childrenOf: ChildrenOf,
): ValueParts {
  const path = `${at.path}/value`
  const step: RmStep = {
    attribute: 'value',
    multiple: false,
    rmType,
    nodeId: '',
    repeats: false,
    ...(constraint ? { constraint } : {}),
  }
  return {
    rmType,
    aqlPath: path,
    inputs: inputsOf(rmType, constraint, at.languages),
    steps: [...before, step],
    children: childrenOf(constraint, rmType, { ...at, path }),
    ...(rmType === 'DV_PROPORTION' ? { proportionTypes: proportionTypes(constraint) } : {}),
  }
}
