/** A value set as templates name it (AOM 1.4, C_CODE_REFERENCE and constraint bindings), as a question to a FHIR server. */
import { parametersIn } from './question.ts'
import { systemOf } from './systems.ts'

/** A value set by its URL, or all codes of a system. */
export type ValueSet = { readonly url: string } | { readonly system: string }

const SNOMED = 'http://snomed.info/sct'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `SNOMED-CT?subset=ClinicalFinding`: only the number of a reference set of SNOMED CT names a subset in FHIR (R4, 4.3.15). */
function ofTerminology(text: string): ValueSet | undefined {
  const [name = '', query] = text.split('?')
  const system = systemOf(decoded(name))
  const subset = decoded(/^subset=(.*)$/i.exec(query ?? '')?.[1] ?? '').trim()
  if (system === SNOMED && /^\d{6,18}$/.test(subset)) return { url: `${SNOMED}?fhir_vs=refset/${subset}` }
  return system === undefined ? undefined : { system }
}

/** Undefined for a name that no FHIR server could know. */
export function readValueSet(reference: string): ValueSet | undefined {
  const text = reference.trim().replace(/^terminology:(?:\/\/(?=https?:|urn:))?/i, '')
  const expand = /ValueSet\/\$expand\?(.+)$/.exec(text)?.[1]
  const url = expand === undefined ? text : (parametersIn(expand).get('url') ?? '')
  if (systemOf(url) !== undefined) return ofTerminology(url)
  return /^(?:https?:\/\/|urn:)\S+$/i.test(url) ? { url } : ofTerminology(url)
}
