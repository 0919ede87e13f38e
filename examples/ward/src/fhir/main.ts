/** The page over FHIR: signs in for one patient, and shows them. */
import { element, messageLine } from '../dom.ts'
import { patientPage } from './patient-page.ts'
import { openClient, signIn } from './smart.ts'

const root = document.querySelector('#ward') ?? document.body

function welcome(message = ''): Element {
  const { line, say } = messageLine()
  say(message, message !== '')
  return element(
    'div',
    {},
    element('header', {}, element('h1', {}, 'Ward over FHIR')),
    element(
      'section',
      {},
      element('h2', {}, 'Vital signs and problems of a patient'),
      element('button', { class: 'main', click: () => signIn() }, 'Sign in'),
      line,
    ),
  )
}

try {
  const client = await openClient()
  const patient = client?.patient.id ?? undefined
  root.replaceChildren(client && patient ? await patientPage(client, patient) : welcome())
} catch (error) {
  root.replaceChildren(welcome(error instanceof Error ? error.message : String(error)))
}
