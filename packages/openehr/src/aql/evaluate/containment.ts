/** FROM: which combinations of objects a containment finds. */
import { attributesOf, isA, isRmObject, type Rm } from '../../rm/index.ts'
import type { ClassExpression, Containment, Contains, Predicate, VersionExpression } from '../syntax/tree.ts'
import { archetypeRootOf, descendantsOf, type EhrRecord, type Item, membersOf } from './item.ts'
import { inNodeOrder } from './node-order.ts'
import { picks } from './predicate.ts'
import { ehrItem, objectIdOf, rootsOf, uidOf } from './record.ts'

/** Variables and what they stand for; a variable of an OR branch that found nothing is not there. */
export type Binding = ReadonlyMap<string, Item>

/** The scope of a search: all records, or the inside of one object, which a class with that predicate found. */
type Scope = { readonly tick: () => void } & (
  | { readonly records: readonly EhrRecord[] }
  | { readonly item: Item; readonly predicate: Predicate | undefined }
)

type Bindings = Generator<Binding, void, undefined>

/** All bindings, record by record, in commit order, in document order. `tick` is called for every candidate. */
export const bindingsOf = (from: Containment, records: readonly EhrRecord[], tick: () => void): Bindings =>
  find(from, { records, tick })

function* find(containment: Containment, scope: Scope): Bindings {
  switch (containment.kind) {
    case 'containsAll':
      yield* cross(
        containment.operands.map(operand => [...find(operand, scope)]),
        scope.tick,
      )
      break
    case 'containsAny': {
      // As an outer join: branches that find something are combined, the others leave their variables empty.
      const found = containment.operands
        .map(operand => [...find(operand, scope)])
        .filter(list => list.length > 0)
      if (found.length > 0) yield* cross(found, scope.tick)
      break
    }
    case 'class':
      yield* bind(containment, classItems(containment, scope), scope.tick)
      break
    case 'version':
      yield* bind(containment, versionItems(containment, scope), scope.tick)
  }
}

function* bind(
  { variable, contains, predicate }: ClassExpression | VersionExpression,
  items: readonly Item[],
  tick: () => void,
): Bindings {
  for (const item of items) {
    tick()
    for (const binding of inside(contains, { item, predicate, tick })) {
      yield variable === undefined ? binding : new Map([[variable, item], ...binding])
    }
  }
}

function* inside(contains: Contains | undefined, scope: Scope): Bindings {
  if (contains && !contains.negated) yield* find(contains.what, scope)
  else if (!contains || find(contains.what, scope).next().done) yield new Map()
}

/** Each of the first list with each of the second, and so on; one list without any leaves none. */
function* cross(lists: readonly (readonly Binding[])[], tick: () => void): Bindings {
  const [first = [], ...rest] = lists
  for (const binding of first) {
    tick()
    if (rest.length === 0) yield binding
    else for (const more of cross(rest, tick)) yield new Map([...binding, ...more])
  }
}

function classItems({ name, predicate }: ClassExpression, scope: Scope): readonly Item[] {
  if (name === 'EHR') {
    return 'records' in scope ? scope.records.map(ehrItem).filter(ehr => picks(predicate, ehr)) : []
  }
  return contentsOf(scope, name).filter(item => picks(predicate, item) && isLocal(item, predicate, scope))
}

/**
 * An at-code means something only within its archetype: below a class that is itself given by archetype or at-code, it
 * is not looked for in archetypes nested there.
 */
function isLocal(item: Item, predicate: Predicate | undefined, scope: Scope): boolean {
  if (!('item' in scope) || nodeKind(predicate) !== 'code' || !nodeKind(scope.predicate)) return true
  return archetypeRootOf(item) === archetypeRootOf(scope.item)
}

/** The way in which a predicate identifies a node, if it does. */
export function nodeKind(predicate: Predicate | undefined): 'code' | 'archetypeId' | undefined {
  if (predicate?.kind === 'node') return predicate.id.kind === 'parameter' ? undefined : predicate.id.kind
  if (predicate?.kind !== 'predicateAnd' && predicate?.kind !== 'predicateOr') return undefined
  return predicate.operands.map(nodeKind).find(kind => kind !== undefined)
}

/** Objects of a class inside, at any depth. Where no VERSION stands between, the latest versions are meant. */
function contentsOf(scope: Scope, name: string): readonly Item[] {
  const within = (version: Item) => withinVersion(version, name)
  if ('records' in scope) return scope.records.flatMap(record => record.latest.flatMap(within))
  const { item } = scope
  if (item.type === 'EHR') return item.record.latest.flatMap(within)
  if (item.type === 'ORIGINAL_VERSION') return within(item)
  const inside = inNodeOrder(descendantsOf(item, name))
  return item.type === 'FOLDER' ? [...inside, ...filed(item, item.record.latest).flatMap(within)] : inside
}

const withinVersion = (version: Item, name: string): readonly Item[] =>
  rootsOf(version).flatMap(root => [
    ...(isA(root.type, name) ? [root] : []),
    ...inNodeOrder(descendantsOf(root, name)),
  ])

function versionItems({ versions, predicate }: VersionExpression, scope: Scope): readonly Item[] {
  const all = versions === 'ALL_VERSIONS' || predicate !== undefined
  const of = (record: EhrRecord) => (all ? record.versions : record.latest)
  const found = 'records' in scope ? scope.records.flatMap(of) : versionsIn(scope.item, of(scope.item.record))
  return found.filter(version => picks(predicate, version))
}

function versionsIn(item: Item, versions: readonly Item[]): readonly Item[] {
  if (item.type === 'EHR') return versions
  return item.type === 'FOLDER' ? filed(item, versions) : []
}

/** Versions of the objects that a folder or one inside it refers to, in the order of the references. */
function filed(folder: Item, versions: readonly Item[]): readonly Item[] {
  const folders = [folder, ...descendantsOf(folder, 'FOLDER')]
  const objects = folders.flatMap(each => membersOf(each, 'items')).map(referredTo)
  return [...new Set(objects)].flatMap(object =>
    versions.filter(version => objectIdOf(uidOf(version)) === object),
  )
}

function referredTo({ value }: Item): string {
  const { id } = attributesOf<Rm.ObjectRef>(value)
  return isRmObject(id) ? objectIdOf(String(attributesOf<Rm.ObjectId>(id).value)) : ''
}
