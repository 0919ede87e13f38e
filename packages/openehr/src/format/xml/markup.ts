/** Names, references and white space of XML 1.0 (fifth edition), read from a position of the text. */

/** Reports what is wrong and where; never returns. */
export type Fault = (message: string, offset: number) => never

const NAME_START_RANGES =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}'
const NAME_RANGES = `${NAME_START_RANGES}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`
const NAME = new RegExp(`[${NAME_START_RANGES}][${NAME_RANGES}]*`, 'uy')

/** ASCII codes: 2 may start a name, 1 may only continue one. */
const NAME_CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[:A-Z_a-z]/.test(character)) return 2
  return /[-.0-9]/.test(character) ? 1 : 0
})

/** The offset after the name at `from`; `from` itself where there is none. */
export function endOfName(text: string, from: number): number {
  let at = from
  let needed = 2
  for (;;) {
    const code = text.charCodeAt(at)
    if (code >= 128) return endOfWideName(text, from)
    // Past the end the code is NaN, which no table has.
    if (!((NAME_CODES[code] ?? 0) >= needed)) return at
    needed = 1
    at += 1
  }
}

/** Names with letters beyond ASCII are rare enough for the pattern. */
function endOfWideName(text: string, from: number): number {
  NAME.lastIndex = from
  return NAME.test(text) ? NAME.lastIndex : from
}

const isSpaceCode = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d

/** A map, so that names such as `constructor` are not found. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
  ['apos', "'"],
])

const LONGEST_REFERENCE = 12
const LARGEST_CODE_POINT = 0x10ffff

/** The text of a piece with its references replaced. */
export function resolveReferences(text: string, from: number, to: number, fault: Fault): string {
  const pieces: string[] = []
  let at = from
  for (;;) {
    const start = text.indexOf('&', at)
    if (start < 0 || start >= to) break
    const end = text.indexOf(';', start)
    if (end < 0 || end >= to || end - start > LONGEST_REFERENCE)
      return fault('An ampersand must begin a reference such as &amp;', start)
    pieces.push(text.slice(at, start), referenced(text.slice(start + 1, end), end + 1, fault))
    at = end + 1
  }
  pieces.push(text.slice(at, to))
  return pieces.join('')
}

function referenced(name: string, offset: number, fault: Fault): string {
  if (name.charCodeAt(0) !== 0x23) return ENTITIES.get(name) ?? fault(`There is no entity "${name}"`, offset)
  const digits = /^#(?:([0-9]+)|x([0-9a-fA-F]+))$/.exec(name)
  const code = digits ? Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] ? 10 : 16) : Number.NaN
  if (!(code <= LARGEST_CODE_POINT) || !isCharacter(code))
    return fault(`"&${name};" is no character of XML`, offset)
  return String.fromCodePoint(code)
}

/** Section 2.2 of XML 1.0. */
const isCharacter = (code: number): boolean =>
  code < 0x20 ? isSpaceCode(code) : code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff)

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.[0-9]+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/

/** The offset after the XML declaration; 0 where there is none. */
export function endOfDeclaration(text: string, fault: Fault): number {
  if (!/^<\?xml[\s?]/.test(text)) return 0
  const declaration = DECLARATION.exec(text.slice(0, 500))?.[0]
  return declaration?.length ?? fault('The XML declaration is malformed', 0)
}
