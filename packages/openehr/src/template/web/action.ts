/** ACTION.ism_transition in a web template: the transitions that the template allows, as one node with three fields. */

import type { ComplexObject, ObjectConstraint } from '../model.ts'
import { childrenAt } from '../names.ts'
import { listValue, statesInput } from './coded-inputs.ts'
import type { WebTemplateInput, WebTemplateInputValue } from './model.ts'
import type { NodeDraft } from './node-draft.ts'

/** Fills the node for `ism_transition` with the steps and states that its alternatives allow. */
export function withTransitions(
  draft: NodeDraft,
  children: readonly ObjectConstraint[],
  languages: readonly string[],
): NodeDraft {
  const transitions = children.filter((child): child is ComplexObject => child.kind === 'object')
  const steps = transitions.flatMap(transition => careflowSteps(transition, languages))
  const states = statesOf(transitions)
  return {
    ...draft,
    transitions,
    children: draft.children.map(child => {
      if (child.name === 'current_state' && states.length > 0)
        return { ...child, inputs: [statesInput(states, languages)] }
      if (child.name === 'careflow_step' && steps.length > 0) return { ...child, inputs: [stepInput(steps)] }
      return child
    }),
  }
}

const stepInput = (list: readonly WebTemplateInputValue[]): WebTemplateInput => ({
  suffix: 'code',
  type: 'CODED_TEXT',
  list,
  terminology: 'local',
})

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

/** The states of all transitions; none where one of them leaves its state open, so that any state may follow. */
function statesOf(transitions: readonly ComplexObject[]): readonly string[] {
  const allowed = transitions.map(transition => codesAt(transition, 'current_state'))
  return allowed.some(states => states.length === 0) ? [] : [...new Set(allowed.flat())]
}

function codesAt(transition: ComplexObject, attribute: string): readonly string[] {
  return childrenAt(transition, attribute).flatMap(text =>
    childrenAt(text, 'defining_code').flatMap(code => (code.kind === 'C_CODE_PHRASE' ? code.codes : [])),
  )
}
