/** The list of patients, with a search that leaves off when the next letter is typed. */
import type { CairnClient } from '@cairn-ehr/client'
import { element, messageLine } from './dom.ts'
import { findPatients, type Patient } from './patients.ts'

export function listPage(
  cairn: CairnClient,
  open: (patient: Patient) => void,
  signOut: () => unknown,
): Element {
  const list = element('ul')
  const { line, say } = messageLine()
  let running = new AbortController()
  const search = async (beginning: string) => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    try {
      const found = await findPatients(cairn, beginning, signal)
      list.replaceChildren(
        ...found.map(patient =>
          element('li', {}, element('button', { click: () => open(patient) }, patient.id)),
        ),
      )
      say(found.length === 0 ? 'No patient has such an id.' : '')
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error), true)
    }
  }
  const input = element('input', { type: 'search' })
  input.addEventListener('input', () => void search(input.value))
  void search('')
  return element(
    'div',
    {},
    element('header', {}, element('h1', {}, 'Ward'), element('button', { click: signOut }, 'Sign out')),
    element(
      'section',
      {},
      element('label', { class: 'wide' }, 'The id of the patient begins with', input),
      list,
      line,
    ),
  )
}
