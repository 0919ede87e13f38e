/**
 * `_instruction_details|wt_path`, `|instruction_uid`, `|instruction_index` and `|activity_index`: an instruction named by its path in
 * the web template, from which the path of the RM and the id of the activity follow. Without `|wt_path` they refine `|path` and
 * `|activity_id`, or mean the only instruction of the template.
 */

import { isA } from '../../../rm/index.ts'
import type { Branch, Leaf } from '../keys/branch.ts'
import type { Frame, Plan, PlanNode } from '../plan/plan.ts'
import { rmPlaceAt, stepPath } from '../plan/plan-path.ts'
import { integer } from '../tables/codec.ts'
import { fault, type KeyFault, type Reading } from './reading.ts'

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
  const [first] = given.values()
  if (first === undefined) return
  for (const leaf of given.values()) leaf.used = true
  const named = branch.leaves.get('path')
  const target = given.get('wt_path')
  const found = target === undefined && named !== undefined ? undefined : findInstruction(target, plan)
  const path = typeof named?.value === 'string' && target === undefined ? named.value : found?.path
  if (path === undefined) {
    fault(reading, target ?? first, target === undefined ? NOT_NAMED : NOT_FOUND)
    return
  }
  const put = (suffix: string, value: string): void => {
    branch.leaves.set(suffix, { key: branch.leaves.get(suffix)?.key ?? first.key, value, used: false })
  }
  if (target === undefined || named === undefined) put('path', instructionPath(path, given, reading))
  const stated = branch.leaves.get('activity_id')?.value
  const activity = stated ?? (found?.activity && stepPath(found.activity.step).slice(1))
  if (typeof activity === 'string' && (target === undefined || stated === undefined))
    put('activity_id', `${activity}${position(given.get('activity_index'), reading)}`)
}

const NOT_FOUND: KeyFault = {
  code: 'flat.path',
  message: 'leads to no instruction of the template',
  expected: 'the FLAT path of an INSTRUCTION',
}

const NOT_NAMED: KeyFault = {
  code: 'flat.path',
  message: 'names no instruction by itself, since the template does not have exactly one',
  expected: '|wt_path or |path beside it',
}

interface Instruction {
  /** In the RM. */
  readonly path: string
  readonly activity: PlanNode | undefined
}

/** The instruction or activity at a path of the web template; without one the only instruction of the template. */
function findInstruction(target: Leaf | undefined, plan: Plan): Instruction | undefined {
  if (target === undefined) {
    const [only, another] = instructionsBelow(plan.root.frame)
    return another === undefined ? only : undefined
  }
  const place = rmPlaceAt(plan, String(target.value))
  if (place?.isWhole !== true) return undefined
  const { node, path } = place
  if (isA(node.step.rmType, 'ACTIVITY'))
    return { path: path.slice(0, -stepPath(node.step).length), activity: node }
  return isA(node.step.rmType, 'INSTRUCTION') ? { path, activity: onlyActivity(node.frame) } : undefined
}

function instructionsBelow(frame: Frame, path = ''): readonly Instruction[] {
  const found: Instruction[] = []
  for (const { step, frame: below } of [...frame.nodes.values()].flat()) {
    const here = path + stepPath(step)
    if (isA(step.rmType, 'INSTRUCTION')) found.push({ path: here, activity: onlyActivity(below) })
    else if (below !== undefined) found.push(...instructionsBelow(below, here))
  }
  for (const level of [...frame.frames.values()].flat())
    found.push(...instructionsBelow(level, level.step === undefined ? path : path + stepPath(level.step)))
  return found
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
