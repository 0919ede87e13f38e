/** Reads documents from the columns that hold them: as text, or compressed against a preset. Nothing else reads these columns. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type WeightedCache, weightedCache } from '../../collections/index.ts'
import type { LimitedQueries } from '../../db/index.ts'
import { openInflater } from './fast/preset-codec.ts'
import type { Preset } from './preset.ts'
import { findPreset } from './preset-store.ts'

/** A row with the columns of `DOCUMENT_COLUMNS`. */
export interface DocumentColumns {
  readonly data: string | null
  readonly packed: Buffer | null
  readonly preset_id: number | null
}

/** The columns of `cairn.version`, or of an alias of it, that hold the document. */
export const documentColumns = (alias = 'version'): string =>
  `${alias}.data, ${alias}.packed, ${alias}.preset_id`

/** The condition that a version has a document; a deletion has none. */
export const hasDocument = (alias = 'version'): string =>
  `(${alias}.data is not null or ${alias}.packed is not null)`

/** Thrown for a document whose preset is missing or whose bytes were changed; the message says which, without its subject. */
export class UnreadableDocument extends Error {}

const MOST_BYTES = 32 * 1024 * 1024

export type PresetCache = WeightedCache<number, Preset>

export const presetCache = (): PresetCache =>
  weightedCache({ most: MOST_BYTES, weigh: ({ text }) => text.length })

/** One cache for every database: the id of a preset is a part of its digest. */
const shared = presetCache()

async function presetOf(db: LimitedQueries, id: number, presets: PresetCache): Promise<Preset> {
  const known = presets.get(id)
  if (known) return known
  const found = await findPreset(db, id)
  if (!found) throw new UnreadableDocument(`cannot be read: its preset ${id} is missing or was changed`)
  presets.set(id, found)
  return found
}

/** Compressed bytes from which a document is decompressed beside the event loop. */
const LARGE = 16 * 1024

const inflateBeside = promisify(inflateRaw)

const inflater = openInflater()

const unreadable = () => new UnreadableDocument('cannot be read: its compressed bytes were changed')

/** A short document is read at once: its promise would cost more than its wait. */
function inflate(packed: Buffer, preset: Preset): string | Promise<string> {
  if (packed.length > LARGE)
    return inflateBeside(packed, { dictionary: preset.text }).then(String, () => {
      throw unreadable()
    })
  try {
    return inflater.inflate(packed, preset)
  } catch {
    throw unreadable()
  }
}

/** The JSON text of a version; null for a deletion. A check of the database itself brings a cache of its own. */
export async function documentText(
  db: LimitedQueries,
  { data, packed, preset_id }: DocumentColumns,
  presets: PresetCache = shared,
): Promise<string | null> {
  if (packed === null || preset_id === null) return data
  return inflate(packed, await presetOf(db, preset_id, presets))
}

/**
 * The texts of several versions, in their order. Their presets are read one after the other before anything else: inside a transaction all
 * share one connection, which takes one statement at a time.
 */
export async function documentTexts(
  db: LimitedQueries,
  rows: readonly DocumentColumns[],
  presets: PresetCache = shared,
): Promise<readonly (string | null)[]> {
  const known = new Map<number, Preset>()
  for (const { packed, preset_id: id } of rows)
    if (packed !== null && id !== null && !known.has(id)) known.set(id, await presetOf(db, id, presets))
  return Promise.all(
    rows.map(async ({ data, packed, preset_id: id }) => {
      const preset = packed === null || id === null ? undefined : known.get(id)
      return packed !== null && preset ? inflate(packed, preset) : data
    }),
  )
}
