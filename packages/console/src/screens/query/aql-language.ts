/** AQL for the editor: colours, completion from the catalog, faults where they are. */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { StreamLanguage, type StringStream } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import type { CatalogArchetype } from './catalog.ts'
import { suggestionsAt } from './completion.ts'
import { checkQuery } from './findings.ts'

const KEYWORD =
  /^(select|distinct|as|from|contains|where|and|or|not|exists|like|matches|order|by|asc|desc|ascending|descending|limit|offset|top|all_versions|latest_version|null|true|false)\b/i
const FUNCTION =
  /^(count|min|max|avg|sum|length|substring|concat|concat_ws|abs|mod|ceil|floor|round|now|current_date|current_time|current_date_time|current_timezone|terminology)(?=\s*\()/i

/** The rules of the language, the first that matches wins. */
const TOKENS: readonly (readonly [pattern: RegExp, token: string])[] = [
  [/^--(?=\s|$).*/, 'comment'],
  [/^'(?:[^'\\]|\\.)*'?|^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^\$[A-Za-z]\w*/, 'variableName.special'],
  [KEYWORD, 'keyword'],
  [FUNCTION, 'keyword'],
  [/^(?:at|id)\d[\d.]*|^openEHR-[\w.-]+/, 'typeName'],
  [/^[A-Z][A-Z_]+\b/, 'className'],
  [/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
  [/^[A-Za-z_]\w*/, 'variableName'],
]

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  for (const [pattern, name] of TOKENS) if (stream.match(pattern)) return name
  stream.next()
  return null
}

const aql = StreamLanguage.define({ name: 'aql', token })

const TYPES = {
  class: 'class',
  archetype: 'type',
  path: 'property',
  code: 'constant',
  keyword: 'keyword',
  variable: 'variable',
} as const

const complete =
  (catalog: () => readonly CatalogArchetype[]) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = suggestionsAt(state.doc.toString(), pos, catalog())
    if (!found || (!explicit && found.from === pos && !/[[/']/.test(state.sliceDoc(pos - 1, pos))))
      return null
    return {
      from: found.from,
      // Suggestions are found by their labels too, which the editor would not.
      filter: false,
      options: found.options.map(({ label, detail, apply, type }) => ({
        label,
        apply,
        type: TYPES[type],
        ...(detail === undefined ? {} : { detail }),
      })),
    }
  }

const faults = linter(
  ({ state }) => {
    const { findings, doubts } = checkQuery(state.doc.toString())
    return [
      ...findings.map(each => ({ ...each, severity: 'error' as const })),
      ...doubts.map(each => ({ ...each, severity: 'warning' as const })),
    ]
  },
  { delay: 300 },
)

export const aqlSupport = (catalog: () => readonly CatalogArchetype[]): Extension => [
  aql,
  autocompletion({ override: [complete(catalog)], activateOnTyping: true, icons: false }),
  faults,
]
