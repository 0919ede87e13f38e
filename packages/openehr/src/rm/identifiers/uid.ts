/** Identifiers of objects and of their versions: UID and its three kinds, HIER_OBJECT_ID, VERSION_TREE_ID, OBJECT_VERSION_ID. */
import { malformed } from './malformed.ts'

export type UidKind = 'UUID' | 'ISO_OID' | 'INTERNET_ID'

export interface Uid {
  readonly kind: UidKind
  readonly value: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ISO_OID = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+$/
/** A domain name; real system ids have underscores too, and may be a single label. */
const INTERNET_ID = /^[A-Za-z0-9](?:[\w-]*\w)?(?:\.[A-Za-z0-9](?:[\w-]*\w)?)*$/

const KINDS: readonly (readonly [UidKind, RegExp])[] = [
  ['UUID', UUID],
  ['ISO_OID', ISO_OID],
  ['INTERNET_ID', INTERNET_ID],
]

/** The kind of UID that a text is, if it is one. */
export const uidKind = (text: string): UidKind | undefined => KINDS.find(([, form]) => form.test(text))?.[0]

export const isUuid = (text: string): boolean => UUID.test(text)

export function parseUid(text: string): Uid {
  const kind = uidKind(text)
  return kind === undefined
    ? malformed('UID', text, 'a UUID, an OID or a domain name')
    : { kind, value: text }
}

/** `root[::extension]`. */
export interface HierObjectId {
  readonly root: Uid
  readonly extension?: string
}

export function parseHierObjectId(text: string): HierObjectId {
  const mark = text.indexOf('::')
  const root = mark < 0 ? text : text.slice(0, mark)
  const kind = uidKind(root)
  const extension = mark < 0 ? undefined : text.slice(mark + 2)
  if (kind === undefined || extension === '')
    return malformed('HIER_OBJECT_ID', text, 'root or root::extension')
  return { root: { kind, value: root }, ...(extension === undefined ? {} : { extension }) }
}

export function isHierObjectId(text: string): boolean {
  const mark = text.indexOf('::')
  if (mark < 0) return uidKind(text) !== undefined
  return mark + 2 < text.length && uidKind(text.slice(0, mark)) !== undefined
}

export const printHierObjectId = ({ root, extension }: HierObjectId): string =>
  extension === undefined ? root.value : `${root.value}::${extension}`

/** `trunk`, or `trunk.branch.version` of a branch. All count from 1. */
export interface VersionTreeId {
  readonly trunk: number
  readonly branch?: { readonly number: number; readonly version: number }
}

const TREE = /^([1-9]\d{0,14})(?:\.([1-9]\d{0,14})\.([1-9]\d{0,14}))?$/

function treeOf(text: string): VersionTreeId | undefined {
  const match = TREE.exec(text)
  if (match === null) return undefined
  const [, trunk, number, version] = match
  return {
    trunk: Number(trunk),
    ...(number === undefined ? {} : { branch: { number: Number(number), version: Number(version) } }),
  }
}

export const parseVersionTreeId = (text: string): VersionTreeId =>
  treeOf(text) ?? malformed('VERSION_TREE_ID', text, 'a number from 1, or three of them with dots')

export const printVersionTreeId = ({ trunk, branch }: VersionTreeId): string =>
  branch === undefined ? String(trunk) : `${trunk}.${branch.number}.${branch.version}`

/** `object::system::version`: which object, where this version of it was made, and its place in the tree. */
export interface ObjectVersionId {
  readonly object: string
  readonly system: string
  readonly version: VersionTreeId
}

export function parseObjectVersionId(text: string): ObjectVersionId {
  const [object = '', system = '', tree = '', ...rest] = text.split('::', 4)
  const version = treeOf(tree)
  if (
    version === undefined ||
    rest.length > 0 ||
    uidKind(object) === undefined ||
    uidKind(system) === undefined
  )
    return malformed('OBJECT_VERSION_ID', text, 'object::system::version')
  return { object, system, version }
}

export const printObjectVersionId = ({ object, system, version }: ObjectVersionId): string =>
  `${object}::${system}::${printVersionTreeId(version)}`

/** True for the id of one version; the id of a versioned object is a HIER_OBJECT_ID. */
export const isObjectVersionId = (text: string): boolean => {
  const parts = text.split('::', 4)
  return (
    parts.length === 3 &&
    uidKind(parts[0] ?? '') !== undefined &&
    uidKind(parts[1] ?? '') !== undefined &&
    treeOf(parts[2] ?? '') !== undefined
  )
}
