/**
 * Leaves with values of the closed lists of openEHR: language, territory, encoding, category, setting, release. Most roots have the same ones,
 * so that these are stored once, in `cairn.shared_leaves` (decision 0065). No other value gets in there: erasing a record need not look for it.
 */
import { CODE_SET_TERMINOLOGIES, type CodeSet, codeSetHas, terminologyGroup } from '@cairn-ehr/openehr/rm'
import { OWN_ARCHETYPE_PATH } from './path-text.ts'

/** True for a value of the list. */
export type IsListed = (value: unknown) => boolean

type ListedPaths = readonly (readonly [path: string, isListed: IsListed])[]

const isTrue: IsListed = value => value === true

const isText =
  (isListed: (text: string) => boolean): IsListed =>
  value =>
    typeof value === 'string' && isListed(value)

const codePhrase = (path: string, terminology: string, hasCode: (code: string) => boolean): ListedPaths => [
  [`${path}|CODE_PHRASE/terminology_id|TERMINOLOGY_ID/value`, value => value === terminology],
  [`${path}|CODE_PHRASE/code_string`, isText(hasCode)],
]

const fromSet = (path: string, set: CodeSet): ListedPaths =>
  codePhrase(path, CODE_SET_TERMINOLOGIES[set], code => codeSetHas(set, code))

function fromGroup(path: string, name: string): ListedPaths {
  const terms = terminologyGroup(name)
  const rubrics = new Set(terms.values())
  return [
    [`${path}|DV_CODED_TEXT/value`, isText(text => rubrics.has(text))],
    ...codePhrase(`${path}|DV_CODED_TEXT/defining_code`, 'openehr', code => terms.has(code)),
  ]
}

const RELEASE = /^1\.\d\.\d$/

const LISTED: ReadonlyMap<string, IsListed> = new Map([
  ...fromSet('language', 'languages'),
  ...fromSet('territory', 'countries'),
  ...fromSet('encoding', 'character sets'),
  ...fromGroup('category', 'composition category'),
  ...fromGroup('context|EVENT_CONTEXT/setting', 'setting'),
  ['archetype_details|ARCHETYPED/rm_version', isText(text => RELEASE.test(text))],
  [OWN_ARCHETYPE_PATH, isTrue],
  ['subject|PARTY_SELF', isTrue],
])

/** The list that values at a path may be of; undefined for all other paths. */
export const listAt = (path: string): IsListed | undefined => LISTED.get(path)

/** True for paths whose leaves may be among the shared ones: a query has to look there too. */
export const mayBeShared = ({ text }: { readonly text: string }): boolean => LISTED.has(text)
