/** Drafts as rows: the JSON for one parameter, and the statements that it goes into. */

import type { LeafValue, RootDraft, Vector } from './draft.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'

/** A version and its roots. */
export interface VersionRoots {
  readonly objectId: string
  readonly version: number
  /** False where the same commit brings a newer version of the object. */
  readonly latest?: boolean
  readonly roots: readonly RootDraft[]
}

/** The value of the parameter of `insertRoots`. The dictionary must know the drafts: see `PathDictionary.learn`. */
export function rowsFor(dictionary: Entries, versions: readonly VersionRoots[]): string {
  const rows: string[] = []
  for (const { objectId, version, latest = true, roots } of versions) {
    const of = `{"object_id":${JSON.stringify(objectId)},"version":${version},"latest":${latest}`
    for (const root of roots) {
      const { key } = archetypeOf(dictionary, root)
      const via = root.via === undefined ? '' : `,"via":${pathOf(dictionary, root.via).key}`
      const parent = root.parent === undefined ? '' : `,"parent":${root.parent}`
      const at = root.at === '' ? '' : `,"at":"${root.at}"`
      const place = `,"num":${root.num},"cap":${root.cap}${parent}${via}${at},"archetype_key":${key}`
      rows.push(`${of}${place},"leaves":${leavesJson(dictionary, root)}}`)
    }
  }
  return `[${rows.join(',')}]`
}

/**
 * A part of the statement that commits: writes the roots of versions that another part inserts. `versions` is that part's
 * name, and it returns `object_id`, `version` and `commit_number`; `parameter` is what `rowsFor` gave.
 *
 *   with new_version as (
 *     insert into cairn.version (…) select … returning object_id, version, commit_number
 *   ), new_root as (
 *     ${insertRoots({ ehr: '$1', parameter: '$7', versions: 'new_version' })}
 *   ), …
 */
export const insertRoots = (names: {
  readonly ehr: string
  readonly parameter: string
  readonly versions: string
}): string => `
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves)
    select ${names.ehr}::uuid, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves
    from json_to_recordset(${names.parameter}::json) as r (
      object_id uuid, version integer, latest boolean, num integer, cap integer, parent integer,
      via integer, at text, archetype_key integer, leaves jsonb
    )
    join ${names.versions} v using (object_id, version)`

/**
 * A part of the same statement: takes the roots of superseded versions out of the latest, deletions included. `commits` is
 * an array of their commit numbers: known beforehand, so that this is an index look-up and not a join that could scan.
 * A version that is superseded by the very commit that brings it says `latest: false` from the start.
 */
export const supersedeRoots = (names: { readonly ehr: string; readonly commits: string }): string => `
    update cairn.root set latest = false
    where ehr_id = ${names.ehr} and commit_number = any(${names.commits}::bigint[])`

function archetypeOf(dictionary: Entries, { type, archetype }: RootDraft): ArchetypeEntry {
  const entry = dictionary.archetype(type, archetype)
  if (entry === undefined) throw new Error(`The dictionary was not told of ${type} ${archetype}`)
  return entry
}

function pathOf(dictionary: Entries, text: string): PathEntry {
  const entry = dictionary.path(text)
  if (entry === undefined) throw new Error(`The dictionary was not told of ${text}`)
  return entry
}

/** `{"12":"x","47":{"0.0":120,"1.0":125}}`. */
function leavesJson(dictionary: Entries, root: RootDraft): string {
  const single = new Map<PathEntry, string>()
  const several = new Map<PathEntry, string[]>()
  for (const { path, at, value } of root.leaves) {
    const entry = pathOf(dictionary, path)
    const json = jsonOf(value)
    const instances = several.get(entry)
    if (instances !== undefined) instances.push(`"${full(at, entry)}":${json}`)
    else if (at === '') single.set(entry, json)
    else {
      const first = single.get(entry)
      single.delete(entry)
      several.set(entry, [
        ...(first === undefined ? [] : [`"${full('', entry)}":${first}`]),
        `"${at}":${json}`,
      ])
    }
  }
  const members: string[] = []
  for (const [{ key }, json] of single) members.push(`"${key}":${json}`)
  for (const [{ key }, instances] of several) members.push(`"${key}":{${instances.join(',')}}`)
  return `{${members.join(',')}}`
}

const full = (at: Vector, { repeats }: PathEntry): Vector =>
  at === '' ? '0'.padEnd(2 * repeats - 1, '.0') : at

/** jsonb refuses these two: the null character, and half a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function jsonOf(value: LeafValue): string {
  if (typeof value === 'string') {
    const json = JSON.stringify(value)
    if (!UNSTORABLE.test(json)) return json
    return JSON.stringify(value.replaceAll('\0', '\ufffd').replace(HALF_PAIR, '\ufffd'))
  }
  return typeof value === 'object' && value !== null ? value.decimal : String(value)
}
