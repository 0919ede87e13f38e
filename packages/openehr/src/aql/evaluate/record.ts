/** Opens an EHR for reading. */
import { isRmObject, type RmObject } from '../../rm/index.ts'
import type { EhrData } from './data.ts'
import { type EhrRecord, type Item, membersOf } from './item.ts'

export function openRecord(data: EhrData): EhrRecord {
  // The record and its items know each other, so one side is filled in after it exists.
  const versions: Item[] = []
  const record: { -readonly [Key in keyof EhrRecord]: EhrRecord[Key] } = {
    ehr: undefined as unknown as Item,
    versions,
    latest: [],
  }
  record.ehr = ehrItem(data, record)
  for (const version of data.versions) versions.push(versionItem(version, record))
  record.latest = latestOf(versions)
  return record
}

/** The root objects of a class, in their latest version. */
export const latestRoots = (record: EhrRecord, type: string): readonly Item[] =>
  record.latest.flatMap(rootsOf).filter(root => root.type === type)

/** The object that a version holds: one, or none where it is deleted. */
export const rootsOf = (version: Item): readonly Item[] => membersOf(version, 'data')

/** `8849182c…::sys::2` → `8849182c…`. */
export const objectIdOf = (uid: string): string => uid.split('::')[0] ?? uid

function versionItem(version: RmObject, record: EhrRecord): Item {
  // What an imported version says about itself is in the original that it wraps (RM common, IMPORTED_VERSION).
  const original = isRmObject(version['item']) ? { ...version['item'], ...version } : version
  const item: Item = { value: original, type: 'ORIGINAL_VERSION', record }
  const { data } = original
  if (!isRmObject(data)) return item
  const root: Item = { value: data, type: String(data['_type'] ?? 'Any'), record }
  return { ...item, links: { data: () => [root] } }
}

function latestOf(versions: readonly Item[]): readonly Item[] {
  const last = new Map<string, Item>()
  for (const version of versions) {
    const [object = '', , number = ''] = uidOf(version).split('::')
    if (!number.includes('.')) last.set(object, version)
  }
  const latest = new Set(last.values())
  return versions.filter(version => latest.has(version) && rootsOf(version).length > 0)
}

export function uidOf(version: Item): string {
  const uid = isRmObject(version.value) ? version.value['uid'] : undefined
  return isRmObject(uid) ? String(uid['value'] ?? '') : ''
}

/** The EHR object as REST shows it; its references lead to the latest version of what they name. */
function ehrItem(data: EhrData, record: EhrRecord): Item {
  const status = data.versions.find(
    version => isRmObject(version['data']) && version['data']['_type'] === 'EHR_STATUS',
  )
  const statusUid =
    status && isRmObject(status['uid']) ? objectIdOf(String(status['uid']['value'])) : undefined
  const value: RmObject = {
    _type: 'EHR',
    system_id: { _type: 'HIER_OBJECT_ID', value: data.system_id },
    ehr_id: { _type: 'HIER_OBJECT_ID', value: data.ehr_id },
    ...(statusUid !== undefined && { ehr_status: reference('VERSIONED_EHR_STATUS', statusUid) }),
    time_created: { _type: 'DV_DATE_TIME', value: data.time_created },
  }
  const folders = () => latestRoots(record, 'FOLDER')
  return {
    value,
    type: 'EHR',
    record,
    links: {
      ehr_status: () => latestRoots(record, 'EHR_STATUS'),
      directory: () => folders().slice(0, 1),
      folders,
      compositions: () => latestRoots(record, 'COMPOSITION'),
    },
  }
}

const reference = (type: string, uid: string): RmObject => ({
  _type: 'OBJECT_REF',
  namespace: 'local',
  type,
  id: { _type: 'HIER_OBJECT_ID', value: uid },
})
