/** A composer or committer: the recorded name, or that of the party where only a reference was recorded. */
import type { LocalParty } from '../../display/party-ref.ts'
import { PartyLink } from './patient-name.tsx'
import { useNamedPeople } from './queries.ts'

interface Props {
  readonly party: LocalParty | undefined
  /** The recorded name; the id of the reference where there is none. */
  readonly name: string
}

export function NamedParty({ party, name }: Props) {
  const isNameless = party?.kind === 'person' && name === party.uid
  const people = useNamedPeople(isNameless ? [party.uid] : [])
  return <PartyLink party={party} name={(isNameless && people.get(party.uid)?.name) || name} />
}
