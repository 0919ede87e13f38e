/** The page of one patient: chart and table of blood pressures, a form for a new one, and corrections. */
import { isCairnError } from '@cairn-ehr/client'
import { chartOf } from './chart.ts'
import { type Child, element, messageLine } from './dom.ts'
import type { Patient } from './patients.ts'
import {
  addPressure,
  correctPressure,
  downloadPressures,
  followPressures,
  type Pressure,
  type Values,
} from './pressures.ts'
import type { Session } from './session.ts'

const timeOf = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const number = (name: string, label: string, value = '') => {
  const input = element('input', { name, type: 'number', required: true, value, inputmode: 'decimal' })
  return { input, field: element('label', {}, label, input) }
}

interface Form {
  readonly form: HTMLFormElement
  /** Marks the fields that the server has found wrong. */
  mark(names: readonly string[]): void
}

function formFor(title: string, start: Values | undefined, save: (values: Values) => Promise<void>): Form {
  const systolic = number('systolic', 'Systolic, mmHg', start && String(start.systolic))
  const diastolic = number('diastolic', 'Diastolic, mmHg', start && String(start.diastolic))
  const fields = [systolic, diastolic]
  const form = element(
    'form',
    {
      'aria-label': title,
      submit: event => {
        event.preventDefault()
        return save({ systolic: Number(systolic.input.value), diastolic: Number(diastolic.input.value) })
      },
    },
    ...fields.map(({ field }) => field),
    element('button', { class: 'main' }, 'Save'),
  )
  const mark = (names: readonly string[]) => {
    for (const { input } of fields)
      input.setAttribute('aria-invalid', String(names.some(name => name.includes(input.name))))
  }
  return { form, mark }
}

const rowOf = (pressure: Pressure, correct: () => void): HTMLTableRowElement =>
  element(
    'tr',
    {},
    element('td', {}, timeOf(pressure.time)),
    element('td', {}, String(pressure.systolic ?? '–')),
    element('td', {}, String(pressure.diastolic ?? '–')),
    element('td', {}, pressure.composer),
    element('td', {}, element('button', { click: correct }, 'Correct')),
  )

const tableOf = (rows: readonly HTMLTableRowElement[]): HTMLElement =>
  element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Time', 'Systolic', 'Diastolic', 'By', ''].map(name => element('th', { scope: 'col' }, name)),
        ),
      ),
      element('tbody', {}, ...rows),
    ),
  )

function saveAs(content: Blob, name: string): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name })
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The sentence for a person; the codes of the server are a closed list. */
function explain(error: unknown): string {
  if (isCairnError(error, 'version.conflict'))
    return 'Somebody else has changed this record. Look at it again, then correct it.'
  if (isCairnError(error)) return [error.message, ...error.validationErrors].join(' ')
  return error instanceof Error ? error.message : String(error)
}

export function patientPage({ cairn, name }: Session, patient: Patient, leave: () => void): Element {
  const { ehrId } = patient
  const { line, say } = messageLine()
  const [history, editor] = [element('section'), element('section', {}, line)]

  const attempt = async (form: () => Form, write: () => Promise<void>) => {
    try {
      await write()
      editNew()
      say('Saved.')
    } catch (error) {
      form().mark(isCairnError(error) ? error.errors.map(({ path }) => path) : [])
      say(explain(error), true)
    }
  }
  const edit = (title: string, start: Values | undefined, write: (values: Values) => Promise<void>) => {
    const made: Form = formFor(title, start, values =>
      attempt(
        () => made,
        () => write(values),
      ),
    )
    const others: Child[] =
      start === undefined ? [] : [element('button', { click: () => editNew() }, 'Cancel')]
    say('')
    editor.replaceChildren(
      element('h2', {}, title),
      element('div', { class: 'row' }, made.form, ...others),
      line,
    )
  }
  const editNew = () => edit('New measurement', undefined, values => addPressure(cairn, ehrId, name, values))
  const correct = (pressure: Pressure) =>
    edit(`Correction of ${timeOf(pressure.time)}`, pressure, values =>
      correctPressure(cairn, ehrId, pressure.uid, values),
    )
  const show = (pressures: readonly Pressure[]) => {
    const drawn = pressures.filter(({ systolic, diastolic }) => systolic !== null && diastolic !== null)
    history.replaceChildren(
      element('h2', {}, `Blood pressure, the newest ${pressures.length}`),
      ...(drawn.length > 1 ? [chartOf(drawn)] : []),
      tableOf(pressures.map(each => rowOf(each, () => correct(each)))),
    )
  }
  const stop = new AbortController()
  /** Chart and table follow what anybody commits. The form stays as it is: somebody may be typing. */
  const follow = async () => {
    for await (const { rows } of followPressures(cairn, ehrId, stop.signal)) show(rows)
  }
  const download = async () => saveAs(await downloadPressures(cairn, ehrId), `${patient.id}.csv`)

  editNew()
  void follow().catch(error => {
    if (!stop.signal.aborted) say(explain(error), true)
  })
  return element(
    'div',
    {},
    element(
      'header',
      {},
      element('h1', {}, `Patient ${patient.id}`),
      element(
        'div',
        { class: 'row' },
        element('button', { click: download }, 'Download all as CSV'),
        element(
          'button',
          {
            click: () => {
              stop.abort()
              leave()
            },
          },
          'All patients',
        ),
      ),
    ),
    editor,
    history,
  )
}
