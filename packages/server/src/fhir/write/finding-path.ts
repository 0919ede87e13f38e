/** The FHIRPath of the value that a finding of the template is about, by the trace of the conversion. */
import type { Trace } from '@cairn-ehr/fhir'

/** Attributes with their node ids, without indexes and names: `/items[at0004, 2]` → `items[at0004]`. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter(each => each !== '')
    .map(each => each.replace(/\[([^\],\s]*)[^\]]*\]/, (_all, id) => (/^\d*$/.test(id) ? '' : `[${id}]`)))

const isSame = (a: string, b: string): boolean =>
  a === b || (a.split('[')[0] === b.split('[')[0] && (!a.includes('[') || !b.includes('[')))

function commonLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((each, at) => b[at] === undefined || !isSame(each, b[at]))
  return differs < 0 ? a.length : differs
}

/** The mapped value whose place has most in common with that of the finding: itself, or one around or inside of it. */
export function fhirPathFor(trace: readonly Trace[], path: string): string | undefined {
  const wanted = segmentsOf(path)
  let best: { readonly fhir: string; readonly length: number } | undefined
  for (const { openehr, fhir } of trace) {
    const own = segmentsOf(openehr)
    const length = commonLength(own, wanted)
    const isAround = length === own.length || length === wanted.length
    if (isAround && length > (best?.length ?? 0)) best = { fhir, length }
  }
  return best?.fhir
}
