/** Links to patients and other parties, by name for readers who may see people. */
import { Link } from '@tanstack/react-router'
import type { LocalParty } from '../../display/party-ref.ts'
import { useRight } from '../../session/use-session.ts'
import type { PatientFacts } from './patients.ts'

/** The patient of an EHR; its id where nobody is known. */
export function PatientLink({
  ehrId,
  patient,
}: {
  readonly ehrId: string
  readonly patient: PatientFacts | undefined
}) {
  return (
    <Link
      to="/ehrs/$ehrId"
      params={{ ehrId }}
      title={ehrId}
      {...(patient?.name ? {} : { className: 'mono' })}
    >
      {patient?.name ? <bdi>{patient.name}</bdi> : `${ehrId.slice(0, 8)}…`}
    </Link>
  )
}

/** A name that leads to the page of the party, for those who may open it. */
export function PartyLink({
  party,
  name,
}: {
  readonly party: LocalParty | undefined
  readonly name: string
}) {
  const canSee = useRight('people')
  const shown = <bdi>{name}</bdi>
  if (!party || !canSee) return shown
  return (
    <Link to="/demographics/$kind/$uid" params={party}>
      {shown}
    </Link>
  )
}
