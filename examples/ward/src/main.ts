/** The app: signs in, then shows the list of patients or one of them. */
import { listPage } from './list-page.ts'
import { patientPage } from './patient-page.ts'
import { type Patient, patientOf } from './patients.ts'
import { openSession, type Session, signIn } from './session.ts'
import { welcomePage } from './welcome.ts'

const root = document.querySelector('#ward') ?? document.body

const welcome = (message?: string): Element =>
  welcomePage({ title: 'Ward', about: 'Blood pressures of patients', signIn }, message)

function run(session: Session, first: Patient | undefined): void {
  const leave = async () => {
    await session.signOut()
    root.replaceChildren(welcome())
  }
  const showList = () => root.replaceChildren(listPage(session.cairn, open, leave))
  const open = (patient: Patient) => root.replaceChildren(patientPage(session, patient, showList))
  if (first) open(first)
  else showList()
}

try {
  const session = await openSession()
  if (!session) root.replaceChildren(welcome())
  else run(session, session.ehrId === undefined ? undefined : await patientOf(session.cairn, session.ehrId))
} catch (error) {
  root.replaceChildren(welcome(error instanceof Error ? error.message : String(error)))
}
