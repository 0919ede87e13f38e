/** FLAT and STRUCTURED are two notations of one tree of keys: this turns each into the other, without a template. */
import type { Finding } from '../../problem.ts'
import { Problem } from '../../problem.ts'
import { type Branch, branchOf, type FlatEntry, MAX_INDEX } from '../flat/index.ts'

/** Deeper than any template nests. */
const MAX_DEPTH = 200

/**
 * Nested objects → FLAT keys. Members of a list become occurrences (`:1`); both spellings of the specification are read,
 * `"any_event": [{…}, {…}]` and `"any_event:1": [{…}]`. Throws Problem('format.invalid') where the nesting has no FLAT form.
 */
export function structuredToFlat(structured: Readonly<Record<string, unknown>>): FlatEntry[] {
  const flattened: Flattened = { entries: [], findings: [] }
  flatten(structured, '', 0, flattened)
  const { entries, findings } = flattened
  if (findings.length > 0)
    throw new Problem(
      'format.invalid',
      `The STRUCTURED data are malformed: ${findings[0]?.message}`,
      findings,
    )
  return entries
}

/** The keys so far, and the faults of the nesting. */
interface Flattened {
  readonly entries: FlatEntry[]
  readonly findings: Finding[]
}

function flatten(
  object: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
  into: Flattened,
): void {
  const { entries, findings } = into
  for (const [key, value] of Object.entries(object)) {
    // A suffix holds a value, whatever its shape: `|raw` is an object.
    if (key.startsWith('|') || key === '') entries.push([path + key, value])
    // Data of the form itself may have any shape.
    else if (path === 'ctx' && key === 'generic_fields') entries.push(['ctx/generic_fields', value])
    else if (depth >= MAX_DEPTH) findings.push(faultAt(path, `is nested more than ${MAX_DEPTH} levels deep`))
    else if (key.includes('|')) entries.push([join(path, key), value])
    else if (Array.isArray(value)) flattenList(value, join(path, key), depth, into)
    else flattenOne(value, join(path, key), depth, into)
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}/${key}`)

function flattenList(list: readonly unknown[], path: string, depth: number, into: Flattened): void {
  const { findings } = into
  if (list.length > MAX_INDEX) findings.push(faultAt(path, `has more than ${MAX_INDEX} members`))
  else if (list.length > 1 && /:\d+$/.test(path))
    findings.push(faultAt(path, 'has an index and several members; one of the two is expected'))
  else
    for (const [index, member] of list.entries())
      flattenOne(member, list.length === 1 ? path : `${path}:${index}`, depth, into)
}

function flattenOne(value: unknown, path: string, depth: number, into: Flattened): void {
  if (Array.isArray(value)) into.findings.push(faultAt(path, 'is a list inside a list'))
  else if (typeof value === 'object' && value !== null)
    flatten(value as Readonly<Record<string, unknown>>, path, depth + 1, into)
  else into.entries.push([path, value])
}

const faultAt = (path: string, says: string): Finding => ({
  path,
  code: 'structured.shape',
  message: `${path} ${says}.`,
})

/** FLAT keys → nested objects: every value in a list, `ctx` and the root as plain objects. */
export function flatToStructured(entries: Iterable<FlatEntry>): Record<string, unknown> {
  const findings: Finding[] = []
  const tree = branchOf(entries, findings)
  if (findings.length > 0)
    throw new Problem('format.invalid', `The FLAT data are malformed: ${findings[0]?.message}`, findings)
  const result: [string, unknown][] = []
  for (const [id, occurrences] of tree.children)
    for (const [index, branch] of occurrences)
      result.push([index === 0 ? id : `${id}:${index}`, nested(branch, id === 'ctx')])
  return Object.fromEntries(result)
}

/** A lone value is itself; beside suffixes or children it is called `|value`. */
function nested(branch: Branch, context: boolean): unknown {
  const bare = branch.leaves.get('')
  if (bare !== undefined && branch.leaves.size === 1 && branch.children.size === 0) return bare.value
  const members: [string, unknown][] = []
  for (const [suffix, leaf] of branch.leaves)
    members.push([suffix === '' ? '|value' : `|${suffix}`, leaf.value])
  for (const [id, occurrences] of branch.children) members.push(...listed(id, occurrences, context))
  return Object.fromEntries(members)
}

/** Occurrences without a gap are a list; others keep their indices, which then mean a place. */
function listed(id: string, occurrences: ReadonlyMap<number, Branch>, context: boolean): [string, unknown][] {
  const ordered = [...occurrences].sort(([a], [b]) => a - b)
  const gapless = ordered.every(([index], place) => index === place)
  if (context && gapless && ordered.length === 1)
    return ordered.map(([, branch]) => [id, nested(branch, context)])
  if (gapless) return [[id, ordered.map(([, branch]) => nested(branch, context))]]
  return ordered.map(([index, branch]) => [`${id}:${index}`, [nested(branch, context)]])
}
