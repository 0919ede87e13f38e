/** Refuses an unknown parameter, and suggests the known one that was probably meant. */
import { nearestName } from '@cairn-ehr/openehr/path'
import { Refusal } from '../../refusal/index.ts'

/** Longer names are cut in the message. */
const LONGEST_NAME = 100

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
