/** Rights as the database has to keep them: the kind of conditions on rows, and the setting that they look at. */

import {
  isEverywhere,
  matchesAll,
  type Reach,
  type Right,
  type Rights,
  type Rule,
  rulesFor,
} from './rights.ts'
import { PARTY_RESOURCES, type Permission, type Resource } from './scopes/data-scope.ts'
import { type NamePattern, regexOf } from './scopes/name-pattern.ts'

/**
 * The kind of a limit. `ehr`: all templates in some EHRs; `template`: some templates, maybe in every EHR; `both`: some templates
 * in some EHRs; `party`: some parties, and no record.
 */
export type LimitKind = 'ehr' | 'template' | 'both' | 'party'

export interface RowLimit {
  readonly kind: LimitKind
  /** JSON that `cairn.reach()` reads (migration 0023). Equal rights have equal texts. */
  readonly setting: string
  /** Records have to be shown without identity. */
  readonly deidentified?: true | undefined
}

/** Names that match all patterns of one of the lists; undefined: all names. */
type Names = readonly (readonly string[])[] | undefined

interface ReachSetting {
  readonly person?: string | undefined
  /** Rules about compositions. */
  readonly rules?: readonly (Reach & { readonly names?: Names })[]
  readonly template?: Names
  readonly query?: Names
  readonly datamap?: Names
  /** Names of templates by the kind of party; null: all names. A kind that is absent is out of reach. */
  readonly parties?: Readonly<Record<string, Names | null>>
}

const regexes = (patterns: readonly NamePattern[]): readonly string[] => patterns.map(regexOf).sort()

function namesOf(rules: readonly Rule[]): Names {
  if (rules.some(matchesAll)) return undefined
  const lists = new Map(
    rules.map(({ patterns }) => {
      const list = regexes(patterns)
      return [JSON.stringify(list), list] as const
    }),
  )
  return [...lists].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => list)
}

/** One rule for each reach, with the names of all rules that have it. */
function byReach(rules: readonly Rule[]): (Reach & { names?: Names })[] {
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    const { launched, assigned } = rule.reach
    const key = JSON.stringify([launched ?? null, assigned ?? false])
    groups.set(key, [...(groups.get(key) ?? []), rule])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, [first, ...others]]) => {
      const { launched, assigned } = first?.reach ?? {}
      return { launched, assigned, names: namesOf(first ? [first, ...others] : []) }
    })
}

const kindOf = (rules: readonly Rule[]): LimitKind => {
  if (rules.some(isEverywhere)) return 'template'
  return rules.every(matchesAll) ? 'ehr' : 'both'
}

const limit = (kind: LimitKind, setting: ReachSetting): RowLimit => ({
  kind,
  setting: JSON.stringify(setting),
})

/** Rows of records that these permissions reach; undefined: all of them. */
function recordRules(rights: Rights, permissions: readonly Permission[]): readonly Rule[] | undefined {
  const rules = permissions
    .flatMap(permission => rulesFor(rights, 'composition', permission))
    .filter(({ deidentified }) => !deidentified)
  return rules.some(rule => isEverywhere(rule) && matchesAll(rule)) ? undefined : rules
}

/** Parties are in no EHR: a rule for the EHR of a launch or for assigned ones reaches none. */
const partyRules = (rights: Rights, resource: Resource, permissions: readonly Permission[]): Rule[] =>
  permissions
    .flatMap(permission => rulesFor(rights, resource, permission))
    .filter(rule => isEverywhere(rule) && !rule.deidentified)

/** A datamap is found by the name of its template: that of records, and that of parties where the operation shows them. */
function datamapNames(
  rights: Rights,
  rules: readonly Rule[],
  { permissions, orParties }: Pick<Right, 'permissions' | 'orParties'>,
): Names {
  const ofParties = orParties
    ? PARTY_RESOURCES.flatMap(resource => partyRules(rights, resource, permissions))
    : []
  return namesOf([...rules, ...ofParties])
}

/** The limit of what permissions on compositions reach; undefined: everything. */
export const recordLimit = (rights: Rights, permissions: readonly Permission[]): RowLimit | undefined =>
  limitRecords(rights, { permissions })

function limitRecords(rights: Rights, right: Pick<Right, 'permissions' | 'orParties'>): RowLimit | undefined {
  const rules = recordRules(rights, right.permissions)
  if (rules === undefined) return undefined
  return limit(kindOf(rules), {
    person: rights.person,
    rules: byReach(rules),
    datamap: datamapNames(rights, rules, right),
  })
}

function definitionLimit(rights: Rights, { resource, permissions }: Right): RowLimit | undefined {
  const kind = resource === 'aql' ? 'aql' : 'template'
  const names = namesOf(permissions.flatMap(permission => rulesFor(rights, kind, permission)))
  if (names === undefined) return undefined
  return limit('template', resource === 'aql' ? { query: names } : { template: names, datamap: names })
}

/** Rules whose records have to be shown without identity. */
const hiddenRules = (rights: Rights): readonly Rule[] =>
  rulesFor(rights, 'composition', 'r').filter(({ deidentified }) => deidentified)

/** The limit of records that are shown without identity. */
function limitWithoutIdentity(
  { person }: Rights,
  hidden: readonly Rule[],
  names: Pick<ReachSetting, 'query' | 'template' | 'datamap'>,
): RowLimit {
  return { ...limit(kindOf(hidden), { person, rules: byReach(hidden), ...names }), deidentified: true }
}

/**
 * A query shows rows of records that may be read, and is found by its name if it may be run. Whoever may read some records as they
 * are sees these; records without identity are shown to those who may read none otherwise.
 */
function queryLimit(rights: Rights): RowLimit | undefined {
  const rules = recordRules(rights, ['r'])
  const query = namesOf(rulesFor(rights, 'aql', 's'))
  const hidden = hiddenRules(rights)
  if (rules?.length === 0 && hidden.length > 0) return limitWithoutIdentity(rights, hidden, { query })
  if (rules === undefined && query === undefined) return undefined
  if (rules === undefined) return limit('template', { rules: [{}], query })
  return limit(kindOf(rules), { person: rights.person, rules: byReach(rules), query })
}

/** Lists and exports, by the same rule as queries. */
function listLimit(rights: Rights, right: Right): RowLimit | undefined {
  const { permissions, withoutIdentity } = right
  const hidden = hiddenRules(rights)
  const hasOthers = withoutIdentity === 'also' && recordRules(rights, permissions)?.length !== 0
  if (hasOthers || hidden.length === 0) return limitRecords(rights, right)
  const template = namesOf(rulesFor(rights, 'template', 'r'))
  return limitWithoutIdentity(rights, hidden, {
    template,
    datamap: datamapNames(rights, hidden, right),
  })
}

type PartyNames = NonNullable<ReachSetting['parties']>

function partyNames(rights: Rights, permissions: readonly Permission[]): PartyNames {
  const parties: Record<string, Names | null> = {}
  for (const resource of PARTY_RESOURCES) {
    const rules = partyRules(rights, resource, permissions)
    if (rules.length > 0) parties[resource.toUpperCase()] = namesOf(rules) ?? null
  }
  return parties
}

function limitTo(parties: PartyNames): RowLimit | undefined {
  const isWhole = PARTY_RESOURCES.every(resource => parties[resource.toUpperCase()] === null)
  return isWhole ? undefined : limit('party', { parties })
}

const partyLimit = (rights: Rights, { permissions }: Right): RowLimit | undefined =>
  limitTo(partyNames(rights, permissions))

/** Names that are in both. */
function inBoth(a: Names | null, b: Names | null): Names | null {
  if (!a || !b) return a ?? b ?? null
  const lists = a.flatMap(one => b.map(other => [...new Set([...one, ...other])].sort()))
  return [...new Map(lists.map(list => [JSON.stringify(list), list])).values()]
}

/** The parties that queries of a caller reach: those that may be both read and searched for. */
export interface QueriedParties {
  readonly kinds: ReadonlySet<string>
  /** Undefined: all of them. */
  readonly limit: RowLimit | undefined
}

export function queriedParties(rights: Rights): QueriedParties {
  const searched = partyNames(rights, ['s'])
  const parties = Object.fromEntries(
    Object.entries(partyNames(rights, ['r']))
      .filter(([kind]) => kind in searched)
      .map(([kind, names]) => [kind, inBoth(names ?? null, searched[kind] ?? null)]),
  )
  return { kinds: new Set(Object.keys(parties)), limit: limitTo(parties) }
}

const LIMITS: Record<Right['resource'], (rights: Rights, right: Right) => RowLimit | undefined> = {
  composition: (rights, right) =>
    right.withoutIdentity ? listLimit(rights, right) : limitRecords(rights, right),
  template: definitionLimit,
  aql: (rights, right) =>
    right.permissions.includes('s') ? queryLimit(rights) : definitionLimit(rights, right),
  audit: () => undefined,
  // No operation needs a right on a resource type: it is one on the records below (`fhirRights`).
  fhir: rights => recordLimit(rights, []),
  party: partyLimit,
  person: partyLimit,
  organisation: partyLimit,
  group: partyLimit,
  agent: partyLimit,
  role: partyLimit,
}

/** The same rights in one EHR: those that a launch holds to another one are left out. */
export const inOneEhr = ({ rules, ...rights }: Rights, ehrId: string): Rights => ({
  ...rights,
  rules: rules
    .filter(({ reach }) => reach.launched === undefined || reach.launched === ehrId)
    .map(rule => ({ ...rule, reach: { ...rule.reach, launched: ehrId } })),
})

/** The limit of an operation with these rights; undefined: it sees all rows. */
export const limitOf = (rights: Rights, right: Right): RowLimit | undefined =>
  LIMITS[right.resource](rights, right)
