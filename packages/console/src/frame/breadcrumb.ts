/** The way to a screen, from its address. */

import { PARTY_KINDS } from '../display/party-ref.ts'
import type { CommonKey } from '../language/use-texts.ts'
import { DESTINATIONS } from './navigation.ts'

export interface Crumb {
  /** A text of the table, or an id as it is. */
  readonly label: CommonKey | undefined
  readonly id?: string
  /** The EHR that it leads to: its patient's name is shown instead of the id. */
  readonly ehrId?: string
  /** The person, organisation or other party that it leads to. */
  readonly partyUid?: string
  readonly path: string
}

const SCREENS: Readonly<Record<string, CommonKey>> = Object.fromEntries(
  DESTINATIONS.map(({ to, label }) => [to.slice(1), label]),
)

/** Pages below a list or an object that are no object themselves. */
const PAGES: Readonly<Record<string, Readonly<Record<string, CommonKey>>>> = {
  ehrs: { new: 'New record', edit: 'Change record' },
  demographics: { new: 'New entry', edit: 'Change entry' },
}

/** Folders of an address that are no page of their own. */
const PASSED_OVER = new Set(['compositions', ...PARTY_KINDS])

/** Long ids are cut; the address has them whole. */
const shortId = (id: string): string => (/^[0-9a-f]{8}-[0-9a-f-]{27}/i.test(id) ? `${id.slice(0, 8)}…` : id)

/** Undefined for the id of an object with a name of its own. */
function labelOf(segments: readonly string[], index: number): CommonKey | undefined {
  const [screen = ''] = segments
  if (index === 0) return SCREENS[screen]
  return segments[index - 1] === 'compositions' ? 'Record' : PAGES[screen]?.[segments[index] ?? '']
}

export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split('/').filter(segment => segment !== '')
  return segments.flatMap((segment, index): Crumb[] => {
    if (PASSED_OVER.has(segment)) return []
    const path = `/${segments.slice(0, index + 1).join('/')}`
    const label = labelOf(segments, index)
    if (label) return [{ label, path }]
    const id = decodeURIComponent(segment)
    const isEhr = index === 1 && segments[0] === 'ehrs'
    const isParty = index === 2 && segments[0] === 'demographics'
    const about = isEhr ? { ehrId: id } : isParty ? { partyUid: id } : {}
    return [{ label: undefined, id: shortId(id), path, ...about }]
  })
}
