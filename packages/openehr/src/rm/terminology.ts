/** The openEHR terminology: its groups, and the code sets that RM attributes draw from. */
import { CODE_SETS, GROUPS } from './terminology.generated.ts'

const groups: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(GROUPS).map(([name, concepts]) => [name, new Map(Object.entries(concepts))]),
)

/** Codes that older releases of the terminology had and old data hold. */
const OBSOLETE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['composition category', new Set(['435'])],
])

const NO_TERMS: ReadonlyMap<string, string> = new Map()

/** Names of the groups, such as `composition category`. */
export const terminologyGroups = (): readonly string[] => [...groups.keys()]

/** Code → English rubric of one group, named with blanks or underscores; empty where there is no such group. */
export const terminologyGroup = (name: string): ReadonlyMap<string, string> =>
  groups.get(name) ?? groups.get(name.replaceAll('_', ' ')) ?? NO_TERMS

/** True when a code belongs to the group, or once belonged to it: old data hold such codes. */
export const terminologyHas = (group: string, code: string): boolean =>
  terminologyGroup(group).has(code) || OBSOLETE.get(group.replaceAll('_', ' '))?.has(code) === true

const rubrics: ReadonlyMap<string, string> = new Map([...groups.values()].flatMap(group => [...group]))

/** English rubric of any openEHR code. */
export const rubricOf = (code: string): string | undefined => rubrics.get(code)

export type CodeSet =
  | 'languages'
  | 'countries'
  | 'character sets'
  | 'media types'
  | 'compression algorithms'
  | 'integrity check algorithms'
  | 'normal statuses'

/** The value of CODE_PHRASE.terminology_id for the codes of each set. */
export const CODE_SET_TERMINOLOGIES: Readonly<Record<CodeSet, string>> = {
  languages: 'ISO_639-1',
  countries: 'ISO_3166-1',
  'character sets': 'IANA_character-sets',
  'media types': 'IANA_media-types',
  'compression algorithms': 'openehr_compression_algorithms',
  'integrity check algorithms': 'openehr_integrity_check_algorithms',
  'normal statuses': 'openehr_normal_statuses',
}

const codes = (set: CodeSet): readonly string[] => (CODE_SETS[set] ?? '').split(' ')
const exactly = (set: CodeSet): ((code: string) => boolean) => {
  const known = new Set(codes(set))
  return code => known.has(code)
}

const countries = new Set(codes('countries'))
const languages = new Set(codes('languages').map(code => code.toLowerCase()))

/** `en`, or `en-GB` with any country: the published list has only some of the pairs. Case does not matter (BCP 47). */
function isLanguage(code: string): boolean {
  if (languages.has(code.toLowerCase())) return true
  const [, language = '', region = ''] = /^([A-Za-z]{2})-([A-Za-z]{2})$/.exec(code) ?? []
  return languages.has(language.toLowerCase()) && countries.has(region.toUpperCase())
}

/** Names of the IANA registry that are in use today, beside the fourteen that openEHR lists. */
const MORE_CHARACTER_SETS =
  'ISO-8859-1 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-9 ISO-8859-10 ISO-8859-13 ' +
  'ISO-8859-14 ISO-8859-16 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 ' +
  'windows-1257 windows-1258 KOI8-R KOI8-U Big5 GBK GB2312 GB18030 EUC-JP EUC-KR Shift_JIS ISO-2022-JP TIS-620 UTF-8'

const characterSets = new Set(
  [...codes('character sets'), ...MORE_CHARACTER_SETS.split(' ')].map(code => code.toLowerCase()),
)

/** The registry of media types is open and grows daily, so the form counts: a registered tree and RFC 6838 names. */
const MEDIA_TYPE =
  /^(?:application|audio|font|haptics|image|message|model|multipart|text|video)\/[A-Za-z0-9][\w!#$&^.+-]{0,126}$/

const CHECKS: Readonly<Record<CodeSet, (code: string) => boolean>> = {
  languages: isLanguage,
  countries: code => countries.has(code),
  'character sets': code => characterSets.has(code.toLowerCase()),
  'media types': code => MEDIA_TYPE.test(code),
  'compression algorithms': exactly('compression algorithms'),
  'integrity check algorithms': exactly('integrity check algorithms'),
  'normal statuses': exactly('normal statuses'),
}

/** True when a code belongs to one of the code sets that the RM refers to. */
export const codeSetHas = (set: CodeSet, code: string): boolean => CHECKS[set](code)

/** The codes of a set as openEHR lists them; for languages, character sets and media types `codeSetHas` knows more. */
export const codeSetCodes = (set: CodeSet): readonly string[] => codes(set)
