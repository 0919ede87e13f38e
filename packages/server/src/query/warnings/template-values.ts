/** Units and codes that a query compares with, and that templates list. */
import { type Aql, visitNodes } from '@cairn-ehr/openehr/aql'
import { rubricOf } from '@cairn-ehr/openehr/rm'
import type { Queries } from '../../db/index.ts'
import { mentionedInTemplates, newestTemplateKey } from '../../definitions/index.ts'

export interface TemplateValue {
  readonly kind: 'unit' | 'code'
  readonly value: string
  /** A code that archetypes define: no record can have it where no template does. */
  readonly isLocal: boolean
}

const LOCAL_CODE = /^(?:at|id)[0-9.]+$/

/** Ends of paths to values that templates list. Codes of languages and territories are in no template. */
const KINDS: Readonly<Record<string, TemplateValue['kind']>> = {
  units: 'unit',
  'defining_code/code_string': 'code',
}

function kindOf(left: Aql.Expression): TemplateValue['kind'] | undefined {
  if (left.kind !== 'path') return undefined
  const [owner, last] = left.steps.slice(-2).map(({ attribute }) => attribute)
  return KINDS[`${owner}/${last}`] ?? KINDS[last ?? owner ?? '']
}

const literalsOf = (node: Aql.Condition): readonly Aql.MatchItem[] | readonly Aql.Expression[] => {
  if (node.kind === 'matches') return node.items
  return node.kind === 'comparison' && node.operator === '=' ? [node.right] : []
}

/** All of them, in the order of the conditions. */
export function templateValuesIn({ where }: Pick<Aql.Query, 'where'>): readonly TemplateValue[] {
  const found: TemplateValue[] = []
  visitNodes(where, node => {
    const condition = node as Aql.Condition
    const kind = 'left' in condition ? kindOf(condition.left) : undefined
    if (kind === undefined) return true
    for (const literal of literalsOf(condition)) {
      if (literal.kind !== 'literal' || typeof literal.value !== 'string') continue
      const { value } = literal
      found.push({ kind, value, isLocal: kind === 'code' && LOCAL_CODE.test(value) })
    }
    return false
  })
  return found
}

/** Codes of openEHR itself may be in records of any template. */
const isOpenehrCode = ({ kind, value }: TemplateValue): boolean =>
  kind === 'code' && rubricOf(value) !== undefined

/** More are not remembered: they are looked for again. */
const MOST_REMEMBERED = 10_000

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** As the text of an element in an OPT. */
const escaped = (value: string): string => value.replace(/[&<>]/g, found => ESCAPES[found] ?? found)

/** Finds those of the values that no template has. Templates are searched again when there is a new one. */
export function openTemplateValues(db: Queries) {
  let searched = 0
  const known = new Map<string, boolean>()
  const search = async (values: readonly string[]): Promise<void> => {
    const mentioned = await mentionedInTemplates(
      db,
      values.map(value => ({ archetype: undefined, code: escaped(value) })),
    )
    if (known.size + values.length > MOST_REMEMBERED) known.clear()
    for (const [at, value] of values.entries()) known.set(value, mentioned.has(at))
  }
  return {
    areKnown: (values: readonly TemplateValue[]): boolean =>
      values.every(({ value }) => known.get(value) === true),
    unknownAmong: async (values: readonly TemplateValue[]): Promise<readonly TemplateValue[]> => {
      const newest = await newestTemplateKey(db)
      if (newest !== searched) known.clear()
      searched = newest
      const missing = [...new Set(values.map(({ value }) => value))].filter(value => !known.has(value))
      if (missing.length > 0) await search(missing)
      return values.filter(each => known.get(each.value) === false && !isOpenehrCode(each))
    },
  }
}
