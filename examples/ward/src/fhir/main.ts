/** The page over FHIR: signs in for one patient, and shows them. */
import { welcomePage } from '../welcome.ts'
import { patientPage } from './patient-page.ts'
import { openClient, signIn } from './smart.ts'

const root = document.querySelector('#ward') ?? document.body

const welcome = (message?: string): Element =>
  welcomePage({ title: 'Ward over FHIR', about: 'Vital signs and problems of a patient', signIn }, message)

try {
  const client = await openClient()
  const patient = client?.patient.id ?? undefined
  root.replaceChildren(client && patient ? await patientPage(client, patient) : welcome())
} catch (error) {
  root.replaceChildren(welcome(error instanceof Error ? error.message : String(error)))
}
