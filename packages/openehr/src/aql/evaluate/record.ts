/** An EHR opened for reading: its versions, which of them are the latest, and the EHR object that stands over them. */
import {
  attributesOf,
  isRmObject,
  makeDateTime,
  type Rm,
  type RmObject,
  type Unvalidated,
} from '../../rm/index.ts'
import type { EhrData } from './data.ts'
import { type EhrRecord, type Item, membersOf, type Versions } from './item.ts'

export function openRecord(data: EhrData): EhrRecord {
  const record: Opening = { data, ...NOTHING, linked: NOTHING }
  record.versions = data.versions.map(version => versionItem(version, record))
  record.latest = latestOf(record.versions)
  const linked = data.linked?.map(version => versionItem(version, record))
  record.linked = linked ? { versions: linked, latest: latestOf(linked) } : record
  return record
}

/** Items know their record, and the record its items: it is filled once they are made. */
type Opening = { -readonly [Key in keyof EhrRecord]: EhrRecord[Key] }

const NOTHING: Versions = { versions: [], latest: [] }

function latestOf(versions: readonly Item[]): readonly Item[] {
  const last = new Map<string, Item>()
  for (const version of versions) {
    const [object = '', , number = ''] = uidOf(version).split('::')
    // A number with dots is on a branch (RM common, VERSION_TREE_ID).
    if (!number.includes('.')) last.set(object, version)
  }
  const current = new Set(last.values())
  return versions.filter(version => current.has(version) && rootsOf(version).length > 0)
}

/** The object that a version holds: one, or none where it is deleted. */
export const rootsOf = (version: Item): readonly Item[] => membersOf(version, 'data')

/** `8849182c…::sys::2` → `8849182c…`. */
export const objectIdOf = (uid: string): string => uid.split('::')[0] ?? uid

export function uidOf(version: Item): string {
  const uid = membersOf(version, 'uid')[0]?.value
  return String(attributesOf<Rm.ObjectVersionId>(uid).value ?? '')
}

function versionItem(version: RmObject, record: EhrRecord): Item {
  // The attributes of an imported version are in the original that it wraps (RM common, IMPORTED_VERSION).
  const { item } = attributesOf<Rm.ImportedVersion>(version)
  const original = isRmObject(item) ? item : version
  const inner: Item = { value: original, type: 'ORIGINAL_VERSION', record }
  const links = new Map(Object.keys(original).map(name => [name, () => membersOf(inner, name)]))
  for (const name of Object.keys(version)) if (original !== version) links.delete(name)
  const { data } = original
  if (isRmObject(data)) {
    // A root has no owner: what it stands in is not part of the document.
    const root: Item = { value: data, type: String(data._type ?? 'Any'), record }
    links.set('data', () => [root])
  }
  return { value: version, type: 'ORIGINAL_VERSION', record, links }
}

/** The root objects of a class, in their latest version. */
const latestRoots = (record: EhrRecord, type: string): readonly Item[] =>
  record.linked.latest.flatMap(rootsOf).filter(root => root.type === type)

/** The EHR object as REST shows it; its references lead to the latest version of what they name. */
export function ehrItem(record: EhrRecord): Item {
  const { data, linked } = record
  const status = linked.latest.find(version => rootsOf(version)[0]?.type === 'EHR_STATUS')
  const value: Unvalidated<Rm.Ehr> = {
    _type: 'EHR',
    system_id: { _type: 'HIER_OBJECT_ID', value: data.system_id },
    ehr_id: { _type: 'HIER_OBJECT_ID', value: data.ehr_id },
    ...(status && { ehr_status: reference('VERSIONED_EHR_STATUS', objectIdOf(uidOf(status))) }),
    time_created: makeDateTime(data.time_created),
  }
  const links = new Map([
    ['ehr_status', () => latestRoots(record, 'EHR_STATUS')],
    ['directory', () => latestRoots(record, 'FOLDER').slice(0, 1)],
    ['folders', () => latestRoots(record, 'FOLDER')],
    ['compositions', () => latestRoots(record, 'COMPOSITION')],
    ['contributions', () => contributions(record)],
  ])
  return { value, type: 'EHR', record, links }
}

/** References to them, each once, though a contribution may have several versions. */
function contributions({ linked }: EhrRecord): readonly Item[] {
  const found = linked.versions.flatMap(version => membersOf(version, 'contribution'))
  const ids = found.map(reference => JSON.stringify(membersOf(reference, 'id')[0]?.value))
  return found.filter((_, at) => ids.indexOf(ids[at] ?? '') === at)
}

const reference = (type: string, uid: string): Rm.ObjectRef => ({
  _type: 'OBJECT_REF',
  namespace: 'local',
  type,
  id: { _type: 'HIER_OBJECT_ID', value: uid },
})
