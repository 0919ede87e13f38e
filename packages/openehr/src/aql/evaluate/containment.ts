/** FROM: which combinations of objects a containment finds. */
import { isA, isRmObject } from '../../rm/index.ts'
import type { ClassExpression, Containment, Contains, Predicate, VersionExpression } from '../syntax/tree.ts'
import { archetypeRootOf, descendantsOf, type EhrRecord, type Item, membersOf } from './item.ts'
import { picks } from './predicate.ts'
import { objectIdOf, rootsOf, uidOf } from './record.ts'

/** Variables and what they stand for; a variable of an OR branch that found nothing is not there. */
export type Binding = ReadonlyMap<string, Item>

/** Where to look: in all records, or inside one object. */
type Scope =
  | { readonly records: readonly EhrRecord[] }
  | { readonly item: Item; readonly predicate?: Predicate }

const NOTHING: Binding = new Map()

/** All bindings, record by record, in commit order, in document order. */
export const bindingsOf = (from: Containment, records: readonly EhrRecord[]): readonly Binding[] =>
  find(from, { records })

function find(containment: Containment, scope: Scope): readonly Binding[] {
  switch (containment.kind) {
    case 'containsAll':
      return cross(containment.operands.map(operand => find(operand, scope)))
    case 'containsAny': {
      // As an outer join: branches that find something are combined, the others leave their variables empty.
      const found = containment.operands
        .map(operand => find(operand, scope))
        .filter(bindings => bindings.length > 0)
      return found.length === 0 ? [] : cross(found)
    }
    case 'class':
      return bind(containment, classItems(containment, scope))
    case 'version':
      return bind(containment, versionItems(containment, scope))
  }
}

function bind(expression: ClassExpression | VersionExpression, items: readonly Item[]): readonly Binding[] {
  const { variable, contains, predicate } = expression
  return items.flatMap(item => {
    const inner = inside(contains, { item, ...(predicate && { predicate }) })
    return variable === undefined ? inner : inner.map(binding => new Map([[variable, item], ...binding]))
  })
}

function inside(contains: Contains | undefined, scope: Scope): readonly Binding[] {
  if (!contains) return [NOTHING]
  const found = find(contains.what, scope)
  if (!contains.negated) return found
  return found.length === 0 ? [NOTHING] : []
}

function cross(lists: readonly (readonly Binding[])[]): readonly Binding[] {
  return lists.reduce<readonly Binding[]>(
    (all, list) => all.flatMap(first => list.map(second => new Map([...first, ...second]))),
    [NOTHING],
  )
}

function classItems({ name, predicate }: ClassExpression, scope: Scope): readonly Item[] {
  if (name === 'EHR') {
    return 'records' in scope
      ? scope.records.map(record => record.ehr).filter(ehr => picks(predicate, ehr))
      : []
  }
  return contentsOf(scope).filter(
    item => isA(item.type, name) && picks(predicate, item) && isLocal(item, predicate, scope),
  )
}

/**
 * An at-code means something only within its archetype: below a class that is itself given by archetype or at-code, it
 * is not looked for in archetypes nested there.
 */
function isLocal(item: Item, predicate: Predicate | undefined, scope: Scope): boolean {
  if (!('item' in scope) || nodeKind(predicate) !== 'code' || nodeKind(scope.predicate) === undefined)
    return true
  return archetypeRootOf(item) === archetypeRootOf(scope.item)
}

/** By what a predicate identifies a node, if it does. */
function nodeKind(predicate: Predicate | undefined): 'code' | 'archetypeId' | undefined {
  if (predicate?.kind === 'node') return predicate.id.kind === 'parameter' ? undefined : predicate.id.kind
  if (predicate?.kind !== 'predicateAnd' && predicate?.kind !== 'predicateOr') return undefined
  return predicate.operands.map(nodeKind).find(kind => kind !== undefined)
}

/** Everything inside, at any depth. Where no VERSION stands between, the latest versions are meant. */
function contentsOf(scope: Scope): readonly Item[] {
  if ('records' in scope) return scope.records.flatMap(record => contentsOf({ item: record.ehr }))
  const { item } = scope
  if (item.type === 'EHR') return item.record.latest.flatMap(withinVersion)
  if (item.type === 'ORIGINAL_VERSION') return withinVersion(item)
  if (item.type !== 'FOLDER') return descendantsOf(item)
  return [...descendantsOf(item), ...filed(item, item.record.latest).flatMap(withinVersion)]
}

const withinVersion = (version: Item): readonly Item[] =>
  rootsOf(version).flatMap(root => [root, ...descendantsOf(root)])

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
  const folders = [folder, ...descendantsOf(folder).filter(item => item.type === 'FOLDER')]
  const objects = folders.flatMap(each => membersOf(each, 'items')).map(referredTo)
  return [...new Set(objects)].flatMap(object =>
    versions.filter(version => objectIdOf(uidOf(version)) === object),
  )
}

function referredTo({ value }: Item): string {
  const id = isRmObject(value) ? value['id'] : undefined
  return isRmObject(id) ? objectIdOf(String(id['value'])) : ''
}
