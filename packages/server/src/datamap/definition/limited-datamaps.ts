/** The datamaps that a caller with limited rights finds: those of templates that the rights reach. */
import type { LimitedDatabase } from '../../db/index.ts'
import type { TemplateShelf } from '../../definitions/index.ts'
import { type DatamapShelf, openDatamapShelf } from './datamap-shelf.ts'
import { findDatamapHead } from './store.ts'

/** Compiled datamaps are shared with everybody; who may find one is asked first. */
export function limitDatamaps(
  datamaps: DatamapShelf,
  limited: { readonly db: LimitedDatabase; readonly shelf: TemplateShelf },
): DatamapShelf {
  const own = openDatamapShelf(limited)
  const isThere = async (name: string) => (await findDatamapHead(limited.db, name)) !== undefined
  return {
    byName: async name => ((await isThere(name)) ? datamaps.byName(name) : undefined),
    named: async name => ((await isThere(name)) ? datamaps.named(name) : own.named(name)),
    outdated: async name => ((await isThere(name)) ? datamaps.outdated(name) : []),
    compileDefinition: own.compileDefinition,
  }
}
