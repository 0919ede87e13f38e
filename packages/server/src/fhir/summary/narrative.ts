/** The text of a section for people: a line for each resource, as XHTML. */
import { isJson, type Json, listOf, type Resource } from '@cairn-ehr/fhir'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeText = (text: string): string => text.replace(/[&<>"]/g, each => ESCAPES[each] ?? each)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The words of a CodeableConcept: its text, or the name or the code of its first coding. */
function conceptText(value: unknown): string | undefined {
  const [concept] = listOf(value).filter(isJson)
  if (concept === undefined) return undefined
  const [coding] = listOf(concept['coding']).filter(isJson)
  return textOf(concept['text']) ?? textOf(coding?.['display']) ?? textOf(coding?.['code'])
}

function quantityText(value: unknown): string | undefined {
  if (!isJson(value)) return undefined
  const number = textOf(value['value'])
  return number && [number, textOf(value['unit']) ?? textOf(value['code'])].filter(Boolean).join(' ')
}

const valueText = (holder: Json): string | undefined =>
  quantityText(holder['valueQuantity']) ??
  conceptText(holder['valueCodeableConcept']) ??
  textOf(holder['valueString'])

const NAMES = ['code', 'medicationCodeableConcept', 'vaccineCode', 'type'] as const

const DATES = [
  ...['effectiveDateTime', 'onsetDateTime', 'authoredOn', 'occurrenceDateTime', 'performedDateTime'],
  ...['recordedDate', 'date'],
]

/** Its name, its value or those of its parts, and its day. */
function lineOf(resource: Resource): string {
  const name = NAMES.map(each => conceptText(resource[each])).find(Boolean) ?? resource.resourceType
  const parts = listOf(resource['component'])
    .filter(isJson)
    .flatMap(part => {
      const value = valueText(part)
      return value === undefined ? [] : [`${conceptText(part['code']) ?? ''} ${value}`.trim()]
    })
  const value = [valueText(resource), ...parts].filter(Boolean).join(', ')
  const day = DATES.map(each => textOf(resource[each])).find(Boolean)
  return [value === '' ? name : `${name}: ${value}`, ...(day ? [`(${day.slice(0, 10)})`] : [])].join(' ')
}

const narrative = (content: string): Json => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`,
})

export const narrativeOf = (resources: readonly Resource[]): Json =>
  narrative(`<ul>${resources.map(each => `<li>${escapeText(lineOf(each))}</li>`).join('')}</ul>`)

export const narrativeText = (text: string): Json => narrative(`<p>${escapeText(text)}</p>`)
