/** The refusal of a parameter that nothing uses: it names the parameter, and the known one that was probably meant. */
import { nearest } from '@cairn/openehr/path'
import { Refusal } from '../refusal/index.ts'

/** Longer names are cut: the message is for people. */
const LONGEST_NAME = 100

/** `EHR_ID`, `ehr-id` and `ehrId` are one name to a person. */
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The known name that differs least, or else the one that the given name is the beginning of. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const byFolded = new Map(known.map(each => [folded(each), each]))
  const wanted = folded(name)
  const close = nearest(wanted, byFolded.keys())
  if (close !== undefined) return byFolded.get(close)
  return wanted === '' ? undefined : known.find(each => folded(each).startsWith(wanted))
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'This operation takes none.'
  const meant = nearestName(name, known)
  return meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${meant}"?`
}

/** `where` says what the parameter stands in, such as "the query string". */
export const unknownParameter = (name: string, known: readonly string[], where: string): Refusal =>
  new Refusal(
    'request.unknown_parameter',
    `There is no parameter "${name.slice(0, LONGEST_NAME)}" in ${where}. ${hint(name, known)}`,
  )
