/** Units as people write them. Records carry UCUM codes (`mm[Hg]`, `umol/L`), which are made for programs. */

/** Codes that are read as a whole, because their parts say something else or nothing. */
const WHOLE: Readonly<Record<string, string>> = {
  '1': '',
  '{1.73_m2}': '1.73 m²',
  '10*': '×10',
  '10^': '×10',
}

/** Unit atoms whose code is not what people write. */
const ATOMS: Readonly<Record<string, string>> = {
  Cel: '°C',
  deg: '°',
  Ohm: 'Ω',
  a: 'y',
  '[degF]': '°F',
  '[Hg]': 'Hg',
  '[H2O]': 'H₂O',
  '[IU]': 'IU',
  '[iU]': 'IU',
  '[pH]': 'pH',
  '[lb_av]': 'lb',
  '[oz_av]': 'oz',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  '[drp]': 'drops',
  '[CFU]': 'CFU',
  '[cfu]': 'CFU',
  '[ppm]': 'ppm',
  '[ppb]': 'ppb',
  '[pptr]': 'ppt',
  '[diop]': 'dpt',
  "[arb'U]": 'arb. U',
  "'": '′',
  "''": '″',
}

/** Atoms that take the prefix `u`, which stands for µ. */
const MICRO = /^u(?=(?:g|mol|L|l|m|s|U|kat|Sv|Gy|V|A|W|eq|osm|\[IU\]|\[iU\])(?:-?\d+)?$)/

const RAISED: Readonly<Record<string, string>> = {
  '-': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
}

const raised = (digits: string): string => [...digits].map(each => RAISED[each] ?? each).join('')

/** `{beats}` is a note for people: its words stand for themselves. */
const annotation = (code: string): string => WHOLE[code] ?? code.slice(1, -1).replaceAll('_', ' ')

/** One factor of a unit: power of ten, or prefix, atom and exponent. */
function factor(code: string): string {
  const whole = WHOLE[code]
  if (whole !== undefined) return whole
  const power = /^10[*^](-?\d+)$/.exec(code)
  if (power) return `×10${raised(power[1] ?? '')}`
  const [, prefixed = '', exponent = ''] = /^(.*?[^\d-])(-?\d+)?$/.exec(code) ?? [code, code]
  const micro = prefixed.replace(MICRO, 'µ')
  const bracket = micro.indexOf('[')
  const [prefix, atom] = bracket > 0 ? [micro.slice(0, bracket), micro.slice(bracket)] : ['', micro]
  return `${prefix}${Object.hasOwn(ATOMS, atom) ? ATOMS[atom] : atom}${raised(exponent)}`
}

/** A code without its notes, and each note in words. */
function component(code: string): string {
  const notes = code.match(/\{[^}]*\}/g) ?? []
  const unit = code.replace(/\{[^}]*\}/g, '')
  return [...(unit === '' ? [] : [factor(unit)]), ...notes.map(annotation)].filter(Boolean).join(' ')
}

/** Dots and slashes outside of brackets and notes part the factors. */
const FACTORS = /(?:\{[^}]*\}|\[[^\]]*\]|[^./])+|[./]/g

/** The unit for a reader. A code that no rule knows stays as it is. */
export function displayUnit(code: string): string {
  const whole = WHOLE[code]
  if (whole !== undefined) return whole
  // Only codes in ASCII are UCUM: others are written for people already.
  if (!/^[!-~]+$/.test(code)) return code
  const parts = code.match(FACTORS) ?? []
  return parts.map(part => (part === '.' ? '·' : part === '/' ? '/' : component(part))).join('')
}
