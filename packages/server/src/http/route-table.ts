/** Lists the methods of a path, to distinguish 405 from 404 and to answer OPTIONS. */
import type { Mount } from './endpoint.ts'

interface Entry {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `/ehr/{ehr_id}` → a pattern of whole segments, trailing slash or not; `*` at the end stands for any number of them. */
export function pathPattern(path: string): RegExp {
  const patternOf = (segment: string): string => {
    if (segment === '*') return '/.+'
    return /^\{\w+\}$/.test(segment) ? '/[^/]+' : `/${escapeRegExp(segment)}`
  }
  const segments = path
    .split('/')
    .filter(segment => segment !== '')
    .map(patternOf)
  return new RegExp(`^${segments.join('')}/?$`)
}

export type AllowedMethods = (path: string) => string | undefined

export function allowedMethods(mounts: readonly Mount[]): AllowedMethods {
  const entries = new Map<string, Entry>()
  for (const { prefixes, endpoints } of mounts) {
    for (const prefix of prefixes) {
      for (const { route } of endpoints) {
        const [method = '', path = ''] = route.split(' ')
        const pattern = pathPattern(prefix + path)
        const entry = entries.get(pattern.source) ?? { pattern, methods: new Set(['OPTIONS']) }
        entry.methods.add(method)
        if (method === 'GET') entry.methods.add('HEAD')
        entries.set(pattern.source, entry)
      }
    }
  }
  return path => {
    const methods = new Set<string>()
    for (const { pattern, methods: these } of entries.values())
      if (pattern.test(path)) for (const method of these) methods.add(method)
    return methods.size === 0 ? undefined : [...methods].sort().join(', ')
  }
}
