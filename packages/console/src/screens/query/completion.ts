/** Proposals for what can follow in a query at a position: classes, archetypes by name, paths with their labels, codes, keywords. */
import type { CatalogArchetype } from './catalog.ts'

interface Suggestion {
  /** The text that is shown first. */
  readonly label: string
  readonly detail?: string
  /** The text that is written. */
  readonly apply: string
  readonly type: 'class' | 'archetype' | 'path' | 'code' | 'keyword' | 'variable'
}

export interface Suggestions {
  /** Start of the text that is replaced. */
  readonly from: number
  readonly options: readonly Suggestion[]
}

const KEYWORDS = [
  'SELECT',
  'DISTINCT',
  'AS',
  'FROM',
  'CONTAINS',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'EXISTS',
  'LIKE',
  'MATCHES',
  'ORDER BY',
  'ASC',
  'DESC',
  'LIMIT',
  'OFFSET',
  'COUNT(',
  'MIN(',
  'MAX(',
  'AVG(',
  'SUM(',
]

const CLASSES = [
  'EHR',
  'VERSION',
  'COMPOSITION',
  'SECTION',
  'OBSERVATION',
  'EVALUATION',
  'INSTRUCTION',
  'ACTIVITY',
  'ACTION',
  'ADMIN_ENTRY',
  'CLUSTER',
  'ELEMENT',
]

/** Paths that every object of a class has, whatever its template. */
const COMMON: Readonly<Record<string, readonly (readonly [path: string, label: string])[]>> = {
  EHR: [
    ['ehr_id/value', 'EHR id'],
    ['ehr_status/subject/external_ref/id/value', 'Subject id'],
    ['ehr_status/subject/external_ref/namespace', 'Subject namespace'],
    ['time_created/value', 'Created'],
  ],
  VERSION: [
    ['uid/value', 'Version id'],
    ['commit_audit/time_committed/value', 'Committed'],
    ['commit_audit/committer/name', 'Committer'],
    ['commit_audit/change_type/value', 'Change'],
    ['contribution/id/value', 'Contribution'],
    ['lifecycle_state/value', 'Lifecycle'],
  ],
  COMPOSITION: [
    ['uid/value', 'Version id'],
    ['name/value', 'Name'],
    ['archetype_details/template_id/value', 'Template'],
    ['composer/name', 'Composer'],
    ['context/start_time/value', 'Start'],
    ['context/setting/value', 'Setting'],
  ],
}

interface Declared {
  readonly rmType: string
  readonly archetypeId: string
}

/** Variables of FROM, by a search that also works while the query cannot be parsed yet. */
export function variablesIn(text: string): Map<string, Declared> {
  const found = new Map<string, Declared>()
  const pattern = /\b([A-Z][A-Z_]+)\s+([a-z]\w*)\s*(?:\[\s*([\w.-]*)[^\]]*\]?)?/g
  for (const [, rmType = '', name = '', archetypeId = ''] of text.matchAll(pattern))
    if (CLASSES.includes(rmType)) found.set(name, { rmType, archetypeId })
  return found
}

const has = (typed: string, ...texts: readonly string[]): boolean => {
  const words = typed.toLowerCase().split(/\s+/)
  return words.every(word => texts.some(text => text.toLowerCase().includes(word)))
}

function archetypeSuggestions(
  rmType: string,
  typed: string,
  catalog: readonly CatalogArchetype[],
): Suggestion[] {
  return catalog
    .filter(each => each.rmType === rmType && has(typed, each.archetypeId, each.label))
    .map(({ archetypeId, label }) => ({
      label: archetypeId,
      detail: label,
      apply: archetypeId,
      type: 'archetype',
    }))
}

function pathSuggestions(
  { rmType, archetypeId }: Declared,
  typed: string,
  catalog: readonly CatalogArchetype[],
): Suggestion[] {
  const common = (COMMON[rmType] ?? []).map(([path, label]) => ({ path, label }))
  const own = catalog.find(each => each.archetypeId === archetypeId)?.paths ?? []
  return [...common, ...own]
    .filter(({ path, label }) => path.startsWith(typed) || has(typed, label))
    .map(({ path, label }) => ({ label, detail: path, apply: path, type: 'path' }))
}

function codeSuggestions(
  { archetypeId }: Declared,
  path: string,
  typed: string,
  catalog: readonly CatalogArchetype[],
): Suggestion[] {
  const found = catalog.find(each => each.archetypeId === archetypeId)?.paths.find(each => each.path === path)
  return (found?.codes ?? [])
    .filter(({ code, label }) => has(typed, code, label))
    .map(({ code, label }) => ({ label, detail: code, apply: code, type: 'code' }))
}

const CODE = /\b([a-z]\w*)\/([^\s=<>,()]+)\s*=\s*'([^']*)$/
const ARCHETYPE = /\b([A-Z][A-Z_]+)(?:\s+[a-z]\w*)?\s*\[\s*([\w.-]*)$/
const PATH = /(?:^|[\s,(=<>])([a-z]\w*)\/([^\s,()=<>']*)$/
const SOURCE = /\b(?:FROM|CONTAINS)\s+(?:NOT\s+)?\(?\s*([A-Z_]*)$/i
const WORD = /(?:^|[\s,(])([A-Za-z]\w*)$/

/** Undefined where nothing sensible can be said. */
export function suggestionsAt(
  text: string,
  position: number,
  catalog: readonly CatalogArchetype[],
): Suggestions | undefined {
  const before = text.slice(0, position)
  const variables = variablesIn(text)
  const answer = (typed: string, options: readonly Suggestion[]) =>
    options.length === 0 ? undefined : { from: position - typed.length, options }

  const code = CODE.exec(before)
  const coded = code && variables.get(code[1] ?? '')
  if (code && coded)
    return answer(code[3] ?? '', codeSuggestions(coded, code[2] ?? '', code[3] ?? '', catalog))

  const archetype = ARCHETYPE.exec(before)
  if (archetype)
    return answer(archetype[2] ?? '', archetypeSuggestions(archetype[1] ?? '', archetype[2] ?? '', catalog))

  const path = PATH.exec(before)
  const owner = path && variables.get(path[1] ?? '')
  if (path && owner) return answer(path[2] ?? '', pathSuggestions(owner, path[2] ?? '', catalog))

  const source = SOURCE.exec(before)
  if (source) {
    const typed = source[1] ?? ''
    const classes = CLASSES.filter(each => each.startsWith(typed.toUpperCase()))
    return answer(
      typed,
      classes.map(each => ({ label: each, apply: `${each} `, type: 'class' })),
    )
  }

  const word = WORD.exec(before)
  if (!word) return undefined
  const typed = word[1] ?? ''
  const names = [...variables].filter(([name]) => name.startsWith(typed))
  const keywords = KEYWORDS.filter(each => each.startsWith(typed.toUpperCase()))
  return answer(typed, [
    ...names.map(
      ([name, { rmType }]): Suggestion => ({ label: name, detail: rmType, apply: name, type: 'variable' }),
    ),
    ...keywords.map((each): Suggestion => ({ label: each, apply: each, type: 'keyword' })),
  ])
}
