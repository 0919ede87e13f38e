/** The page of one patient over FHIR: problems, vital signs page by page, and a form for a pulse. */
import { element, messageLine } from '../dom.ts'
import {
  addPulse,
  type Condition,
  findObservations,
  findProblems,
  nameOfPatient,
  type Observation,
  valuesOf,
  wordsOf,
} from './resources.ts'
import type { FhirClient } from './smart.ts'

const timeOf = (time = ''): string =>
  time === '' ? '–' : new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const rowOf = (observation: Observation): HTMLElement =>
  element(
    'tr',
    {},
    element('td', {}, timeOf(observation.effectiveDateTime)),
    element('td', {}, wordsOf(observation.code)),
    element('td', {}, valuesOf(observation)),
  )

const head = (names: readonly string[]) =>
  element('thead', {}, element('tr', {}, ...names.map(name => element('th', { scope: 'col' }, name))))

/** The table, and a function that begins it again. */
function vitalSigns(client: FhirClient, patient: string) {
  const body = element('tbody')
  const more = element('button', { hidden: true }, 'Earlier')
  let next: string | undefined
  const add = async (address?: string) => {
    const page = await findObservations(client, patient, address)
    body.append(...page.resources.map(rowOf))
    next = page.next
    more.hidden = next === undefined
  }
  more.addEventListener('click', () => void add(next))
  const table = element('table', {}, head(['Time', 'Vital sign', 'Value']), body)
  return {
    section: element(
      'section',
      {},
      element('h2', {}, 'Vital signs'),
      element('div', { class: 'scroll' }, table),
      more,
    ),
    show: async () => {
      body.replaceChildren()
      await add()
    },
  }
}

const problemList = (problems: readonly Condition[]): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, 'Problems'),
    element('ul', {}, ...problems.map(({ code }) => element('li', {}, wordsOf(code)))),
    ...(problems.length === 0 ? ['No active problems.'] : []),
  )

/** Errors of fhirclient have the sentences of the OperationOutcome. */
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export async function patientPage(client: FhirClient, patient: string): Promise<Element> {
  const { line, say } = messageLine()
  const [name, problems] = await Promise.all([nameOfPatient(client, patient), findProblems(client, patient)])
  const { section, show } = vitalSigns(client, patient)
  const input = element('input', { type: 'number', required: true, inputmode: 'decimal' })
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      await addPulse(client, patient, Number(input.value))
      input.value = ''
      say('Saved.')
      await show()
    } catch (error) {
      say(sentenceOf(error), true)
    }
  }
  await show()
  return element(
    'div',
    {},
    element('header', {}, element('h1', {}, `Patient ${name}`)),
    element(
      'section',
      {},
      element('h2', {}, 'New pulse'),
      element(
        'form',
        { 'aria-label': 'New pulse', submit: save },
        element('label', {}, 'Pulse, per minute', input),
        element('button', { class: 'main' }, 'Save'),
      ),
      line,
    ),
    section,
    problemList(problems.resources),
  )
}
