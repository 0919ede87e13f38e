/** `POST Patient/$match`: Patients who may be the one that is sent. */
import { partyRight } from '../../access/index.ts'
import type { Endpoint } from '../../http/index.ts'
import { BODY_LIMITS } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { FhirNeeds } from '../needs.ts'
import { fhirReply } from '../outcome.ts'
import { type MatchedPatient, matchPatients, patientMatchIn } from '../patient/match.ts'
import { ANY_RESOURCE, BUNDLE, FORMAT_PARAMETERS, INVALID_RESOURCE, MALFORMED, TAG } from './documented.ts'
import { baseOf, FHIR_BODY, fhirEndpoint } from './resource-endpoint.ts'

const MATCH_GRADE = 'http://hl7.org/fhir/StructureDefinition/match-grade'

const bundleOf = (base: string, matches: readonly MatchedPatient[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: matches.length,
  ...(matches.length === 0
    ? {}
    : {
        entry: matches.map(({ patient, score, grade }) => ({
          fullUrl: `${base}/Patient/${patient['id']}`,
          resource: patient,
          search: { extension: [{ url: MATCH_GRADE, valueCode: grade }], mode: 'match', score },
        })),
      }),
})

/** For the audit trail: the people whose data the answer has, and their EHRs. */
const shownIn = (matches: readonly MatchedPatient[]) => ({
  detail: { ehrs: matches.flatMap(({ patient, personId }) => [personId, String(patient['id'])]) },
})

export const matchEndpoints: readonly Endpoint<FhirNeeds>[] = [
  fhirEndpoint({
    route: 'POST /Patient/$match',
    action: 'R',
    scope: 'api.admin',
    right: partyRight('person', 's'),
    body: FHIR_BODY,
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'fhir_match',
      tag: TAG,
      summary: 'Find patients who may be the one that is sent',
      description:
        'Parameters with `resource`, a Patient, and as it is wanted `onlyCertainMatches` and `count`. Name, birth date, gender and identifiers count by the weights of `CAIRN_PERSON_MATCH_WEIGHTS`. People without an EHR are not found.',
      parameters: FORMAT_PARAMETERS,
      body: ANY_RESOURCE,
      responses: {
        200: { description: 'The best first, each with its score and grade.', schema: BUNDLE },
        ...MALFORMED,
        ...INVALID_RESOURCE,
      },
    },
    read: ({ body }) => patientMatchIn(body),
    act: ({ matching, baseUrl }, _caller, asked) => {
      if (matching === undefined)
        throw new Refusal('auth.right_denied', 'Your rights do not allow to search people.')
      return matchPatients(matching, asked, baseUrl)
    },
    reply: (matches, _asked, request) => ({
      ...fhirReply(200, bundleOf(baseOf(request), matches)),
      ...shownIn(matches),
    }),
  }),
]
