/**
 * `_instruction_details|wt_path`, `|instruction_uid`, `|instruction_index` and `|activity_index`: an instruction named by its path in
 * the web template, from which the path of the RM and the id of the activity follow.
 */

import { isA } from '../../rm/index.ts'
import type { Branch, Leaf } from './branch.ts'
import { integer } from './codec.ts'
import type { Frame, Plan, PlanNode } from './plan.ts'
import { rmPlaceAt, stepPath } from './plan-path.ts'
import { fault, type Reading } from './reading.ts'

const NAMES = ['wt_path', 'instruction_uid', 'instruction_index', 'activity_index'] as const
type Name = (typeof NAMES)[number]

/** Replaces those keys by `|path` and `|activity_id`, everywhere below the branch. */
export function resolveInstructionPaths(branch: Branch, plan: Plan, reading: Reading): void {
  for (const [id, occurrences] of branch.children)
    for (const child of occurrences.values())
      if (id === '_instruction_details') resolveOne(child, plan, reading)
      else resolveInstructionPaths(child, plan, reading)
}

function resolveOne(branch: Branch, plan: Plan, reading: Reading): void {
  const given = new Map<Name, Leaf>()
  for (const name of NAMES) {
    const leaf = branch.leaves.get(name)
    if (leaf !== undefined) given.set(name, leaf)
  }
  const target = given.get('wt_path')
  if (target === undefined) return
  for (const leaf of given.values()) leaf.used = true
  const place = rmPlaceAt(plan, String(target.value))
  const isFound =
    place?.isWhole === true && ['INSTRUCTION', 'ACTIVITY'].some(type => isA(place.node.step.rmType, type))
  if (!isFound) {
    fault(reading, target, {
      code: 'flat.path',
      message: 'leads to no instruction of the template',
      expected: 'the FLAT path of an INSTRUCTION',
    })
    return
  }
  const ofActivity = isA(place.node.step.rmType, 'ACTIVITY')
  const activity = ofActivity ? place.node : onlyActivity(place.node.frame)
  const instruction = ofActivity ? place.path.slice(0, -stepPath(place.node.step).length) : place.path
  const put = (suffix: string, value: string): void => {
    if (!branch.leaves.has(suffix)) branch.leaves.set(suffix, { key: target.key, value, used: false })
  }
  put('path', instructionPath(instruction, given, reading))
  if (activity === undefined) return
  put('activity_id', `${stepPath(activity.step).slice(1)}${position(given.get('activity_index'), reading)}`)
}

/** The activity of an instruction that has one kind of them. */
function onlyActivity(frame: Frame | undefined): PlanNode | undefined {
  const [first, another] = frame?.nodes.get('activities') ?? []
  return another === undefined ? first : undefined
}

function instructionPath(path: string, given: ReadonlyMap<Name, Leaf>, reading: Reading): string {
  const uid = given.get('instruction_uid')
  if (uid === undefined) return path + position(given.get('instruction_index'), reading)
  const value = String(uid.value).replaceAll("'", "\\'")
  return path.replace(/\[([^\],]+)[^\]]*\]$/, (_, id: string) => `[${id} and uid/value='${value}']`)
}

/** `[2]` behind the node that is meant by index 1; nothing for the first. */
function position(leaf: Leaf | undefined, reading: Reading): string {
  if (leaf === undefined) return ''
  const index = integer.read(leaf.value)
  if (typeof index === 'number' && index >= 0) return index === 0 ? '' : `[${index + 1}]`
  fault(reading, leaf, {
    code: 'flat.value',
    message: 'has a value that does not fit',
    expected: 'a whole number from 0',
  })
  return ''
}
