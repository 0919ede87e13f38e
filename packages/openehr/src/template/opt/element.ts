/** Reads an XML element of an OPT: its children by name, its text without padding, its `xsi:type`. */

import type { XmlElement } from '../../format/xml/index.ts'

// Loops without a function for each child, since a template of 1.9 MB has 27,000 elements and looks up most of them.
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) if (child.name === name) return child
  return undefined
}

const NONE: readonly XmlElement[] = []

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  let found: XmlElement[] | undefined
  for (const child of element.children) {
    if (child.name !== name) continue
    if (found === undefined) found = [child]
    else found.push(child)
  }
  return found ?? NONE
}

/** Text without the blanks and line ends that some tools pad it with; undefined where there is none. */
export function textOf(element: XmlElement | undefined): string | undefined {
  const text = element?.text.trim()
  return text === '' ? undefined : text
}

/** Text of a descendant, such as `textAt(root, 'template_id', 'value')`. */
export function textAt(element: XmlElement, ...names: readonly string[]): string | undefined {
  let at: XmlElement | undefined = element
  for (const name of names) at = at && childOf(at, name)
  return textOf(at)
}

/**
 * The class an element says it is, without prefix. Some tools misspell the namespace of XML Schema instances, so any
 * qualified `type` attribute counts.
 */
export function typeName(element: XmlElement): string | undefined {
  if (element.attributes.size === 0) return undefined
  const given = (element.attributes.get('xsi:type') ?? misspeltType(element))?.trim()
  // Most have no prefix, and need no pattern.
  return given?.includes(':') ? given.replace(/^.*:/, '') : given
}

function misspeltType(element: XmlElement): string | undefined {
  for (const [name, value] of element.attributes) if (name.endsWith('}type')) return value
  return undefined
}
