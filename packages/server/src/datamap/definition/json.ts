/** Reads and prints a definition as JSON: `{"template": "…", "paths": [{"add": "label", "path": "…", "comment": "DV_TEXT"}]}`. */
import type { Finding } from '@cairn-ehr/openehr'
import type { Definition, LabelledPath } from '../model.ts'
import {
  definitionFault,
  isPathMember,
  PATH_MEMBERS,
  type ReadDefinition,
  textFault,
} from './definition-members.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MEMBERS: ReadonlySet<string> = new Set(['template', 'comment', 'paths'])

const EMPTY: Definition = { template: '', paths: [] }

export function readDefinitionJson(value: unknown): ReadDefinition {
  if (!isObject(value))
    return {
      definition: EMPTY,
      findings: [definitionFault('', 'A datamap is an object with template and paths.')],
    }
  const { template, comment, paths } = value
  const rows = Array.isArray(paths) ? paths : []
  const findings = [
    ...unknownMembers(value, '', name => MEMBERS.has(name), 'a datamap'),
    ...textMember(value, 'template', '', true),
    ...textMember(value, 'comment', '', false),
    ...(Array.isArray(paths) ? [] : [definitionFault('/paths', 'paths is an array.')]),
    ...rows.flatMap((row, index) => rowFaults(row, `/paths/${index}`)),
  ]
  return {
    definition: {
      template: textOf(template),
      ...(typeof comment === 'string' ? { comment } : {}),
      paths: rows.map(labelledPath),
    },
    findings,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function labelledPath(row: unknown): LabelledPath {
  const { add, path, comment } = isObject(row) ? row : ({} as Json)
  return {
    add: textOf(add),
    path: textOf(path),
    ...(typeof comment === 'string' ? { comment } : {}),
  }
}

function rowFaults(row: unknown, path: string): readonly Finding[] {
  if (!isObject(row))
    return [definitionFault(path, 'A path is an object with add, path and, optionally, comment.')]
  return [
    ...unknownMembers(row, path, isPathMember, 'a path'),
    ...Object.entries(PATH_MEMBERS).flatMap(([name, required]) => textMember(row, name, path, required)),
  ]
}

const unknownMembers = (
  object: Json,
  path: string,
  known: (name: string) => boolean,
  of: string,
): readonly Finding[] =>
  Object.keys(object)
    .filter(name => !known(name))
    .map(name => definitionFault(`${path}/${name}`, `${name} is not a member of ${of}.`))

function textMember(object: Json, name: string, path: string, required: boolean): readonly Finding[] {
  const value = object[name]
  if (value === undefined) return required ? [definitionFault(`${path}/${name}`, `${name} is missing.`)] : []
  const why = typeof value === 'string' ? textFault(value) : 'is not a text'
  return why === undefined ? [] : [definitionFault(`${path}/${name}`, `${name} ${why}.`)]
}
