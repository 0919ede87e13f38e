/** Concept maps: codes of FHIR and of openEHR that stand for each other, both ways (FHIRconnect, ConceptMaps). */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { isJson, type Json, listOf, type Resource } from '../fhir/json.ts'
import type { FhirNode } from '../fhir/node.ts'
import { type Code, codeInPhrase, codePhrase } from './codes.ts'

interface Pair {
  readonly fhir: Code
  readonly openehr: Code
}

/** By the URL of the map. */
export type ConceptMaps = ReadonlyMap<string, readonly Pair[]>

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const codeOf = (system: unknown, each: Json): Code => ({
  code: text(each['code']) ?? '',
  ...(text(system) === undefined ? {} : { system: text(system) ?? '' }),
  ...(text(each['display']) === undefined ? {} : { display: text(each['display']) ?? '' }),
})

/** Reads ConceptMap resources, whose source is FHIR and whose target is openEHR. */
export function conceptMapsOf(resources: readonly Resource[]): ConceptMaps {
  const maps = new Map<string, readonly Pair[]>()
  for (const resource of resources)
    maps.set(String(resource['url'] ?? ''), listOf(resource['group']).flatMap(pairsIn))
  return maps
}

function pairsIn(group: unknown): readonly Pair[] {
  if (!isJson(group)) return []
  return listOf(group['element']).flatMap(element => {
    if (!isJson(element)) return []
    return listOf(element['target']).flatMap(target =>
      isJson(target)
        ? [{ fhir: codeOf(group['source'], element), openehr: codeOf(group['target'], target) }]
        : [],
    )
  })
}

const isSame = (a: Code, b: Code): boolean =>
  a.code === b.code && (a.system === undefined || b.system === undefined || a.system === b.system)

/** The data value with its code replaced by that of FHIR; as it is where the map does not have it. */
export function translatedToFhir(value: unknown, pairs: readonly Pair[] | undefined): unknown {
  const code = isRmObject(value) ? codeInPhrase(value['defining_code']) : undefined
  const pair = code && pairs?.find(({ openehr }) => isSame(openehr, code))
  if (pair === undefined) return value
  return { ...(value as RmObject), defining_code: codePhrase(pair.fhir, true) }
}

/** The element with its codes replaced by those of openEHR. */
export function translatedToOpenehr(node: FhirNode, pairs: readonly Pair[] | undefined): FhirNode {
  if (pairs === undefined) return node
  if (typeof node.value === 'string') {
    const pair = pairs.find(({ fhir }) => fhir.code === node.value)
    return pair === undefined ? node : { ...node, type: 'Coding', value: pair.openehr }
  }
  if (!isJson(node.value)) return node
  const { coding } = node.value
  if (node.type === 'Coding') return { ...node, value: translatedCoding(node.value, pairs) }
  return {
    ...node,
    value: { ...node.value, coding: listOf(coding).map(each => translatedCoding(each, pairs)) },
  }
}

function translatedCoding(coding: unknown, pairs: readonly Pair[]): unknown {
  if (!isJson(coding) || typeof coding['code'] !== 'string') return coding
  const own = {
    code: coding['code'],
    ...(text(coding['system']) ? { system: text(coding['system']) ?? '' } : {}),
  }
  const pair = pairs.find(({ fhir }) => isSame(fhir, own))
  return pair === undefined ? coding : { ...pair.openehr, display: pair.openehr.display ?? coding['display'] }
}
