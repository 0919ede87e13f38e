/** All SQL about presets. */
import { type LimitedQueries, type Queries, sql } from '../../db/index.ts'
import type { Kind } from '../model.ts'
import { type Preset, presetWith } from './preset.ts'

/** The documents that a preset is for: those of a template, or those of a kind that have none. */
export interface PresetSubject {
  readonly kind: Kind
  readonly templateKey: number | null
}

/** Keys of templates are counted from 1. */
const NO_TEMPLATE = 0

const seesAll = 'a preset belongs to a template, and to no record'

const byId = sql<{ text: string }, [id: number]>({
  name: 'preset.byId',
  seesAll,
  text: 'select text from cairn.document_preset where preset_id = $1 limit 1',
})
const newestOf = sql<{ text: string; count: number }, [kind: Kind, templateKey: number]>({
  name: 'preset.newestOf',
  seesAll,
  text: `select text, count(*) over () as count from cairn.document_preset
         where kind = $1 and template_key = $2 order by made_at desc limit 1`,
})
const add = sql<never, [id: number, kind: Kind, templateKey: number, text: string, sha256: Buffer]>({
  name: 'preset.add',
  seesAll,
  text: `insert into cairn.document_preset (preset_id, kind, template_key, text, sha256)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
})
const all = sql<{ preset_id: number; text: string; sha256: Buffer }>({
  name: 'preset.all',
  text: 'select preset_id, text, sha256 from cairn.document_preset order by made_at, preset_id',
})

/** Undefined if the preset is missing, or is not the one that has this id. */
export async function findPreset(db: LimitedQueries, id: number): Promise<Preset | undefined> {
  const [row] = await db.query(byId, [id])
  const found = row && presetWith(row.text)
  return found?.id === id ? found : undefined
}

/** The newest preset of a subject, and the number of its presets. */
export async function findNewest(
  db: LimitedQueries,
  { kind, templateKey }: PresetSubject,
): Promise<{ readonly preset: Preset; readonly count: number } | undefined> {
  const [row] = await db.query(newestOf, [kind, templateKey ?? NO_TEMPLATE])
  return row && { preset: presetWith(row.text), count: row.count }
}

export async function insertPreset(
  db: LimitedQueries,
  { kind, templateKey }: PresetSubject,
  { id, text, sha256 }: Preset,
): Promise<void> {
  await db.execute(add, [id, kind, templateKey ?? NO_TEMPLATE, text.toString(), sha256])
}

/** Returns the ids of presets that were changed. */
export async function findChangedPresets(db: Queries): Promise<number[]> {
  const changed: number[] = []
  for (const { preset_id, text, sha256 } of await db.query(all)) {
    const preset = presetWith(text)
    if (preset.id !== preset_id || !preset.sha256.equals(sha256)) changed.push(preset_id)
  }
  return changed
}
