/** Item tags: labels on an object or on a version, in bodies and in headers (interface spec 4.9; openEHR REST, ITEM_TAG). */

import type { Finding } from '@cairn/openehr'
import { parseJson } from '@cairn/openehr/format'
import type { RmObject } from '@cairn/openehr/rm'
import type { Incoming, TagGrammar } from '../http/index.ts'
import type { EhrId } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { FINDINGS_TAG, type ItemTag } from '../versions/index.ts'
import { headerText, parseHeaderList } from './header-list.ts'

export const isServerTag = (key: string): boolean => key.trim().toLowerCase() === FINDINGS_TAG

const LONGEST = { key: 200, value: 2000, target_path: 500 } as const
const MOST_TAGS = 200
/** Tags go out in a header, and Node's own client reads 16 KB of headers at most: two such lists and the rest fit. */
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
  if (!key) report('key', 'must be there and not empty')
  else if (isServerTag(key)) report('key', 'is set by the server, and stays when it is left out')
  const path = text('target_path') ?? ''
  if (path !== '' && !path.startsWith('/')) report('target_path', 'must begin with "/"')
  return { key: key ?? '', value: text('value'), targetPath: path }
}

/** A tag is known by its key and its path; of two, the first counts. */
function distinct(tags: readonly ItemTag[]): ItemTag[] {
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
  if (findings.length === 0 && headerJson(tags.map(plain)).length > LONGEST_HEADER)
    findings.push({
      path: '/',
      code: 'count',
      message: `together at most ${LONGEST_HEADER} characters of ASCII JSON`,
    })
  if (findings.length > 0) throw new Refusal('request.malformed', 'The item tags cannot be used.', findings)
  return distinct(tags)
}

/** A list of UPDATE_ITEM_TAG. */
export function tagsOfJson(value: unknown): ItemTag[] {
  if (
    !Array.isArray(value) ||
    !value.every(each => typeof each === 'object' && each !== null && !Array.isArray(each))
  )
    throw new Refusal('request.malformed', 'Item tags are a list of objects with key, value and target_path.')
  return checkedTags(value.map(each => new Map(Object.entries(each as object))))
}

/** Headers that were sent several times come joined by commas, and so do their lists. */
function textOf({ headers }: Incoming, name: string): string | undefined {
  const given = headers[name]
  return given === undefined ? undefined : headerText([given].flat().join(',')).trim()
}

const isJson = (text: string | undefined): boolean => text?.startsWith('[') === true

/** The tags that a header gives, as a JSON list or as `key="k",value="v"; key="k2"`; undefined without it, none when it is empty. */
function tagsInHeader(request: Incoming, name: string): ItemTag[] | undefined {
  const text = textOf(request, name)
  if (text === undefined) return undefined
  if (isJson(text)) return tagsOfJson((parseJson(`[${text}]`) as unknown[]).flat())
  return checkedTags(parseHeaderList(text, name, { severalItems: true }))
}

/** openEHR REST has tags on compositions and on the status; one that went unnoticed elsewhere would be lost. */
export function refuseTags({ headers }: Incoming, what: string): void {
  for (const name of ['openehr-item-tag', 'openehr-version-item-tag'])
    if (headers[name] !== undefined)
      throw new Refusal('request.malformed', `${what} has no tags: leave out the header ${name}.`)
}

/** The tags of the object and those of the version that a write brings along. */
export interface GivenTags {
  readonly object: readonly ItemTag[] | undefined
  readonly version: readonly ItemTag[] | undefined
  /** How they were written, and are to be written in the answer. */
  readonly grammar: TagGrammar
}

export const givesTags = ({ object, version }: GivenTags): boolean =>
  object !== undefined || version !== undefined

export const givenTagsIn = (request: Incoming): GivenTags => ({
  object: tagsInHeader(request, 'openehr-item-tag'),
  version: tagsInHeader(request, 'openehr-version-item-tag'),
  grammar:
    isJson(textOf(request, 'openehr-item-tag')) || isJson(textOf(request, 'openehr-version-item-tag'))
      ? 'json'
      : 'pairs',
})

const plain = ({ key, value, targetPath }: ItemTag) => ({
  key,
  ...(value === undefined ? {} : { value }),
  ...(targetPath === '' ? {} : { target_path: targetPath }),
})

/** JSON that a header can carry: what is not ASCII is escaped. */
const headerJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const CONTROL = /\p{Cc}/u

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Pairs as UTF-8, byte by byte, since that is what Node takes for a header. */
function headerPairs(tags: readonly ItemTag[]): string {
  const items = tags.map(tag => Object.entries(plain(tag)).map(([name, value]) => `${name}=${quoted(value)}`))
  return Buffer.from(items.map(pairs => pairs.join(',')).join('; ')).toString('latin1')
}

/** A control character has no place in a header, so tags that have one go out as JSON, which can escape it. */
function printTags(tags: readonly ItemTag[], grammar: TagGrammar): string {
  const needsJson = tags.some(tag => CONTROL.test(`${tag.key}${tag.value ?? ''}${tag.targetPath}`))
  return grammar === 'json' || needsJson ? headerJson(tags.map(plain)) : headerPairs(tags)
}

/** Tags of an object, and of one version of it, as they are to be shown. */
export interface ShownTags {
  readonly object: readonly ItemTag[]
  readonly version: readonly ItemTag[]
  readonly grammar: TagGrammar
}

/** Headers with the current tags; those of a version only where it has any. */
export const tagHeaders = ({ object, version, grammar }: ShownTags): Record<string, string> => ({
  'openehr-item-tag': printTags(object, grammar),
  ...(version.length > 0 ? { 'openehr-version-item-tag': printTags(version, grammar) } : {}),
})

export interface TagTarget {
  readonly ehrId: EhrId
  /** COMPOSITION or EHR_STATUS. */
  readonly kind: string
  /** An object's id, or a version's. */
  readonly uid: string
}

/** ITEM_TAG as a resource: with what it is on and whose it is. */
export const itemTag = (tag: ItemTag, { ehrId, kind, uid }: TagTarget): RmObject => ({
  _type: 'ITEM_TAG',
  ...plain(tag),
  target: {
    _type: 'OBJECT_REF',
    id: { _type: uid.includes('::') ? 'OBJECT_VERSION_ID' : 'HIER_OBJECT_ID', value: uid },
    namespace: 'local',
    type: kind,
  },
  owner_id: {
    _type: 'OBJECT_REF',
    id: { _type: 'HIER_OBJECT_ID', value: ehrId },
    namespace: 'local',
    type: 'EHR',
  },
})
