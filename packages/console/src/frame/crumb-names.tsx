/** Names of patients and parties in the breadcrumb. */
import { identityText } from '../screens/demographics/party-view.ts'
import { useShownParty } from '../screens/demographics/queries.ts'
import { bannerFacts } from '../screens/ehr/banner-facts.ts'
import { useShownEhr } from './queries.ts'

/** The patient as the banner names them; the id of the EHR until it is known. */
export function PatientName({ ehrId, id }: { readonly ehrId: string; readonly id: string }) {
  const shown = useShownEhr(ehrId)
  const facts = shown && bannerFacts(shown.status, shown.patient)
  return <bdi>{facts?.name || facts?.subject || id}</bdi>
}

/** A person or an organisation as its page names it. */
export function PartyName({ partyUid, id }: { readonly partyUid: string; readonly id: string }) {
  const shown = useShownParty(partyUid)
  return <bdi>{shown?.person?.name || (shown?.party && identityText(shown.party)) || id}</bdi>
}
