/** Finds what an ARCHETYPE_INTERNAL_REF points to: a path of attributes and node ids inside the same archetype. */

import type { XmlElement } from '../../format/xml/index.ts'
import { childrenOf, textAt } from './element.ts'

const SEGMENT = /^\/([a-z_]+)(?:\[([^\]]+)\])?/

/** The constraint at `path` below `root`; undefined where the path is none or leads nowhere. */
export function findTarget(root: XmlElement, path: string): XmlElement | undefined {
  let at: XmlElement | undefined = root
  let rest = path
  while (at !== undefined && rest !== '' && rest !== '/') {
    const segment = SEGMENT.exec(rest)
    if (segment === null) return undefined
    at = step(at, segment[1] ?? '', segment[2])
    rest = rest.slice(segment[0].length)
  }
  return at
}

function step(element: XmlElement, attribute: string, id: string | undefined): XmlElement | undefined {
  const found = childrenOf(element, 'attributes').find(one => textAt(one, 'rm_attribute_name') === attribute)
  const children = found ? childrenOf(found, 'children') : []
  return id === undefined
    ? children[0]
    : children.find(child => textAt(child, 'node_id') === id || textAt(child, 'archetype_id', 'value') === id)
}
