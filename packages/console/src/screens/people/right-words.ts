/** Rights in plain words: the notation of scopes is exact, and nobody but its readers knows it. */
import type { TextKey } from './texts.ts'

type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string

/** Of all objects of a kind, and of those with a name. */
const OBJECTS: Readonly<Record<string, readonly [all: TextKey, named: TextKey]>> = {
  composition: ['records of all templates', 'records of {name}'],
  template: ['all templates', 'the templates {name}'],
  aql: ['all queries', 'the queries {name}'],
  audit: ['the audit trail', 'the audit trail'],
  person: ['all people', 'people of {name}'],
  organisation: ['all organisations', 'organisations of {name}'],
  group: ['all groups', 'groups of {name}'],
  agent: ['all agents', 'agents of {name}'],
  role: ['all roles of people', 'roles of people of {name}'],
}

const VERBS: readonly (readonly [letter: string, verb: TextKey])[] = [
  ['c', 'creates'],
  ['r', 'reads'],
  ['u', 'changes'],
  ['d', 'deletes'],
  ['s', 'finds'],
]

const RULE = /^(?:user|patient|system)\/([a-z]+)-(\S+)\.(c?r?u?d?s?)$/
const FHIR_RULE = /^(?:user|patient|system)\/([A-Z]\w*|\*)\.(read|write|\*|c?r?u?d?s?)$/

const FIRST_VERSION: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

const verbsIn = (letters: string, t: Translate): string =>
  VERBS.filter(([letter]) => letters.includes(letter))
    .map(([, verb]) => t(verb))
    .join(', ')

/** `Vital_signs.**` is one name and those below it. */
const shortName = (pattern: string): string => pattern.replace(/\.\*\*$/, '')

/** A right that is in no known notation stays as it is. */
export function rightWords(scope: string, t: Translate): string {
  const [, type, given = ''] = FHIR_RULE.exec(scope) ?? []
  if (type !== undefined) {
    const resources = type === '*' ? t('all FHIR resources') : t('FHIR resources {name}', { name: type })
    return `${verbsIn(FIRST_VERSION[given] ?? given, t)} ${resources}`
  }
  const [, kind = '', pattern = '', letters = ''] = RULE.exec(scope) ?? []
  const object = Object.hasOwn(OBJECTS, kind) ? OBJECTS[kind] : undefined
  if (!object || letters === '') return scope
  const name = shortName(pattern)
  const isAll = /^\*+$/.test(name)
  return `${verbsIn(letters, t)} ${isAll ? t(object[0]) : t(object[1], { name })}`
}

const SCOPES: Readonly<Record<string, TextKey>> = {
  'api.read': 'Read all records, run all queries',
  'api.write': 'Change all records and definitions',
  'api.lenient': 'Store data that break their template',
  'api.admin': 'Administer: people, clients, audit, erase for good',
  'api.break_glass': 'Take access to an EHR in an emergency',
}

export const scopeWords = (scope: string, t: Translate): string => {
  const words = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined
  return words === undefined ? scope : t(words)
}
