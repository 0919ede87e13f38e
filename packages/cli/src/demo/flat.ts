/** The context of every record of the demo, as the `ctx/…` keys of FLAT. */
import { instant } from './calendar.ts'
import { HOSPITAL } from './staff.ts'

export type Flat = Readonly<Record<string, string | number>>

export type TemplateId =
  | 'Vital signs'
  | 'Laboratory report'
  | 'Problem list'
  | 'Medication list'
  | 'Discharge summary'

/** A composition before it is one: its template, and its values by path. */
export interface FlatRecord {
  readonly template: TemplateId
  readonly time: number
  readonly flat: Flat
}

const LANGUAGE: Flat = { 'ctx/language': 'en', 'ctx/territory': 'GB' }

/** Settings of the openEHR terminology. */
const SETTING = { clinic: '228', ward: '232' } as const

export interface Occasion {
  readonly time: number
  readonly composer: string
  readonly setting: keyof typeof SETTING
  readonly location: string
}

export const occasionHead = ({ time, composer, setting, location }: Occasion): Flat => ({
  ...LANGUAGE,
  'ctx/time': instant(time),
  'ctx/composer_name': composer,
  'ctx/setting': SETTING[setting],
  'ctx/location': location,
  'ctx/health_care_facility|name': HOSPITAL,
})

/** A list is kept up to date: it has no one time or place. */
export const listHead = (composer: string): Flat => ({ ...LANGUAGE, 'ctx/composer_name': composer })

/** A number with as many digits as its template wants. */
export const quantity = (path: string, value: number, unit: string, digits = 0): Flat => ({
  [`${path}|magnitude`]: Number(value.toFixed(digits)),
  [`${path}|unit`]: unit,
  [`${path}|precision`]: digits,
})
