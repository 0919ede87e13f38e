/** Refuses an unknown parameter, and suggests the known one that was probably meant. */
import { nearest } from '@cairn-ehr/openehr/path'
import { Refusal } from '../refusal/index.ts'

/** Longer names are cut in the message. */
const LONGEST_NAME = 100

/** `EHR_ID`, `ehr-id` and `ehrId` count as the same name. */
const foldName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Finds the most similar known name, or one that begins with the given name. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const byFolded = new Map(known.map(each => [foldName(each), each]))
  const wanted = foldName(name)
  const close = nearest(wanted, byFolded.keys())
  if (close !== undefined) return byFolded.get(close)
  return wanted === '' ? undefined : known.find(each => foldName(each).startsWith(wanted))
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'This operation takes none.'
  const meant = nearestName(name, known)
  return meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${meant}"?`
}

/** `where` names the part of the request, such as "the query string". */
export const unknownParameter = (name: string, known: readonly string[], where: string): Refusal =>
  new Refusal(
    'request.unknown_parameter',
    `There is no parameter "${name.slice(0, LONGEST_NAME)}" in ${where}. ${hint(name, known)}`,
  )
