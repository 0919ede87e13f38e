/** Signs in with fhirclient, the library of SMART on FHIR apps. Its build for browsers has no types and sets `FHIR`. */
import 'fhirclient/build/fhir-client.pure.min.js'

/** The parts of the client of fhirclient that this page uses. */
export interface FhirClient {
  readonly patient: { readonly id: string | null }
  request<Answer>(pathOrOptions: string | object): Promise<Answer>
  create<Answer>(resource: object): Promise<Answer>
}

interface Library {
  readonly oauth2: {
    authorize(options: Readonly<Record<string, string>>): Promise<void>
    ready(): Promise<FhirClient>
  }
}

const { oauth2 } = (globalThis as unknown as { readonly FHIR: Library }).FHIR

const { VITE_CAIRN_URL: baseUrl = 'http://localhost:8080', VITE_CLIENT_ID: clientId = '' } = import.meta.env

export const signIn = (launch?: string): Promise<void> =>
  oauth2.authorize({
    iss: `${baseUrl}/fhir/r4`,
    clientId,
    redirectUri: 'fhir.html',
    // Without a launch, the server asks the person for the patient.
    scope: `openid fhirUser ${launch === undefined ? 'launch/patient' : 'launch'} patient/*.rs patient/Observation.c`,
    ...(launch === undefined ? {} : { launch }),
  })

/** Undefined: nobody has signed in yet. fhirclient keeps the session in this tab (`sessionStorage`). */
export async function openClient(): Promise<FhirClient | undefined> {
  const query = new URLSearchParams(location.search)
  const launch = query.get('launch')
  if (launch !== null) {
    // Of a launch, `iss` is the authorization server; this page names the FHIR API itself.
    history.replaceState(null, '', location.pathname)
    await signIn(launch)
    return undefined
  }
  const isBack = query.has('state') || sessionStorage.getItem('SMART_KEY') !== null
  return isBack ? oauth2.ready() : undefined
}
