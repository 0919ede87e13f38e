/** Slots: the assertions that say which archetypes may fill them, as regular expressions over archetype ids. */

import type { XmlElement } from '../../format/xml/index.ts'
import { childOf, childrenOf, textAt, typeName } from './element.ts'
import { type Faults, warn } from './faults.ts'
import { checkPattern } from './pattern.ts'

export interface SlotPart {
  readonly includes: readonly string[]
  readonly excludes: readonly string[]
}

/** The attribute that an assertion is about → the expression over the whole archetype id (ADL 1.4, and names of older tools). */
const SUBJECTS: Readonly<Record<string, (pattern: string) => string>> = {
  'archetype_id/value': pattern => pattern,
  archetype_id: pattern => pattern,
  domain_concept: ofConcept,
  short_concept_name: ofConcept,
  'archetype_id/domain_concept': ofConcept,
  'archetype_id/short_concept_name': ofConcept,
}

function ofConcept(pattern: string): string {
  return `[^.]+\\.(?:${pattern})\\.v.*`
}

export function readSlot(element: XmlElement, path: string, faults: Faults): SlotPart {
  const includes = readAssertions(element, 'includes', path, faults)
  const excludes = readAssertions(element, 'excludes', path, faults)
  return {
    includes,
    // "All but these are excluded" says nothing beyond "these are included" (ADL 1.4, 5.3.8 Archetype Slots).
    excludes: includes.length > 0 ? excludes.filter(pattern => pattern !== '.*') : excludes,
  }
}

function readAssertions(
  slot: XmlElement,
  name: 'includes' | 'excludes',
  path: string,
  faults: Faults,
): readonly string[] {
  return childrenOf(slot, name).flatMap(assertion => {
    const found =
      ofExpression(childOf(assertion, 'expression')) ?? ofText(textAt(assertion, 'string_expression'))
    const make = found && Object.hasOwn(SUBJECTS, found.subject) ? SUBJECTS[found.subject] : undefined
    const place = { path, element: assertion }
    if (found === undefined || make === undefined) {
      warn(faults, place, {
        code: 'opt.slot',
        message: `The assertion in <${name}> speaks of no archetype id: it is ignored`,
      })
      return []
    }
    checkPattern(found.pattern, place, faults)
    return [make(found.pattern)]
  })
}

interface Matches {
  readonly subject: string
  readonly pattern: string
}

/** `archetype_id/value matches {/…/}` as an expression tree: operator 2007 over two leaves. */
function ofExpression(expression: XmlElement | undefined): Matches | undefined {
  if (expression === undefined || textAt(expression, 'operator') !== '2007') return undefined
  const subject = textAt(expression, 'left_operand', 'item')
  const right = childOf(expression, 'right_operand')
  const item = right && childOf(right, 'item')
  if (subject === undefined || item === undefined || typeName(item) !== 'C_STRING') return undefined
  const patterns = [...childrenOf(item, 'pattern'), ...childrenOf(item, 'list')].map(one =>
    unslashed(one.text),
  )
  return patterns.length === 0 ? undefined : { subject, pattern: patterns.join('|') }
}

/** The same as text, for assertions that have no tree. */
function ofText(text: string | undefined): Matches | undefined {
  const parts = text === undefined ? null : /^(\S+)\s+(?:matches|∈|is_in)\s+\{\s*\/(.*)\/\s*\}$/s.exec(text)
  return parts ? { subject: parts[1] ?? '', pattern: unslashed(parts[2] ?? '') } : undefined
}

/** Padding goes, also between alternatives that a tool has set on lines of their own; so do ADL's slashes. */
function unslashed(text: string): string {
  const trimmed = text
    .split('\n')
    .map(line => line.trim())
    .join('')
  return /^\/.*\/$/s.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}
