/** Item tags of an object or a version, in bodies and in headers (docs/interface.md, section 5.1; openEHR REST, ITEM_TAG). */

import type { Finding } from '@cairn-ehr/openehr'
import { parseJson } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Incoming } from '../../http/index.ts'
import { preferIn, type TagGrammar } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { FINDINGS_TAG, type ItemTag } from '../../versions/companions/index.ts'
import { headerText, parseHeaderList } from './header-list.ts'

export const isServerTag = (key: string): boolean => key.trim().toLowerCase() === FINDINGS_TAG

const LONGEST = { key: 200, value: 2000, target_path: 500 } as const
const MOST_TAGS = 200
/** Node's HTTP client reads at most 16 KB of headers: two lists of tags and the other headers fit. */
const LONGEST_HEADER = 6000

function tagOf(given: ReadonlyMap<string, unknown>, at: number, findings: Finding[]): ItemTag {
  const report = (member: string, message: string) =>
    findings.push({ path: `/${at}/${member}`, code: 'value', message })
  for (const [name, value] of given) {
    if (!Object.hasOwn(LONGEST, name)) report(name, 'there is no such member')
    else if (value !== undefined && value !== null && typeof value !== 'string')
      report(name, 'must be a text')
    else if (typeof value === 'string' && value.length > LONGEST[name as keyof typeof LONGEST])
      report(name, `has at most ${LONGEST[name as keyof typeof LONGEST]} characters`)
  }
  const text = (name: string) =>
    typeof given.get(name) === 'string' ? (given.get(name) as string) : undefined
  const key = text('key')?.trim()
  if (!key) report('key', 'is missing or empty')
  else if (isServerTag(key)) report('key', 'is reserved for the server: leave this tag out, it is kept')
  const path = text('target_path') ?? ''
  if (path !== '' && !path.startsWith('/')) report('target_path', 'must begin with "/"')
  return { key: key ?? '', value: text('value'), targetPath: path }
}

/** Key and path identify a tag; of two with the same, the first is kept. */
function distinctTags(tags: readonly ItemTag[]): ItemTag[] {
  const known = new Map<string, ItemTag>()
  for (const tag of tags) {
    const identity = `${tag.key.toLowerCase()}\n${tag.targetPath}`
    if (!known.has(identity)) known.set(identity, tag)
  }
  return [...known.values()]
}

function checkedTags(given: readonly ReadonlyMap<string, unknown>[]): ItemTag[] {
  const findings: Finding[] = []
  const tags = given.map((each, at) => tagOf(each, at, findings))
  if (given.length > MOST_TAGS)
    findings.push({ path: '/', code: 'count', message: `at most ${MOST_TAGS} tags` })
  if (findings.length === 0 && headerJson(tags.map(tagBody)).length > LONGEST_HEADER)
    findings.push({
      path: '/',
      code: 'count',
      message: `together at most ${LONGEST_HEADER} characters of ASCII JSON`,
    })
  if (findings.length > 0) throw new Refusal('request.malformed', 'The item tags cannot be used.', findings)
  return distinctTags(tags)
}

/** Reads a list of UPDATE_ITEM_TAG. */
export function tagsOfJson(value: unknown): ItemTag[] {
  if (
    !Array.isArray(value) ||
    !value.every(each => typeof each === 'object' && each !== null && !Array.isArray(each))
  )
    throw new Refusal('request.malformed', 'Item tags are a list of objects with key, value and target_path.')
  return checkedTags(value.map(each => new Map(Object.entries(each as object))))
}

/** Node joins a header that was sent several times with commas. */
function headerValueOf({ headers }: Incoming, name: string): string | undefined {
  const given = headers[name]
  return given === undefined ? undefined : headerText([given].flat().join(',')).trim()
}

const isJson = (text: string | undefined): boolean => text?.startsWith('[') === true

/** Reads tags of a header, as a JSON list or as `key="k",value="v"; key="k2"`; undefined without the header, none if it is empty. */
function tagsInHeader(request: Incoming, name: string): ItemTag[] | undefined {
  const text = headerValueOf(request, name)
  if (text === undefined) return undefined
  if (isJson(text)) return tagsOfJson((parseJson(`[${text}]`) as unknown[]).flat())
  return checkedTags(parseHeaderList(text, name, { severalItems: true }))
}

/** The notation of tags in the answer to a read; undefined if they are not sent. Clients of lenient mounts expect them always. */
export const readTagGrammar = (request: Incoming): TagGrammar | undefined =>
  preferIn(request).includeItemTags ?? (request.mountPoint.isLenient ? 'pairs' : undefined)

/** openEHR REST has tags only on compositions and EHR_STATUS; elsewhere they are refused, so that none are silently lost. */
export function refuseTags({ headers }: Incoming, what: string): void {
  for (const name of ['openehr-item-tag', 'openehr-version-item-tag'])
    if (headers[name] !== undefined)
      throw new Refusal('request.malformed', `${what} has no tags: leave out the header ${name}.`)
}

/** The tags of the object and of the version in a write request. */
export interface TagInput {
  readonly object: readonly ItemTag[] | undefined
  readonly version: readonly ItemTag[] | undefined
  /** The notation of the request, which is also that of the answer. */
  readonly grammar: TagGrammar
}

export const hasTags = ({ object, version }: TagInput): boolean =>
  object !== undefined || version !== undefined

export const tagInputIn = (request: Incoming): TagInput => ({
  object: tagsInHeader(request, 'openehr-item-tag'),
  version: tagsInHeader(request, 'openehr-version-item-tag'),
  grammar:
    isJson(headerValueOf(request, 'openehr-item-tag')) ||
    isJson(headerValueOf(request, 'openehr-version-item-tag'))
      ? 'json'
      : 'pairs',
})

const tagBody = ({ key, value, targetPath }: ItemTag) => ({
  key,
  ...(value === undefined ? {} : { value }),
  ...(targetPath === '' ? {} : { target_path: targetPath }),
})

/** Prints JSON for a header: characters beyond ASCII are escaped. */
const headerJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const CONTROL = /\p{Cc}/u

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Prints pairs with one character per UTF-8 byte, since Node writes headers as Latin-1. */
function headerPairs(tags: readonly ItemTag[]): string {
  const items = tags.map(tag =>
    Object.entries(tagBody(tag)).map(([name, value]) => `${name}=${quoted(value)}`),
  )
  return Buffer.from(items.map(pairs => pairs.join(',')).join('; ')).toString('latin1')
}

/** Control characters are not allowed in a header, so tags with one are sent as JSON, which escapes them. */
function printTags(tags: readonly ItemTag[], grammar: TagGrammar): string {
  const needsJson = tags.some(tag => CONTROL.test(`${tag.key}${tag.value ?? ''}${tag.targetPath}`))
  return grammar === 'json' || needsJson ? headerJson(tags.map(tagBody)) : headerPairs(tags)
}

/** Tags of an object and of one version of it, with the notation to send them in. */
export interface TagAnswer {
  readonly object: readonly ItemTag[]
  readonly version: readonly ItemTag[]
  readonly grammar: TagGrammar
}

/** Makes headers with the current tags; the header for the version only if it has any. */
export const tagHeaders = ({ object, version, grammar }: TagAnswer): Record<string, string> => ({
  'openehr-item-tag': printTags(object, grammar),
  ...(version.length > 0 ? { 'openehr-version-item-tag': printTags(version, grammar) } : {}),
})

export interface TagTarget {
  readonly owner: RmObject
  /** The class of the object. */
  readonly kind: string
  /** Id of an object or of a version. */
  readonly uid: string
}

/** Makes the ITEM_TAG resource, with its target and owner. */
export const itemTag = (tag: ItemTag, { owner, kind, uid }: TagTarget): RmObject => ({
  _type: 'ITEM_TAG',
  ...tagBody(tag),
  target: {
    _type: 'OBJECT_REF',
    id: { _type: uid.includes('::') ? 'OBJECT_VERSION_ID' : 'HIER_OBJECT_ID', value: uid },
    namespace: 'local',
    type: kind,
  },
  owner_id: owner,
})
