/** Warnings about a legal query that probably means something else; they are sent beside its rows. */
import { type Aql, printCondition, visitNodes } from '@cairn-ehr/openehr/aql'
import type { Queries } from '../../db/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import type { Prepared } from '../prepare.ts'
import type { AskedNode } from './asked-nodes.ts'
import { openKnownNodes } from './known-nodes.ts'

export type Warnings = (
  prepared: Pick<Prepared, 'form' | 'query'>,
) => readonly string[] | Promise<readonly string[]>

const NONE: readonly string[] = []

export function openWarnings(db: Queries, dictionary: PathDictionary): Warnings {
  const nodes = openKnownNodes(db, dictionary)
  return prepared => {
    const { asked, hasLike } = prepared.form
    if (nodes.areKnown(asked)) return hasLike ? likeWarnings(prepared.query) : NONE
    return nodes.unknownAmong(asked).then(unknown => {
      const warnings = nodeWarnings(unknown)
      return hasLike ? [...warnings, ...likeWarnings(prepared.query)] : warnings
    })
  }
}

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
