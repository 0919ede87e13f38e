/** People onto the server, each group once: a second run finds its contribution. */
import { type CairnClient, CairnError } from '@cairn-ehr/client'
import { COMPLETE, CREATION, type DemoCommitter } from './contribution.ts'
import { ifThere } from './furnish.ts'
import { uuidOf } from './identity.ts'
import { hospitalParties, personParty } from './party.ts'
import type { Patient } from './patient.ts'
import { householdOf } from './person.ts'
import { HOSPITAL } from './staff.ts'

const CONTRIBUTION = '/openehr/v1/demographic/contribution'

const bodyOf = (contribution: string, parties: readonly object[], committer: DemoCommitter) => {
  const who = committer === 'caller' ? {} : { committer: { _type: 'PARTY_IDENTIFIED', name: HOSPITAL } }
  const audit = { _type: 'AUDIT_DETAILS', change_type: CREATION, ...who }
  return {
    _type: 'CONTRIBUTION',
    uid: { _type: 'HIER_OBJECT_ID', value: contribution },
    audit,
    versions: parties.map(data => ({
      _type: 'ORIGINAL_VERSION',
      lifecycle_state: COMPLETE,
      commit_audit: audit,
      data,
    })),
  }
}

/** Parties that refer to each other are committed together. */
async function commitOnce(
  client: CairnClient,
  name: string,
  parties: readonly object[],
  committer: DemoCommitter,
): Promise<void> {
  const contribution = uuidOf(name)
  const isThere = async () => (await ifThere(client, `GET ${CONTRIBUTION}/${contribution}`)) !== undefined
  if (await isThere()) return
  try {
    await client.call(`POST ${CONTRIBUTION}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(bodyOf(contribution, parties, committer)),
    })
  } catch (error) {
    // Somebody loads the demo at the same time, and was faster.
    if (!(error instanceof CairnError && error.status === 409 && (await isThere()))) throw error
  }
}

export const commitHospital = (client: CairnClient, committer: DemoCommitter): Promise<void> =>
  commitOnce(client, 'contribution demo-hospital', hospitalParties(), committer)

/** The patient as a person, with the relatives. */
export const commitHousehold = (
  client: CairnClient,
  patient: Patient,
  committer: DemoCommitter,
): Promise<void> =>
  commitOnce(client, `contribution people ${patient.id}`, householdOf(patient).map(personParty), committer)
