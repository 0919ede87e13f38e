/** The known name that a mistyped one most likely meant. */
import { nearest } from './nearest.ts'

/** `EHR_ID`, `ehr-id` and `ehrId` count as the same name. */
const foldName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The most similar of the known names, or the first that begins with the given one; never the given name itself. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const others = [...known].filter(each => each !== name)
  const byFolded = new Map(others.map(each => [foldName(each), each]))
  const wanted = foldName(name)
  if (wanted === '') return undefined
  const close = nearest(wanted, byFolded.keys())
  return close === undefined ? others.find(each => foldName(each).startsWith(wanted)) : byFolded.get(close)
}

/** The end of a message about an unknown name: a blank and a question, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}
