/** The parts of RESOURCE_DESCRIPTION that users of a template look at: author, purpose, details. */

import type { XmlElement } from '../../format/xml/index.ts'
import type { TemplateDescription } from '../model.ts'
import { childrenOf, textAt, textOf } from './element.ts'

export function readDescription(element: XmlElement | undefined, language: string): TemplateDescription {
  if (element === undefined) return { originalAuthor: new Map(), otherDetails: new Map() }
  const lifecycleState = textAt(element, 'lifecycle_state')
  const details = childrenOf(element, 'details')
  const own = details.find(one => textAt(one, 'language', 'code_string') === language) ?? details[0]
  const purpose = own && textAt(own, 'purpose')
  return {
    ...(lifecycleState === undefined ? {} : { lifecycleState }),
    originalAuthor: dictionary(childrenOf(element, 'original_author')),
    ...(purpose === undefined ? {} : { purpose }),
    otherDetails: dictionary(childrenOf(element, 'other_details')),
  }
}

/** `<x id="key">value</x>`, as the schema writes dictionaries; entries without a value are left out. */
export function dictionary(items: readonly XmlElement[]): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const item of items) {
    const id = item.attributes.get('id')?.trim()
    const value = textAt(item, 'value') ?? textOf(item)
    if (id && value !== undefined) entries.set(id, value)
  }
  return entries
}
