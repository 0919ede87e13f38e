/** Findings of a validator for authors of FLAT: with the keys of their data instead of paths of the RM. */
import { parsePath, resolveSteps, type Step } from '../../../path/index.ts'
import { type Finding, Problem } from '../../../problem.ts'
import { isA, type RmObject } from '../../../rm/index.ts'
import type { Template } from '../../../template/index.ts'
import { mappingOf } from '../tables/mapping.ts'
import { isDraft } from '../tables/table.ts'
import { homeOf, homesOf } from './homes.ts'
import type { Frame, Plan, PlanNode } from './plan.ts'
import { planFor } from './plan.ts'

/** A bound for the work, since each finding costs a walk through the data. */
const MOST_TRANSLATED = 1_000

/** Attributes of a composition that clients give once, in the context. */
const CONTEXT_KEYS: Readonly<Record<string, string>> = {
  composer: 'ctx/composer_name',
  language: 'ctx/language',
  territory: 'ctx/territory',
}

/** The same findings with the FLAT path of each as its path, and the path of the RM beside it. */
export function flatFindings(
  template: Template,
  composition: RmObject,
  findings: readonly Finding[],
): readonly Finding[] {
  const plan = planFor(template)
  return findings.map((finding, at) => {
    const path = at < MOST_TRANSLATED ? flatPathOf(plan, composition, finding.path) : undefined
    if (path === undefined) return finding
    const message = isMissing(finding) ? `${path} is missing` : finding.message
    return { ...finding, path, message, rm_path: finding.path }
  })
}

const isMissing = ({ code, found }: Finding): boolean =>
  found === 'nothing' || (code === 'occurrences.lower' && found === '0')

/** Undefined for what is no path into the data. */
function flatPathOf(plan: Plan, composition: RmObject, rmPath: string): string | undefined {
  let steps: readonly Step[]
  try {
    steps = parsePath(rmPath).steps
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
  const [first, ...more] = steps
  const inContext = first === undefined || more.length > 0 ? undefined : CONTEXT_KEYS[first.attribute]
  if (inContext !== undefined && composition[first?.attribute ?? ''] === undefined) return inContext
  return walk({ flat: plan.root.id, frame: plan.root.frame, object: composition }, steps)
}

interface Position {
  readonly flat: string
  readonly frame: Frame
  readonly object: unknown
}

/** The key that the steps lead to from here; as far as the template has them. */
function walk({ flat, frame, object }: Position, steps: readonly Step[]): string {
  const [step, ...rest] = steps
  if (step === undefined) return flat
  const cell = frame.cells.get(step.attribute)
  if (cell !== undefined) return `${flat}/${cell.segments[0]}${keyOf(cell.expected.type, names(rest))}`
  const member = resolveSteps([step], [{ value: object, path: '' }])[0]?.value
  const home = memberHome(frame, object, member, step)
  if (home === undefined) return flat + keyOf(frame.rmType, names(steps))
  if (home.node === undefined) return walk({ flat, frame: home.level, object: member }, rest)
  const { node, index } = home
  const here = `${flat}/${node.id}${node.repeats ? `:${index}` : ''}`
  if (node.frame !== undefined) return walk({ flat: here, frame: node.frame, object: member }, rest)
  return here + valueKey(node, names(rest))
}

const names = (steps: readonly Step[]): readonly string[] => steps.map(({ attribute }) => attribute)

function valueKey(node: PlanNode, attributes: readonly string[]): string {
  if (!isA(node.step.rmType, 'ELEMENT')) return keyOf(node.step.rmType, attributes)
  const [first, ...rest] = attributes
  return first === 'value' ? keyOf(node.value?.type ?? '', rest) : keyOf('ELEMENT', attributes)
}

type Found =
  | { readonly level: Frame; readonly node?: undefined }
  | { readonly node: PlanNode; readonly index: number }

/** The level or node of a member; for a missing member, the one with its id and name. */
function memberHome(frame: Frame, owner: unknown, member: unknown, step: Step): Found | undefined {
  if (!isDraft(member)) return missingHome(frame, step)
  const attribute = isDraft(owner) ? owner[step.attribute] : undefined
  const list: readonly unknown[] = Array.isArray(attribute) ? attribute : [member]
  const homes = homesOf(frame, step.attribute)
  const counts = [...homes.noCounts]
  for (const one of list) {
    const home = isDraft(one) ? homeOf(one, homes, counts) : undefined
    const index = counts[home?.rank ?? 0] ?? 0
    if (one === member) return home?.node === undefined ? home : { node: home.node, index }
    if (home !== undefined) counts[home.rank] = index + 1
  }
  return undefined
}

function missingHome(frame: Frame, { attribute, predicate }: Step): Found | undefined {
  const id = predicate?.kind === 'node' && predicate.id.kind !== 'parameter' ? predicate.id.value : undefined
  const name =
    predicate?.kind === 'node' && predicate.name?.kind === 'literal' ? predicate.name.value : undefined
  const fits = ({ step }: Frame | PlanNode): boolean =>
    (id === undefined || step?.nodeId === id) && (name === undefined || step?.name?.text === name)
  const level = frame.frames.get(attribute)?.find(fits)
  if (level !== undefined) return { level }
  const node = frame.nodes.get(attribute)?.find(fits)
  return node && { node, index: 0 }
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((name, at) => path[at] === name)

/** The key of an attribute below an object of the class: a suffix, or a segment and what follows it. */
function keyOf(type: string, attributes: readonly string[]): string {
  if (attributes.length === 0 || type === '') return ''
  const { fields, parts } = mappingOf(type)
  const field = fields.find(({ at }) => startsWith(at, attributes) || startsWith(attributes, at))
  if (field !== undefined) return field.keys[0] ?? ''
  const part = parts.find(({ at }) => startsWith(attributes, at))
  return part === undefined
    ? ''
    : `/${part.segments[0]}${keyOf(partType(part.type, type), attributes.slice(part.at.length))}`
}

/** `T` of a generic class is its parameter. */
const partType = (type: string, owner: string): string =>
  /\bT\b/.test(type) ? type.replace(/\bT\b/, /<(.+)>$/.exec(owner)?.[1] ?? owner) : type
