/** The staff and the wards of the demo. */
import type { Random } from './random.ts'

export const HOSPITAL = 'Cairn Demo Hospital'
export const CLINIC = 'Outpatient clinic'

export const DOCTORS = [
  'Dr Ines Albrecht',
  'Dr Tomas Okafor',
  'Dr Mei Lindqvist',
  'Dr Samuel Ferreira',
] as const
export const NURSES = ['Nora Petit', 'Jonas Bakker', 'Aisha Rahman', 'Luca Moretti', 'Greta Holm'] as const
export const LABORATORY = 'Dr Petra Novak'

export const someone = (random: Random, list: readonly [string, ...string[]]): string => random.pick(list)
