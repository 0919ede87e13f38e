/** A cache of datamaps, compiled once for each definition and version of its template. */
import type { Finding } from '@cairn-ehr/openehr'
import { didYouMean, nearestName } from '@cairn-ehr/openehr/path'
import { weightedCache } from '../../collections/index.ts'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ReadyTemplate, TemplateShelf } from '../../definitions/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Datamap, Definition } from '../model.ts'
import { checkDatamap, invalidDatamap } from './compile.ts'
import { readDefinition } from './definition.ts'
import { arrangeLabels } from './labels.ts'
import { datamapNames, findDatamap, findDatamapHead } from './store.ts'

export interface CompiledDatamap {
  readonly datamap: Datamap
  /** The version of the template that it was compiled with. */
  readonly template: ReadyTemplate
}

export interface ReadyDatamap extends CompiledDatamap {
  readonly name: string
  readonly uid: string
  readonly version: number
  /** Paths that do not match the latest version of the template; if there are any, `template` is the version it was saved with. */
  readonly outdated: readonly Finding[]
}

export interface DatamapShelf {
  /** Undefined when there is no datamap of that name. */
  byName(name: string): Promise<ReadyDatamap | undefined>
  /** Like `byName`, but throws `datamap.not_found`. */
  named(name: string): Promise<ReadyDatamap>
  /** Returns the faults of a saved datamap with the latest version of its template. */
  outdated(name: string): Promise<readonly Finding[]>
  /** Throws `datamap.invalid` with all faults, including `known`, which were found while reading. */
  compileDefinition(definition: Definition, known?: readonly Finding[]): Promise<CompiledDatamap>
}

/** Callers with limited rights pass a database with datamaps in their reach alone. */
export const noDatamap = async (db: LimitedQueries, name: string): Promise<Refusal> =>
  new Refusal(
    'datamap.not_found',
    `There is no datamap "${name}".${didYouMean(name, await datamapNames(db))}`,
  )

/** Bytes of all cached datamaps. */
const MOST_BYTES = 16 * 1024 * 1024

/** A compiled datamap holds some forty bytes for each character of its definition. */
const BYTES_PER_CHARACTER = 40

interface CachedDatamap {
  readonly datamap: ReadyDatamap
  /** Characters of the definition. */
  readonly length: number
}

async function unknownTemplate(shelf: TemplateShelf, templateId: string): Promise<Finding> {
  const ids = await shelf.ids()
  const near = nearestName(templateId, ids)
  return {
    path: '/template',
    code: 'datamap.template',
    message: `There is no template "${templateId}".${didYouMean(templateId, ids)}`,
    found: templateId,
    ...(near === undefined ? {} : { expected: near }),
  }
}

/** Chooses the latest version of the template if the definition matches it, else the version it was saved with. */
async function matchingTemplate(
  shelf: TemplateShelf,
  definition: Definition,
  latest: ReadyTemplate | undefined,
  savedWith: number,
): Promise<Pick<ReadyDatamap, 'datamap' | 'template' | 'outdated'>> {
  if (!latest) throw invalidDatamap([await unknownTemplate(shelf, definition.template)])
  const now = checkDatamap(definition, latest.template)
  if (now.findings.length === 0) return { datamap: now.datamap, template: latest, outdated: [] }
  const saved = await shelf.byKey(savedWith)
  const before = saved && checkDatamap(definition, saved.template)
  if (!saved || !before || before.findings.length > 0) throw invalidDatamap(now.findings)
  return { datamap: before.datamap, template: saved, outdated: now.findings }
}

export function openDatamapShelf({
  db,
  shelf,
}: {
  readonly db: LimitedDatabase
  readonly shelf: TemplateShelf
}): DatamapShelf {
  const ready = weightedCache<string, CachedDatamap>({
    most: MOST_BYTES,
    weigh: ({ length }) => BYTES_PER_CHARACTER * length,
  })

  const byName = async (name: string): Promise<ReadyDatamap | undefined> => {
    const head = await findDatamapHead(db, name)
    if (!head) return undefined
    const latest = await shelf.latest(head.templateId)
    const key = `${head.uid}::${head.version}::${latest?.key}`
    const kept = ready.get(key)
    if (kept) return kept.datamap
    const stored = await findDatamap(db, name)
    // The datamap was replaced between the two look-ups, so both are repeated.
    if (stored?.uid !== head.uid || stored.version !== head.version) return byName(name)
    const { definition } = readDefinition(stored.definition, stored.format)
    const { uid, version } = stored
    const borne = await matchingTemplate(shelf, definition, latest, head.templateKey)
    const datamap: ReadyDatamap = { name, uid, version, ...borne }
    ready.set(key, { datamap, length: stored.definition.length })
    return datamap
  }

  return {
    byName,
    named: async name => {
      const found = await byName(name)
      if (found) return found
      throw await noDatamap(db, name)
    },
    outdated: async name => {
      try {
        return (await byName(name))?.outdated ?? []
      } catch (error) {
        if (error instanceof Refusal && error.code === 'datamap.invalid') return error.findings
        throw error
      }
    },
    compileDefinition: async (definition, known = []) => {
      const template = await shelf.latest(definition.template)
      const checked = template && checkDatamap(definition, template.template)
      const more = checked?.findings ?? [
        await unknownTemplate(shelf, definition.template),
        ...arrangeLabels(definition).findings,
      ]
      const findings = [...known, ...more.filter(finding => !isReported(finding, known))]
      if (template && checked && findings.length === 0) return { datamap: checked.datamap, template }
      throw invalidDatamap(findings)
    },
  }
}

/** A row with a fault in its form needs no second message about its empty label. */
const isReported = ({ path }: Finding, known: readonly Finding[]): boolean =>
  known.some(each => rowPart(each.path) === rowPart(path))

const rowPart = (pointer: string): string => /^\/(?:paths\/\d+|[^/]*)/.exec(pointer)?.[0] ?? ''
