/** Reads media types strictly (RFC 9110 section 8.3.1). */

export interface MediaType {
  /** Lower case, without parameters: `application/json`. */
  readonly essence: string
  readonly parameters: ReadonlyMap<string, string>
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const ESSENCE = new RegExp(`^(${TOKEN})/(${TOKEN})`)
/** One parameter; the quoted form allows what RFC 9110 section 5.6.4 allows. */
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*)"))?`,
  'y',
)

const JSON_PLAIN: MediaType = { essence: 'application/json', parameters: new Map() }

export function parseMediaType(text: string): MediaType | undefined {
  if (text === JSON_PLAIN.essence) return JSON_PLAIN
  const start = ESSENCE.exec(text)
  if (!start) return undefined
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = start[0].length
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text)
    if (!match) return undefined
    const [, name, token, quoted] = match
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (parameters.has(key)) return undefined
    parameters.set(key, token ?? quoted?.replace(/\\(.)/g, '$1') ?? '')
  }
  return { essence: start[0].toLowerCase(), parameters }
}

interface Range {
  readonly type: string
  readonly quality: number
}

/** Splits at commas outside of quotes. */
function members(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? []
}

function acceptRanges(header: string): Range[] {
  const ranges: Range[] = []
  for (const member of members(header)) {
    const media = parseMediaType(member.trim())
    const weight = media?.parameters.get('q') ?? '1'
    if (!media || !/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)) continue
    ranges.push({ type: media.essence, quality: Number(weight) })
  }
  return ranges
}

/** A parameter of the range of an `Accept` header that names the type exactly, such as its `profile`. */
export function acceptParameter(accept: string | undefined, type: string, name: string): string | undefined {
  for (const member of members(accept ?? '')) {
    const media = parseMediaType(member.trim())
    if (media?.essence === type && media.parameters.has(name)) return media.parameters.get(name)
  }
  return undefined
}

/** Returns how precisely a range names a type: 3 exactly, 2 as `type/*`, 1 as `*` + `/*`, 0 not at all. */
function closeness(range: string, type: string): number {
  if (range === type) return 3
  if (range === '*/*') return 1
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1)) ? 2 : 0
}

/** Chooses the best media type for an `Accept` header, the first of equals; undefined if none is accepted. */
export function negotiate(accept: string | undefined, produced: readonly string[]): string | undefined {
  // The usual headers need no parsing.
  if (accept === undefined || accept === '*/*' || accept === produced[0] || accept.trim() === '')
    return produced[0]
  const ranges = acceptRanges(accept)
  let best: string | undefined
  let bestQuality = 0
  for (const type of produced) {
    let quality = 0
    let nearest = 0
    for (const range of ranges) {
      const near = closeness(range.type, type)
      if (near > nearest) {
        nearest = near
        quality = range.quality
      }
    }
    if (quality > bestQuality) {
      best = type
      bestQuality = quality
    }
  }
  return best
}
