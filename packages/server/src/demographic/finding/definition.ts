/** Definitions: the paths to names, birth dates, sex, identifiers and addresses in people of an archetype (decision 0105). */
import { Problem } from '@cairn-ehr/openehr'
import { type Path, parsePath } from '@cairn-ehr/openehr/path'
import { Refusal } from '../../refusal/index.ts'

/** Lists of paths. */
const LISTS = ['name', 'given_name', 'family_name', 'birth_date', 'sex', 'identifier', 'address'] as const

export type PathList = (typeof LISTS)[number]

/** As it is sent and stored. */
export type PersonDefinition = Readonly<Partial<Record<PathList, readonly string[]>>> & {
  /** The word for a code of sex; without one, its text. */
  readonly sex_codes?: Readonly<Record<string, string>>
}

const [MOST_PATHS, LONGEST_PATH] = [30, 1000]

const malformed = (message: string): Refusal => new Refusal('request.malformed', message)

function pathsIn(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > MOST_PATHS || !value.every(each => typeof each === 'string'))
    throw malformed(`"${name}" must be a list of at most ${MOST_PATHS} paths.`)
  for (const path of value)
    try {
      if (path.length > LONGEST_PATH)
        throw malformed(`"${name}" has a path of over ${LONGEST_PATH} characters.`)
      parsePath(path)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      throw malformed(`"${name}" has a path that cannot be read: ${path.slice(0, 200)}`)
    }
  return value
}

function codesIn(value: unknown): Readonly<Record<string, string>> {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isTable || !Object.values(value).every(each => typeof each === 'string'))
    throw malformed('"sex_codes" must be an object with a word for each code.')
  return value as Record<string, string>
}

export function definitionIn(body: unknown): PersonDefinition {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('The body must be an object with lists of paths.')
  const definition: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === 'sex_codes') definition[name] = codesIn(value)
    else if (LISTS.some(list => list === name)) definition[name] = pathsIn(name, value)
    else
      throw malformed(`A definition has no "${name.slice(0, 50)}": it has ${LISTS.join(', ')} and sex_codes.`)
  }
  if (!definition['name']) throw malformed('A definition needs "name": the paths of the parts of a name.')
  return definition
}

/** With its paths parsed. */
export interface ReadyDefinition {
  readonly revision: number
  readonly paths: Readonly<Record<PathList, readonly Path[]>>
  readonly sexCodes: Readonly<Record<string, string>>
}

export const readyDefinition = (definition: PersonDefinition, revision: number): ReadyDefinition => ({
  revision,
  paths: Object.fromEntries(
    LISTS.map((list): [PathList, Path[]] => [list, (definition[list] ?? []).map(path => parsePath(path))]),
  ) as Record<PathList, Path[]>,
  sexCodes: definition.sex_codes ?? {},
})
