/** ACTION.ism_transition in a web template: the transitions that the template allows, as one node with three fields. */

import type { ArchetypeScope, ComplexObject, ObjectConstraint } from '../model.ts'
import { childrenAt } from '../names.ts'
import { groupOf } from '../openehr-codes.ts'
import { listValue } from './coded-inputs.ts'
import type { Draft } from './draft.ts'
import type { WebTemplateInput, WebTemplateInputValue } from './model.ts'

/** Fills the node for `ism_transition` with the steps and states that its alternatives allow. */
export function withTransitions(
  draft: Draft,
  children: readonly ObjectConstraint[],
  languages: readonly string[],
): Draft {
  const transitions = children.filter((child): child is ComplexObject => child.kind === 'object')
  const steps = transitions.flatMap(transition => careflowSteps(transition, languages))
  const states = statesOf(draft.scope, transitions, languages)
  return {
    ...draft,
    transitions,
    children: draft.children.map(child => {
      if (child.name === 'current_state' && states.length > 0)
        return { ...child, inputs: [codeInput(states, 'openehr')] }
      if (child.name === 'careflow_step' && steps.length > 0) return { ...child, inputs: [codeInput(steps)] }
      return child
    }),
  }
}

function codeInput(list: readonly WebTemplateInputValue[], terminology?: string): WebTemplateInput {
  return { suffix: 'code', type: 'CODED_TEXT', list, ...(terminology === undefined ? {} : { terminology }) }
}

/** A step carries the states that it may lead to. */
function careflowSteps(
  transition: ComplexObject,
  languages: readonly string[],
): readonly WebTemplateInputValue[] {
  const currentStates = codesAt(transition, 'current_state')
  const given = codesAt(transition, 'careflow_step')
  const codes = given.length > 0 || transition.nodeId === '' ? given : [transition.nodeId]
  return codes.map(code => ({ ...listValue(transition.scope, 'local', code, languages), currentStates }))
}

function statesOf(
  scope: ArchetypeScope,
  transitions: readonly ComplexObject[],
  languages: readonly string[],
): readonly WebTemplateInputValue[] {
  const allowed = new Set(transitions.flatMap(transition => codesAt(transition, 'current_state')))
  const codes = allowed.size > 0 ? allowed : (groupOf('current_state')?.keys() ?? [])
  return [...codes].map(code => listValue(scope, 'openehr', code, languages))
}

function codesAt(transition: ComplexObject, attribute: string): readonly string[] {
  return childrenAt(transition, attribute).flatMap(text =>
    childrenAt(text, 'defining_code').flatMap(code => (code.kind === 'C_CODE_PHRASE' ? code.codes : [])),
  )
}
