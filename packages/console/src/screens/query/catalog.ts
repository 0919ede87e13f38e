/** The archetypes and paths that can be asked for, from the web templates that are there. */
import { listAt, type RmObject, textAt } from '../../display/rm-object.ts'

interface CatalogCode {
  readonly code: string
  readonly label: string
}

interface CatalogPath {
  /** Below the archetype root, without a leading slash. */
  readonly path: string
  readonly label: string
  readonly rmType: string
  readonly codes: readonly CatalogCode[]
}

export interface CatalogArchetype {
  readonly archetypeId: string
  readonly rmType: string
  readonly label: string
  readonly paths: readonly CatalogPath[]
}

/** Members that are compared and counted, by class of value. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  DV_QUANTITY: ['magnitude', 'units'],
  DV_COUNT: ['magnitude'],
  DV_CODED_TEXT: ['value', 'defining_code/code_string'],
  DV_TEXT: ['value'],
  DV_ORDINAL: ['value', 'symbol/value'],
  DV_SCALE: ['value', 'symbol/value'],
  DV_PROPORTION: ['numerator', 'denominator'],
  DV_BOOLEAN: ['value'],
  DV_DATE: ['value'],
  DV_TIME: ['value'],
  DV_DATE_TIME: ['value'],
  DV_DURATION: ['value'],
  DV_IDENTIFIER: ['id'],
  DV_URI: ['value'],
  PARTY_PROXY: ['name'],
}

interface Draft {
  readonly archetypeId: string
  readonly rmType: string
  readonly label: string
  readonly paths: Map<string, CatalogPath>
}

/** Name predicates are left out: they narrow a query more than somebody who completes a path expects. */
const plain = (path: string): string => path.replace(/\[([^\]\s,]+)[^\]]*\]/g, '[$1]')

function codesOf(node: RmObject): CatalogCode[] {
  return listAt(node, 'inputs').flatMap(input =>
    listAt(input, 'list').map(item => ({
      code: textAt(item, 'value') ?? '',
      label: textAt(item, 'label') ?? '',
    })),
  )
}

function addPaths(node: RmObject, owner: Draft, rootPath: string, labels: readonly string[]): void {
  const rmType = textAt(node, 'rmType') ?? ''
  const path = plain(textAt(node, 'aqlPath') ?? '').slice(rootPath.length + 1)
  if (path === '') return
  for (const member of MEMBERS[rmType] ?? []) {
    const whole = `${path}/${member}`
    if (owner.paths.has(whole)) continue
    const isCode = member === 'defining_code/code_string'
    const label = [
      ...labels,
      ...(member === 'value' || member === 'magnitude' ? [] : [member.split('/').at(-1) ?? '']),
    ]
    owner.paths.set(whole, {
      path: whole,
      label: label.join(' › '),
      rmType,
      codes: isCode ? codesOf(node) : [],
    })
  }
}

/** The name that archetypes give to an event which says nothing more. */
const PLAIN = /^any event$/i

function visit(
  node: RmObject,
  owner: Draft | undefined,
  rootPath: string,
  labels: readonly string[],
  found: Map<string, Draft>,
): void {
  const nodeId = textAt(node, 'nodeId') ?? ''
  const name = textAt(node, 'localizedName') ?? textAt(node, 'name') ?? ''
  const path = plain(textAt(node, 'aqlPath') ?? '')
  const isRoot = nodeId.startsWith('openEHR-')
  const own = isRoot
    ? (found.get(nodeId) ?? {
        archetypeId: nodeId,
        rmType: textAt(node, 'rmType') ?? '',
        label: name,
        paths: new Map(),
      })
    : owner
  if (isRoot && own) found.set(nodeId, own)
  const at = isRoot ? path : rootPath
  const below = isRoot ? [] : PLAIN.test(name) ? labels : [...labels, name]
  if (own && !isRoot) addPaths(node, own, at, below)
  for (const child of listAt(node, 'children')) visit(child, own, at, below, found)
}

export function catalogOf(webTemplates: readonly RmObject[]): CatalogArchetype[] {
  const found = new Map<string, Draft>()
  for (const { tree } of webTemplates)
    if (typeof tree === 'object' && tree !== null) visit(tree as RmObject, undefined, '', [], found)
  return [...found.values()]
    .map(draft => ({ ...draft, paths: [...draft.paths.values()] }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
