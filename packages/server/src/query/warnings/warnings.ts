/** Warnings about a legal query that probably means something else; they are sent beside its rows. */
import { type Aql, printCondition, visitNodes } from '@cairn-ehr/openehr/aql'
import type { Queries } from '../../db/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import type { Prepared } from '../prepare.ts'
import type { AskedNode } from './asked-nodes.ts'
import { openKnownNodes } from './known-nodes.ts'
import type { QueryWarnings } from './query-warnings.ts'
import { openTemplateValues, type TemplateValue, templateValuesIn } from './template-values.ts'

export type Warnings = (prepared: Pick<Prepared, 'form' | 'query'>) => QueryWarnings | Promise<QueryWarnings>

const NONE: QueryWarnings = { always: [], ifEmpty: [] }

/** Warnings that need no more than the query itself: they tell nothing about records. */
export function textWarnings({ form, query }: Pick<Prepared, 'form' | 'query'>): QueryWarnings {
  const { hasLike, doubts } = form
  if (!hasLike && doubts.length === 0) return NONE
  return { always: [...doubts, ...(hasLike ? likeWarnings(query) : [])], ifEmpty: [] }
}

export function openWarnings(db: Queries, dictionary: PathDictionary): Warnings {
  const nodes = openKnownNodes(db, dictionary)
  const templates = openTemplateValues(db)
  return ({ form, query }) => {
    const { asked, hasTemplateValues } = form
    const values = hasTemplateValues ? templateValuesIn(query) : []
    const told = textWarnings({ form, query })
    const areKnown = nodes.areKnown(asked) && templates.areKnown(values)
    return areKnown ? told : search(asked, values, told.always)
  }

  async function search(
    asked: readonly AskedNode[],
    values: readonly TemplateValue[],
    told: readonly string[],
  ): Promise<QueryWarnings> {
    const unknown = await nodes.unknownAmong(asked)
    const unlisted = values.length === 0 ? [] : await templates.unknownAmong(values)
    // Codes of a terminology may be in records though no template lists them.
    const isCertain = ({ kind, isLocal }: TemplateValue) => kind === 'unit' || isLocal
    return {
      always: [...nodeWarnings(unknown), ...unlisted.filter(isCertain).map(valueWarning), ...told],
      ifEmpty: unlisted.filter(each => !isCertain(each)).map(valueWarning),
    }
  }
}

const valueWarning = ({ kind, value }: TemplateValue): string => `No template has the ${kind} "${value}".`

/** `unknown`: the nodes that neither records nor templates have. */
function nodeWarnings(unknown: readonly AskedNode[]): readonly string[] {
  if (unknown.length === 0) return []
  const archetypes = new Set(
    unknown.filter(({ code }) => code === undefined).map(({ archetype }) => archetype),
  )
  // Of an archetype that is not there, no node is there either.
  return unknown
    .filter(({ archetype, code }) => code === undefined || !archetypes.has(archetype))
    .map(nodeWarning)
}

function nodeWarning({ archetype, code }: AskedNode): string {
  if (code === undefined) return `No template and no record has the archetype ${archetype}.`
  return `No template and no record has a node ${code}${archetype === undefined ? '' : ` in ${archetype}`}.`
}

/** Patterns of SQL: `%` or `_`, not escaped, and no wildcard of AQL. */
function likeWarnings({ where }: Aql.Query): readonly string[] {
  const found: string[] = []
  visitNodes(where, node => {
    const { kind, pattern } = node as Aql.Like
    if (kind !== 'like') return true
    const text = pattern.kind === 'literal' ? String(pattern.value).replace(/\\[\s\S]/g, '') : ''
    if (/[%_]/.test(text) && !/[*?]/.test(text))
      found.push(
        `${printCondition(node as Aql.Like)}: % and _ are plain characters here; the wildcards are * and ?.`,
      )
    return false
  })
  return found
}
