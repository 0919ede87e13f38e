/** The part of the records that must be in memory together to find a row, so that the others can be read later. */
import { isA } from '../../rm/index.ts'
import { declaredVariables } from '../check/scope.ts'
import type { ClassExpression, Containment, Query, Step, VersionExpression } from '../syntax/tree.ts'
import { visitNodes } from '../syntax/walk.ts'

/**
 * `version`: every row comes from one version of one object, and from what the EHR's references lead to (`ehrLinks`);
 * `ehr`: from one EHR; `all`: FROM combines objects of several EHRs.
 */
export type Unit = 'version' | 'ehr' | 'all'

export function unitOf({ from }: Query): Unit {
  if (!isOne(from)) return 'all'
  if (followsFolders(from)) return 'ehr'
  if (from.kind === 'version' || from.name !== 'EHR') return 'version'
  const { contains } = from
  return contains && !contains.negated && isOne(contains.what) ? 'version' : 'ehr'
}

const isOne = (containment: Containment): containment is ClassExpression | VersionExpression =>
  containment.kind === 'class' || containment.kind === 'version'

/** A folder contains the objects that it refers to. */
function followsFolders(from: Containment): boolean {
  let found = false
  visitNodes(from, node => {
    const { kind, name, contains } = node as ClassExpression
    if (kind === 'class' && contains && isA('FOLDER', name)) found = true
    return !found
  })
  return found
}

export type EhrLink = 'ehr_status' | 'directory' | 'folders' | 'compositions' | 'contributions'

const LINKS: ReadonlySet<string> = new Set<EhrLink>([
  'ehr_status',
  'directory',
  'folders',
  'compositions',
  'contributions',
])
const isLink = (attribute: string): attribute is EhrLink => LINKS.has(attribute)

/** The references of EHR that a query follows; an EHR as a whole has the one to its status. */
export function ehrLinks(query: Query): ReadonlySet<EhrLink> {
  const ehrs = new Set(
    declaredVariables(query.from)
      .filter(({ type }) => type === 'EHR')
      .map(({ name }) => name),
  )
  const found = new Set<EhrLink>()
  const follow = (steps: readonly Step[]): void => {
    const attribute = steps[0]?.attribute ?? 'ehr_status'
    if (isLink(attribute)) found.add(attribute)
  }
  // A predicate stands on the EHR itself, or further down a path: taking one for the other asks for too much at most.
  const inPredicate = (tree: unknown): void =>
    visitNodes(tree, node => {
      if (node.kind === 'objectPath') follow((node as unknown as { steps: readonly Step[] }).steps)
      return true
    })
  visitNodes([query.columns, query.where, query.orderBy, query.from], node => {
    if (node.kind === 'path') {
      const path = node as unknown as { variable: string; predicate: unknown; steps: readonly Step[] }
      if (!ehrs.has(path.variable)) return false
      follow(path.steps)
      inPredicate(path.predicate)
      return false
    }
    if (node.kind === 'class' && (node as ClassExpression).name === 'EHR')
      inPredicate((node as ClassExpression).predicate)
    return true
  })
  return found
}
