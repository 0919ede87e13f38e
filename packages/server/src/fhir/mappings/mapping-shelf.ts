/** The mappings in force: those that were put, and those that come with the server, unless one of the same name was put. */
import type { LimitedQueries } from '../../db/index.ts'
import { type MappingSet, type MappingSource, openMappingSet } from './mapping-set.ts'
import { findMappings, mappingState } from './mapping-store.ts'
import { readShippedFiles } from './shipped-files.ts'

/** A file in force. */
export interface MappingInForce extends MappingSource {
  readonly isBuiltIn: boolean
  /** 0 for a file that comes with the server. */
  readonly version: number
}

export interface MappingShelf {
  inForce(): Promise<MappingSet>
  files(): Promise<readonly MappingInForce[]>
}

interface ReadState {
  readonly state: string
  readonly files: readonly MappingInForce[]
  readonly set: MappingSet
}

/** Looks for changes at each call, so that all processes use the same mappings. */
export function openMappingShelf(db: LimitedQueries): MappingShelf {
  const shipped = readShippedFiles().map(file => ({ ...file, isBuiltIn: true, version: 0 }))
  let known: ReadState | undefined
  const current = async (): Promise<ReadState> => {
    const state = await mappingState(db)
    if (known?.state === state) return known
    const before = new Map(known?.files.map(file => [`${file.version} ${file.name}`, file]))
    const files = new Map<string, MappingInForce>(shipped.map(file => [file.name, file]))
    for (const { name, version, text } of await findMappings(db))
      if (text !== null)
        files.set(name, before.get(`${version} ${name}`) ?? { name, text, version, isBuiltIn: false })
    const all = [...files.values()]
    known = { state, files: all, set: await openMappingSet(all) }
    return known
  }
  return {
    inForce: async () => (await current()).set,
    files: async () => (await current()).files,
  }
}
